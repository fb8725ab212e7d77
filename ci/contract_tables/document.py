# Reads the tables of rtl/CONTRACT.md: registers, kernels, error codes, causes of a cycle, the contract's version.
# SPDX-License-Identifier: Apache-2.0
import re
from dataclasses import dataclass


class BadTable(Exception):
    """A table is missing, or a row of it is not as the others; the text names it."""


@dataclass(frozen=True)
class Register:
    address: int  # a multiple of 8, below 4096
    name: str
    writable: bool  # all can be read: a write-only one reads as 0


@dataclass(frozen=True)
class Code:
    number: int
    name: str
    meaning: str


@dataclass(frozen=True)
class Kernel:
    bit: int  # of register KERNELS
    name: str
    choice: int  # the bits of register TILE that select it; 0: none of them, or nothing selects it
    sweeps: bool
    additions: int  # one after another; 0 where another law counts
    multiplications: int


@dataclass(frozen=True)
class Contract:
    version: int
    identity: int  # what register ID reads
    registers: list
    kernels: list
    errors: list
    causes: list


NUMBER = re.compile(r"\[C\d+\.\d+\]\s*")  # of a clause, before its words

ACCESSES = ["read", "write", "read, write", "read, write 1 to clear", "read, write to clear"]


def table(lines, section, header):
    """The rows, as lists of cells, of the table in a section whose head is these cells."""
    inside = False
    rows = None
    for line in lines:
        if line.startswith("#"):
            inside = line.lstrip("# ") == section
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if inside and rows is None and cells == header:
            rows = []
        elif rows is not None and line.startswith("|"):
            if len(cells) == len(header):
                rows.append(cells)
            elif not re.fullmatch(r"[|-]+", line):
                raise BadTable(f"{line[:60]}...: {len(cells)} cells, the table has {len(header)}")
        elif rows is not None:
            break
    if not rows:
        raise BadTable(f"section {section} has no table of {', '.join(header)}")
    return rows


def once(what, values):
    for value in values:
        if values.count(value) > 1:
            raise BadTable(f"{what} {value} comes twice")


def codes(rows, what):
    result = [Code(int(number), name, meaning) for number, name, meaning in rows]
    once(what, [code.number for code in result])
    once(what, [code.name for code in result])
    return sorted(result, key=lambda code: code.number)


def registers(rows):
    result = []
    for offset, name, access, _ in rows:
        if not re.fullmatch(r"0x[0-9a-f]{3}", offset) or int(offset, 16) % 8 != 0:
            raise BadTable(f"register {name}: offset {offset} must be 0x000 .. 0xff8, a multiple of 8")
        if access not in ACCESSES:
            raise BadTable(f"register {name}: access '{access}' must be one of {', '.join(ACCESSES)}")
        result.append(Register(int(offset, 16), name, access != "read"))
    once("offset", [f"0x{register.address:03x}" for register in result])
    once("register", [register.name for register in result])
    return result


def kernels(rows):
    result = []
    for bit, name, choice, additions, multiplications, _ in rows:
        if bit != str(len(result)):
            raise BadTable(f"kernel {name}: bit {bit} must be {len(result)}, one after another")
        if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
            raise BadTable(f"kernel {name}: a name has lower-case letters and hyphens")
        numbers = [0 if cell == "-" else int(cell) for cell in (choice, additions, multiplications)]
        result.append(Kernel(len(result), name, numbers[0], additions != "-", *numbers[1:]))
    once("kernel", [kernel.name for kernel in result])
    once("TILE", [kernel.choice for kernel in result if kernel.sweeps])
    return result


def read(text):
    """The contract that a document describes, whatever the numbers of its clauses. Raises BadTable."""
    text = NUMBER.sub("", text)
    lines = text.splitlines()
    version = re.search(r"Contract version: (\d+)\.", text)
    if not version:
        raise BadTable("no line has 'Contract version: N.'")
    rows = table(lines, "Registers", ["offset", "name", "access", "meaning"])
    identity = re.match(r"0x[0-9a-f]{16}:", next((row[3] for row in rows if row[1] == "ID"), ""))
    if not identity:
        raise BadTable("register ID: its meaning must begin with what it reads, 16 hexadecimal digits and a colon")
    return Contract(int(version[1]), int(identity[0][:-1], 16), registers(rows),
                    kernels(table(lines, "Kernels", ["bit", "kernel", "TILE", "additions", "multiplications", "what"])),
                    codes(table(lines, "Command", ["code", "name", "meaning"]), "error"),
                    codes(table(lines, "Cycles", ["perf_cause", "name", "in the cycle"]), "cause"))
