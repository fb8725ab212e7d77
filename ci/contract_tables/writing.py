# The tables of the contract as a C++ header, and as the localparams of a Verilog module.
# SPDX-License-Identifier: Apache-2.0
import re
import textwrap

import document

MARK = "  // Numbers of CONTRACT.md, by ci/contract --update."


def first_sentence(text):
    return re.split(r"\. (?=[A-Z])", text)[0].rstrip(".")


def literal(text, indent, width=116):
    """A C++ string, of several literals where it is too long for a line."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    lines = textwrap.wrap(text, width - indent - 4, break_long_words=False)
    lines[:-1] = [line + " " for line in lines[:-1]]
    return ("\n" + " " * indent).join(f'"{line}"' for line in lines)


def enum(head, rows):
    return [f"enum {head} {{"] + [f"  {name} = {value}," for name, value in rows] + ["};"]


def kernel_name(kernel):
    return "kernel_" + kernel.name.replace("-", "_")


def header(contract):
    lines = [
        "// The tables of rtl/CONTRACT.md: registers, kernels, error codes, causes. ci/contract --update writes this file.",
        "// SPDX-License-Identifier: Apache-2.0",
        "#pragma once",
        "",
        "#include <array>",
        "#include <cstdint>",
        "",
        "namespace stencil::contract {",
        "",
        f"constexpr int version = {contract.version};",
        f"constexpr std::uint64_t id_value = 0x{contract.identity:016x};",
        "",
        "// Registers: 64 bits each, byte offsets on s_axil.",
        *enum("Register : std::uint32_t",
              [("REG_" + register.name, f"0x{register.address:03x}") for register in contract.registers]),
        "struct RegisterRow {",
        "  const char* name;",
        "  Register address;",
        "  bool writable;  // all can be read",
        "};",
        f"inline constexpr std::array<RegisterRow, {len(contract.registers)}> register_rows = {{{{",
        *[f'    {{"{register.name}", REG_{register.name}, {str(register.writable).lower()}}},'
          for register in contract.registers],
        "}};",
        "",
        "// The bits of REG_KERNELS.",
        *[f"constexpr std::uint64_t {kernel_name(kernel)} = {1 << kernel.bit};" for kernel in contract.kernels],
        "// The bits of REG_TILE that select an operator written by hand.",
        *[f"constexpr std::uint64_t {kernel_name(kernel).replace('kernel', 'tile', 1)} = {kernel.choice};"
          for kernel in contract.kernels if kernel.additions and kernel.choice],
        "struct KernelRow {",
        "  const char* name;  // that `stencil-cosim configs` shows",
        "  std::uint64_t kernel;",
        "  std::uint64_t choice;  // the bits of REG_TILE with which a job selects it; 0: selected by none of them",
        "  bool sweeps;",
        "  // Of sweeps in our RTL: additions and multiplications one after another from operands to result; a formula has",
        "  // its own law.",
        "  std::int64_t adds;",
        "  std::int64_t muls;",
        "};",
        "// Index: the bit.",
        f"inline constexpr std::array<KernelRow, {len(contract.kernels)}> kernel_rows = {{{{",
        *[f'    {{"{kernel.name}", {kernel_name(kernel)}, {kernel.choice}, {str(kernel.sweeps).lower()}, '
          f"{kernel.additions}, {kernel.multiplications}}}," for kernel in contract.kernels],
        "}};",
        "",
        "// A code of REG_ERROR, and what it means.",
        *enum("Error : std::uint64_t", [("ERROR_" + error.name, error.number) for error in contract.errors]),
        "struct ErrorRow {",
        "  const char* name;",
        "  Error code;",
        "  const char* meaning;",
        "};",
        f"inline constexpr std::array<ErrorRow, {len(contract.errors)}> error_rows = {{{{",
    ]
    for error in contract.errors:
        row = f'    {{"{error.name}", ERROR_{error.name}, '
        text = literal(first_sentence(error.meaning), 5)
        whole = row + text + "},"
        lines += [whole] if "\n" not in text and len(whole) <= 120 else [row.rstrip(), "     " + text + "},"]
    lines += [
        "}};",
        "",
        "// perf_cause",
        *enum("Cause : unsigned", [("CAUSE_" + cause.name, cause.number) for cause in contract.causes]),
        f"constexpr unsigned cause_count = {len(contract.causes)};",
        "",
        "}  // namespace stencil::contract",
    ]
    return "\n".join(lines) + "\n"


def numbers(contract):
    """Each name that a module may use, with its declaration, in the order of the tables."""
    digits = f"{contract.identity:016x}"
    rows = [("ID", f"[63:0] ID = 64'h{digits[:8]}_{digits[8:]};")]
    rows += [(f"REG_{one.name}", f"[11:0] REG_{one.name} = 12'h{one.address:03x};") for one in contract.registers]
    rows += [(f"ERROR_{one.name}", f"[3:0] ERROR_{one.name} = 4'd{one.number};") for one in contract.errors]
    rows += [(f"CAUSE_{one.name}", f"[2:0] CAUSE_{one.name} = 3'd{one.number};") for one in contract.causes]
    return [(name, "  localparam " + text) for name, text in rows]


def module(text, contract):
    """A Verilog file with the declarations after its mark, if it has one: of the names that it uses, and no others.

    Raises BadTable for a declaration elsewhere."""
    lines = text.split("\n")
    begin = end = lines.index(MARK) + 1 if MARK in lines else len(lines)
    while lines[end:] and lines[end].startswith("  localparam "):
        end += 1
    for line in lines[:begin] + lines[end:]:
        if re.search(r"\b(localparam|parameter)\b.*\b(REG|ERROR|CAUSE)_\w+ *=", line):
            raise document.BadTable(f"'{line.strip()}' must stand below '{MARK.strip()}'")
    if MARK not in lines:
        return text
    rest = "\n".join(re.sub("//.*", "", line) for line in lines[:begin] + lines[end:])
    used = set(re.findall(r"\b\w+\b", rest))
    return "\n".join(lines[:begin] + [line for name, line in numbers(contract) if name in used] + lines[end:])
