# The record of what caught each fault, and whether it still holds: by digests of the RTL, the fault and the tests.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import re

from programs import PROVE
from table import FOLDER, PROOFS, RECORD, read_json, read_text

CAUGHT, SURVIVED, EQUIVALENT = "caught", "survived", "equivalent"
FORMAT = 1
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
CASE = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.M)


def digest(text):
    """Of a text without comments and blanks."""
    return hashlib.sha256(" ".join(COMMENT.sub(" ", text).split()).encode()).hexdigest()[:16]


class Digests:
    """Of what decides a result, in a tree."""

    def __init__(self, source):
        self.source = source
        self.files, self.cases = {}, None

    def of(self, fault, tests):
        return {"rtl": self._file(fault.file), "fault": self.of_fault(fault),
                "tests": {test: self.of_test(test) for test in sorted(tests)}}

    @staticmethod
    def of_fault(fault):
        row = {name: value for name, value in fault.row.items() if name not in ("clause", "report")}
        return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()[:16]

    def of_test(self, test):
        """Of the text of one case, or of a proof; None if there is no such test."""
        if test.startswith(PROVE):
            name = f"{PROOFS}/{test.removeprefix(PROVE)}"
            if not os.path.exists(os.path.join(self.source, name + ".json")):
                return None
            return digest(read_text(self.source, name + ".v") + read_text(self.source, name + ".json"))
        if self.cases is None:
            self._read_cases()
        # PREFIX/SUITE.CASE/NUMBER, SUITE/NUMBER.CASE of tests with parameters, of types
        suite, _, case = test.partition(":")[2].partition(".")
        names = [f"{part}.{case.partition('/')[0]}" for part in suite.split("/")]
        return next((self.cases[name] for name in names if name in self.cases), None)

    def _file(self, path):
        if path not in self.files:
            self.files[path] = digest(read_text(self.source, path))
        return self.files[path]

    def _read_cases(self):
        """Each TEST(Suite, Case) up to the brace in the first column that ends it."""
        self.cases = {}
        for folder, _, names in os.walk(os.path.join(self.source, "tests", "rtl")):
            for name in names:
                if not name.endswith("_test.cpp"):
                    continue
                text = read_text(self.source, os.path.relpath(os.path.join(folder, name), self.source))
                for found in CASE.finditer(text):
                    end = text.find("\n}", found.start())
                    body = text[found.start():end if end > 0 else len(text)]
                    self.cases[f"{found[1]}.{found[2]}"] = digest(body)


def read_record(source):
    """Results by the name of the fault; none where there is no record yet."""
    path = os.path.join(source, FOLDER, RECORD)
    if not os.path.exists(path):
        return {}
    record = read_json(source, f"{FOLDER}/{RECORD}")
    return record.get("faults", {}) if record.get("format") == FORMAT else {}


def write_record(source, faults, results):
    """Results take the place of those of the same names; faults that are gone leave the record."""
    names = {fault.name for fault in faults}
    kept = {name: entry for name, entry in {**read_record(source), **results}.items() if name in names}
    path = os.path.join(source, FOLDER, RECORD)
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump({"format": FORMAT, "faults": dict(sorted(kept.items()))}, file, indent=1)
        file.write("\n")
    os.replace(path + ".part", path)


def stale(entry, fault, digests):
    """Why a result no longer holds; None if it does."""
    if not entry:
        return "was never run"
    now = digests.of(fault, entry["digests"]["tests"])
    if now["rtl"] != entry["digests"]["rtl"]:
        return f"{fault.file} has changed"
    if now["fault"] != entry["digests"]["fault"]:
        return "its row has changed"
    for test, value in entry["digests"]["tests"].items():
        if now["tests"][test] is None:
            return f"there is no test {test} any more"
        if now["tests"][test] != value:
            return f"{test} has changed"
    return None
