# Reads the faults: tests/rtl/faults has a table MODULE.json for each module, and the tests of each folder of the RTL.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re

from ci_error import CiError
from fault_digests import PROOFS
from files import read_json

FOLDER = "tests/rtl/faults"
LADDERS = "ladders.json"
RECORD = "record.json"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CHOSEN = "CHOSEN"


@dataclasses.dataclass(frozen=True)
class Edit:
    old: str  # occurs once in the file
    new: str  # CHOSEN in it is 1 while the fault is chosen, else 0


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    module: str
    file: str  # relative to the source tree
    edits: tuple
    report: str  # the sentence of a bug report
    between: bool  # lies between modules
    clause: tuple
    equivalent: dict  # {"proof": PROOF:SPARE} or {"reason", "clause"}; None if it is not equivalent
    tests: tuple  # asked first, of the row or else of the module: BINARY:FILTER, cheapest first
    row: dict  # as the table has it

    def plain(self, text):
        """The file with the fault in place, always on."""
        for edit in self.edits:
            text = text.replace(edit.old, edit.new.replace(CHOSEN, "1'b1"))
        return text

    def line(self, text):
        return text.count("\n", 0, text.index(self.edits[0].old)) + 1 if self.edits[0].old in text else None

    def misplaced(self, text):
        """Texts that do not occur once."""
        return [edit.old for edit in self.edits if text.count(edit.old) != 1]


def read_ladders(source):
    """Tests by the folder of the RTL that they judge; "device" has those of the whole device."""
    ladders = read_json(source, f"{FOLDER}/{LADDERS}")
    for place, tests in ladders.items():
        if not isinstance(tests, list) or not all(isinstance(test, str) for test in tests):
            raise CiError(f"{FOLDER}/{LADDERS}: {place} must be a list of tests, BINARY or BINARY:FILTER")
    return ladders


def read_faults(source):
    """All of them, in the order of the tables. Raises CiError if a table is wrong."""
    folder = os.path.join(source, FOLDER)
    if not os.path.isdir(folder):
        raise CiError(f"there is no folder {folder}")
    faults = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json") and name not in (LADDERS, RECORD):
            faults += _read_table(source, f"{FOLDER}/{name}", name[:-5])
    names = [fault.name for fault in faults]
    for name in names:
        if names.count(name) > 1:
            raise CiError(f"{FOLDER}: two faults are called {name}")
    return faults


def _read_table(source, path, module):
    table = read_json(source, path)
    try:
        file = f"rtl/{table['file']}"
        faults = [_fault(row, module, file, tuple(table["tests"])) for row in table["faults"]]
    except KeyError as error:
        raise CiError(f"{path}: there is no {error}") from None
    except (TypeError, AttributeError) as error:
        raise CiError(f"{path}: {error}") from None
    for fault in faults:
        _check(source, path, fault)
    return faults


def _fault(row, module, file, tests):
    edits = tuple(Edit(edit["old"], edit["new"]) for edit in (row, *row.get("also", ())))
    return Fault(name=row["name"], module=module, file=file, edits=edits, report=row["report"],
                 between=row.get("between", False), clause=tuple(row.get("clause", ())),
                 equivalent=row.get("equivalent"), tests=tuple(row.get("tests", tests)), row=row)


def _check(source, path, fault):
    def refuse(text):
        raise CiError(f"{path}: {text}")

    if not NAME.fullmatch(fault.name):
        refuse(f"the name '{fault.name}' must be of small letters, digits and single '-'")
    for edit in fault.edits:
        if not edit.old or edit.old == edit.new:
            refuse(f"{fault.name} changes nothing")
    if not any(CHOSEN in edit.new for edit in fault.edits):
        refuse(f"{fault.name}: 'new' must have {CHOSEN}, which is 1 while the fault is chosen")
    if not fault.report.endswith("."):
        refuse(f"{fault.name}: 'report' must be a sentence")
    if fault.equivalent is None:
        return
    if not isinstance(fault.equivalent, dict) or set(fault.equivalent) not in ({"proof"}, {"reason", "clause"}):
        refuse(f"{fault.name}: 'equivalent' needs a 'proof', or a 'reason' and the 'clause' of rtl/CONTRACT.md")
    if "proof" in fault.equivalent:
        proof, _, spare = fault.equivalent["proof"].partition(":")
        known = [entry["name"] for entry in read_json(source, f"{PROOFS}/{proof}.json").get("spares", ())]
        if spare not in known:
            refuse(f"{fault.name}: the proof {proof} does not show that '{spare}' is not needed, only: "
                   f"{', '.join(known) or 'nothing'}")
