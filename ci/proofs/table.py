# Reads what is to be proved: tests/rtl/proofs has a checker NAME.v and a table NAME.json for each proof.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import hashlib
import json
import os
import re

from ci_error import CiError

FOLDER = "tests/rtl/proofs"
STAND_INS = FOLDER + "/stand_ins"
METHODS = ("pdr", "bmc", "step")
PORT = re.compile(r"output\s+(?:wire|reg)\s+(given|wrong|seen)_(\w+)")
MOST_CYCLES = 1000  # of a bound


@dataclasses.dataclass(frozen=True)
class Fault:
    """An edit that must break the property. Its file is the first of the proof if none is named."""
    file: str  # relative to the source tree
    old: str
    new: str


@dataclasses.dataclass(frozen=True)
class Property:
    name: str  # the checker's output wrong_NAME
    holds: str  # a sentence
    seen: str  # the checker's output seen_SEEN: a cover point, without which the property would say nothing
    fault: Fault
    clauses: tuple = ()  # of rtl/CONTRACT.md that it holds, "C5.3"; ci/signoff shows them


@dataclasses.dataclass(frozen=True)
class Spare:
    """An edit that must break no property: what it takes away is not needed."""
    name: str
    holds: str  # why not
    edit: Fault


@dataclasses.dataclass(frozen=True)
class Proof:
    name: str
    module: str  # of the RTL
    files: tuple  # of the RTL, relative to the source tree
    stand_ins: tuple  # files that take the place of modules, likewise
    parameters: dict
    method: str  # one of METHODS
    bound: int  # cycles: of bmc, and in which cover points are reached and faults found
    limit_s: int  # CPU seconds for each call of the solver
    slow: bool  # ci/nightly runs it, ci/test does not
    properties: tuple
    spares: tuple
    given: tuple  # assumptions: the checker's outputs given_NAME

    @property
    def checker(self):
        return f"{FOLDER}/{self.name}.v"

    @property
    def table(self):
        return f"{FOLDER}/{self.name}.json"

    @property
    def inputs(self):
        return (*self.files, *self.stand_ins, self.checker, self.table)

    def texts(self, source):
        """The Verilog that is read, by path."""
        return {path: read_text(source, path) for path in (*self.files, *self.stand_ins, self.checker)}

    def key(self, source, tools):
        """A digest of all that decides the result. tools: versions."""
        digest = hashlib.sha256(tools.encode())
        for path in self.inputs:
            digest.update(f"\0{path}\0{read_text(source, path)}".encode())
        return digest.hexdigest()


def read_proofs(source):
    """All of them, in the order of their names. Raises CiError if a table is wrong."""
    folder = os.path.join(source, FOLDER)
    if not os.path.isdir(folder):
        raise CiError(f"there is no folder {folder}")
    names = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".json"))
    checkers = sorted(name[:-2] for name in os.listdir(folder) if name.endswith(".v"))
    for name in set(checkers) ^ set(names):
        raise CiError(f"{FOLDER}/{name} has a checker .v without a table .json, or a table without a checker")
    return [read_proof(source, name) for name in names]


def read_text(source, path):
    try:
        with open(os.path.join(source, path), encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise CiError(f"{path} cannot be read: {error}") from None


def read_proof(source, name):
    """One of them. Raises CiError if there is none or its table is wrong."""
    path = f"{FOLDER}/{name}.json"
    try:
        row = json.loads(read_text(source, path))
        files = tuple(f"rtl/{file}" for file in row.pop("files"))

        def edit(entry):
            return Fault(f"rtl/{entry['file']}" if "file" in entry else files[0], entry["old"], entry["new"])

        properties = tuple(Property(entry["name"], entry["holds"], entry["seen"], edit(entry["fault"]),
                                    tuple(entry.get("clauses", ())))
                           for entry in row.pop("properties"))
        spares = tuple(Spare(entry["name"], entry["holds"], edit(entry)) for entry in row.pop("spares", []))
        stand_ins = tuple(f"{STAND_INS}/{file}" for file in row.pop("stand_ins", []))
        proof = Proof(name=name, files=files, stand_ins=stand_ins, properties=properties, spares=spares,
                      slow=row.pop("slow", False),
                      given=_ports(source, name, "given"), parameters=row.pop("parameters", {}), **row)
    except (ValueError, TypeError, AttributeError) as error:
        raise CiError(f"{path}: {error}") from None
    except KeyError as error:
        raise CiError(f"{path}: there is no {error}") from None
    _check(source, proof)
    return proof


def _ports(source, name, kind):
    return tuple(found[2] for found in PORT.finditer(read_text(source, f"{FOLDER}/{name}.v")) if found[1] == kind)


def _check(source, proof):
    def refuse(text):
        raise CiError(f"{proof.table}: {text}")

    if proof.method not in METHODS:
        refuse(f"method '{proof.method}' must be one of {', '.join(METHODS)}")
    for what, value, most in (("bound", proof.bound, MOST_CYCLES), ("limit_s", proof.limit_s, 3600)):
        if not isinstance(value, int) or not 1 <= value <= most:
            refuse(f"{what} {value} must be a whole number, 1..{most}")
    if proof.method == "step" and "reset" in proof.given:
        refuse("method step begins in any state: the checker must not ask for a reset")
    names = [entry.name for entry in proof.properties]
    wrong, seen = (_ports(source, proof.name, kind) for kind in ("wrong", "seen"))
    if not names or sorted(names) != sorted(wrong):
        refuse(f"properties {', '.join(names)}, but the checker's outputs wrong_NAME are {', '.join(wrong)}")
    used = {entry.seen for entry in proof.properties}
    if used != set(seen):
        refuse(f"cover points {', '.join(sorted(used))}, but the checker's outputs seen_NAME are {', '.join(seen)}")
    edits = [(entry.name, entry.fault) for entry in proof.properties]
    edits += [(entry.name, entry.edit) for entry in proof.spares]
    for name, edit in edits:
        if edit.file not in proof.files:
            refuse(f"the edit of {name} is in {edit.file}, which is not among the files")
        if edit.old == edit.new:
            refuse(f"the edit of {name} changes nothing")
