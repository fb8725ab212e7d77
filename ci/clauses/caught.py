# The faults that tests have caught: of the record of ci/faults, and those that the tests of check-dut plant.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import glob
import hashlib
import json
import os
import re

from ci_error import CiError
from holders import CASE, read_text

FOLDER = "tests/rtl/faults"
RECORD = f"{FOLDER}/record.json"
FORMAT = 1
PLANTED = "tests/rtl/check_dut"
ROW = re.compile(r'\{"([a-z0-9-]+)",\s*"\w+: (\w+\.\w+)"\}')
COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


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


def digest(text):
    """Of a text without comments and blanks, as ci/faults has it."""
    return hashlib.sha256(" ".join(COMMENTS.sub(" ", text).split()).encode()).hexdigest()[:16]


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
        now = _Now(source)
        text = read_text(source, RECORD)
        for name, entry in record["faults"].items():
            line = text.count("\n", 0, text.index(f'"{name}"')) + 1
            if entry["result"] == "caught" and not entry["caught_by"]:
                complaints.at(RECORD, line, f"{name} is recorded as caught, by no test")
            stale = now.why_stale(entry, rows.get(name))
            for test in entry["caught_by"]:
                found.setdefault(short(test), []).append(
                    Fault(name, entry["sentence"], f"{entry['file']}:{entry['line']}", stale,
                          tuple(entry.get("clause", ()))))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CiError(f"{RECORD}: {type(error).__name__} {error}") from None


class _Now:
    """Digests of the tree, as ci/faults makes them."""

    def __init__(self, source):
        self.source = source
        self.files, self.tests = {}, None

    def why_stale(self, entry, row):
        if row is None:
            return "the fault is gone"
        kept = {name: value for name, value in row.items() if name not in ("clause", "report")}
        if hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16] != entry["digests"]["fault"]:
            return "the fault has changed"
        if self._file(entry["file"]) != entry["digests"]["rtl"]:
            return f"{entry['file']} has changed"
        changed = [test for test, value in entry["digests"]["tests"].items() if self._test(test) != value]
        return f"{changed[0]} has changed" if changed else ""

    def _file(self, path):
        if path not in self.files:
            here = os.path.exists(os.path.join(self.source, path))
            self.files[path] = digest(read_text(self.source, path)) if here else None
        return self.files[path]

    def _test(self, name):
        if name.startswith("prove:"):
            stem = f"tests/rtl/proofs/{name.removeprefix('prove:')}"
            texts = [f"{stem}.v", f"{stem}.json"]
            if not all(os.path.exists(os.path.join(self.source, path)) for path in texts):
                return None
            return digest("".join(read_text(self.source, path) for path in texts))
        if self.tests is None:
            self.tests = {}
            for path in glob.glob(os.path.join(self.source, "tests/rtl/**/*_test.cpp"), recursive=True):
                text = read_text(self.source, os.path.relpath(path, self.source))
                for case in CASE.finditer(text):
                    end = text.find("\n}", case.start())
                    self.tests[f"{case[1]}.{case[2]}"] = digest(text[case.start():end if end > 0 else len(text)])
        return self.tests.get(short(name))
