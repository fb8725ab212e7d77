# Finds what holds the clauses: tests, by the lines beside them, and proofs, by their tables.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import hashlib
import os
import re

import table
from fault_digests import CASE, read_text

TESTS = "tests"
LEVELS = "sim/app/check_dut/levels.cpp"
COMMENT = re.compile(r"^// Holds (C\d[^\n]*(?:\n//[^\n]*)*?)\.$", re.M)
# A comment that begins so but is no list of clauses on whole lines is a mistake.
LOOSE = re.compile(r"^[ \t]*(?://|#)[ \t]*Holds C\d", re.M)
ROW = re.compile(r'\{L::(\w+),\s*"([\w.]+)",\s*\w+,\s*"([^"]*)"\}')
COMMAND = re.compile(r"^stencil_holds\(([^\s()]+)\s+([^)]*)\)", re.M)
SEEDS = (re.compile(r"\bseeds? (\d+)"), re.compile(r"\bRandom \w+[({](\d+)[)}]"))


@dataclasses.dataclass(frozen=True)
class Holder:
    kind: str  # "test", "command" (a test that is no case of GoogleTest) or "proof"
    name: str  # "Suite.Case", the name of a command test, or "proof.property"
    file: str
    line: int
    clauses: tuple
    digest: str  # of the text of the test, or of the property
    seeds: tuple = ()  # that the text of the test names
    fault: tuple = ()  # of a proof: (file, what is replaced, by what)
    planted: str = ""  # a test that plants faults and sees that this one finds them; empty: none


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_holders(source, contract, complaints):
    """All of them, in the order of kinds and files."""
    cases, found = {}, []
    for path in sorted(_files(source)):
        text = read_text(source, path)
        if path.endswith(".cpp"):
            found += _cases(path, text, contract, complaints, cases)
        else:
            found += _commands(path, text, contract, complaints)
    found += _levels(source, contract, complaints, cases)
    found += _proofs(source, contract, complaints)
    return found


def _files(source):
    for folder, _, names in os.walk(os.path.join(source, TESTS)):
        for name in names:
            if name.endswith(".cpp") or name == "CMakeLists.txt":
                yield os.path.relpath(os.path.join(folder, name), source)


def _line(text, place):
    return text.count("\n", 0, place) + 1


def _body(text, place):
    """Of a test, up to the brace in the first column that ends it."""
    end = text.find("\n}", place)
    return text[place:end if end > 0 else len(text)]


def _seeds(body):
    return tuple(dict.fromkeys(found[1] for pattern in SEEDS for found in pattern.finditer(body)))


def _clauses(contract, complaints, path, line, text):
    numbers, complaint = contract.expand(text)
    if complaint:
        complaints.at(path, line, complaint)
    return tuple(numbers)


def _cases(path, text, contract, complaints, cases):
    for case in CASE.finditer(text):
        cases[f"{case[1]}.{case[2]}"] = (path, _line(text, case.start()), _body(text, case.start()))
    found, read = [], set()
    for comment in COMMENT.finditer(text):
        line = _line(text, comment.start())
        read.add(line)
        case = CASE.match(text, comment.end() + 1)
        if not case:
            complaints.at(path, line, "clauses must stand right before the TEST that holds them")
            continue
        name = f"{case[1]}.{case[2]}"
        clauses = _clauses(contract, complaints, path, line, comment[1].replace("\n//", ""))
        body = cases[name][2]
        found.append(Holder("test", name, path, cases[name][1], clauses, digest(body), _seeds(body)))
    for loose in LOOSE.finditer(text):
        if _line(text, loose.start()) not in read:
            complaints.at(path, _line(text, loose.start()), "a list of clauses fills its lines and ends with a full stop: "
                                                            "'// Holds C4.1-C4.3, C4.8.'")
    return found


def _commands(path, text, contract, complaints):
    """CMake refuses those whose test does not exist."""
    found = []
    for call in COMMAND.finditer(text):
        line = _line(text, call.start())
        listed, _, planted = call[2].partition("PLANTED")
        clauses = _clauses(contract, complaints, path, line, ", ".join(listed.split()))
        found.append(Holder("command", call[1].strip('"'), path, line, clauses, digest(call[0]),
                            planted=planted.strip(' "')))
    return found


def _levels(source, contract, complaints, cases):
    text = read_text(source, LEVELS)
    found = []
    for row in ROW.finditer(text):
        line = _line(text, row.start())
        if row[2] not in cases:
            complaints.at(LEVELS, line, f"there is no test {row[2]}")
        elif row[3]:
            path, place, body = cases[row[2]]
            clauses = _clauses(contract, complaints, LEVELS, line, row[3])
            found.append(Holder("test", row[2], path, place, clauses, digest(body), _seeds(body)))
    if not found:
        complaints.at(LEVELS, 1, "has no row with clauses")
    return found


def _proofs(source, contract, complaints):
    found = []
    for proof in table.read_proofs(source):
        text = read_text(source, proof.table)
        for entry in proof.properties:
            if not entry.clauses:
                continue
            line = _line(text, text.index(f'"{entry.name}"'))
            clauses = _clauses(contract, complaints, proof.table, line, ", ".join(entry.clauses))
            fault = (entry.fault.file, entry.fault.old, entry.fault.new)
            found.append(Holder("proof", f"{proof.name}.{entry.name}", proof.table, line, clauses,
                                digest(f"{entry.holds}\0{fault}"), fault=fault))
    return found
