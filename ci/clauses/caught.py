# The faults that tests have caught: of the record of ci/faults, and those that the tests of check-dut plant.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import glob
import json
import os
import re

from ci_error import CiError
from fault_digests import CASE, FORMAT, Digests, read_text

FOLDER = "tests/rtl/faults"
RECORD = f"{FOLDER}/record.json"
PLANTED = "tests/rtl/check_dut"
ROW = re.compile(r'\{"([a-z0-9-]+)",\s*"\w+: (\w+\.\w+)"\}')


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    sentence: str
    place: str  # where it is planted, or the record that names it
    stale: str = ""  # why the result holds no longer
    about: tuple = ()  # clauses, or sections of the contract, that it breaks; empty: it is not known which
    witness: str = ""  # the test that plants it and sees it caught; empty: the record

    def breaks(self, clause):
        return not self.about or clause.number in self.about or clause.section in self.about


def short(test):
    """'Suite.Case' of PROGRAM:PREFIX/Suite.Case/PARAMETER, PROGRAM:Suite/TYPE.Case, and PROGRAM:Suite.Case<TYPE> as ctest
    has it; other names as they are."""
    suite, dot, case = test.partition(":")[2].partition(".")
    parts = [part for part in suite.split("/") if not part.isdigit()]
    return f"{parts[-1]}.{re.split('[/<]', case)[0]}" if dot else test


def read_caught(source, complaints):
    """(faults by the test that catches them, is there a record?). Tests: 'Suite.Case', or 'prove:NAME'."""
    found = {}
    for path in sorted(glob.glob(os.path.join(source, PLANTED, "*_test.cpp"))):
        place = os.path.relpath(path, source)
        text = read_text(source, place)
        suites = [case[1] for case in CASE.finditer(text)]
        for row in ROW.finditer(text):
            line = text.count("\n", 0, row.start()) + 1
            witness = f"{suites[0]}.IsNamedFirst/{row[1].replace('-', '_')}" if suites else ""
            found.setdefault(row[2], []).append(Fault(row[1], "", f"{place}:{line}", witness=witness))
    has_record = os.path.exists(os.path.join(source, RECORD))
    if has_record:
        _record(source, found, complaints)
    return found, has_record


def _record(source, found, complaints):
    try:
        record = json.loads(read_text(source, RECORD))
        if record.get("format") != FORMAT:
            raise CiError(f"{RECORD}: format {record.get('format')}, this tool reads {FORMAT}")
        rows = {row["name"]: row for path in sorted(glob.glob(os.path.join(source, FOLDER, "*.json")))
                for row in json.loads(read_text(source, os.path.relpath(path, source))).get("faults", ())
                if isinstance(row, dict)}
        now = Digests(source)
        text = read_text(source, RECORD)
        for name, entry in record["faults"].items():
            line = text.count("\n", 0, text.index(f'"{name}"')) + 1
            if entry["result"] == "caught" and not entry["caught_by"]:
                complaints.at(RECORD, line, f"{name} is recorded as caught, by no test")
            stale = now.why_stale(entry, entry["file"], rows.get(name)) or ""
            for test in entry["caught_by"]:
                found.setdefault(short(test), []).append(
                    Fault(name, entry["sentence"], f"{entry['file']}:{entry['line']}", stale,
                          tuple(entry.get("clause", ()))))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CiError(f"{RECORD}: {type(error).__name__} {error}") from None
