# Digests of what decides the result of a fault: the file of the RTL, the fault, the tests. ci/faults writes them into
# the record; ci/signoff asks whether they still hold.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import re

from files import read_text

FORMAT = 1  # of the record
PROVE = "prove:"
TESTS = "tests/rtl"
PROOFS = "tests/rtl/proofs"
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
CASE = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.M)


def digest(text):
    """Of a text without comments and blanks."""
    return hashlib.sha256(" ".join(COMMENT.sub(" ", text).split()).encode()).hexdigest()[:16]


def digest_of_row(row):
    """Of a fault as its table has it; the sentence and the clauses decide no result."""
    kept = {name: value for name, value in row.items() if name not in ("clause", "report")}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16]


class Digests:
    """Of a tree."""

    def __init__(self, source):
        self.source = source
        self.files, self.cases = {}, None

    def of(self, file, row, tests):
        return {"rtl": self.of_file(file), "fault": digest_of_row(row),
                "tests": {test: self.of_test(test) for test in sorted(tests)}}

    def of_file(self, path):
        """None if there is no such file."""
        if path not in self.files:
            here = os.path.exists(os.path.join(self.source, path))
            self.files[path] = digest(read_text(self.source, path)) if here else None
        return self.files[path]

    def of_test(self, test):
        """Of the text of one case, or of a proof; None if there is no such test."""
        if test.startswith(PROVE):
            name = f"{PROOFS}/{test.removeprefix(PROVE)}"
            if not all(os.path.exists(os.path.join(self.source, name + end)) for end in (".v", ".json")):
                return None
            return digest(read_text(self.source, name + ".v") + read_text(self.source, name + ".json"))
        if self.cases is None:
            self._read_cases()
        # PREFIX/SUITE.CASE/NUMBER, SUITE/NUMBER.CASE of tests with parameters, of types
        suite, _, case = test.partition(":")[2].partition(".")
        names = [f"{part}.{case.partition('/')[0]}" for part in suite.split("/")]
        return next((self.cases[name] for name in names if name in self.cases), None)

    def _read_cases(self):
        """Each TEST(Suite, Case) up to the brace in the first column that ends it."""
        self.cases = {}
        for folder, _, names in os.walk(os.path.join(self.source, TESTS)):
            for name in names:
                if not name.endswith("_test.cpp"):
                    continue
                text = read_text(self.source, os.path.relpath(os.path.join(folder, name), self.source))
                for found in CASE.finditer(text):
                    end = text.find("\n}", found.start())
                    body = text[found.start():end if end > 0 else len(text)]
                    self.cases[f"{found[1]}.{found[2]}"] = digest(body)

    def why_stale(self, entry, file, row):
        """Why an entry of the record holds no longer; None if it does. row: of the table, None if it is gone."""
        if row is None:
            return "the fault is gone"
        now = self.of(file, row, entry["digests"]["tests"])
        if now["rtl"] != entry["digests"]["rtl"]:
            return f"{file} has changed"
        if now["fault"] != entry["digests"]["fault"]:
            return "its row has changed"
        for test, value in entry["digests"]["tests"].items():
            if now["tests"][test] is None:
                return f"there is no test {test} any more"
            if now["tests"][test] != value:
                return f"{test} has changed"
        return None
