# Results of the tests and proofs in a build folder, and whether they still hold for the tree.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re
import subprocess
import time
import urllib.parse

import kept
import table
from caught import short
from ci_error import CiError
from digests import Digests
from edges import FILE, stem
from results import Results

PASSED, FAILED, STALE, SKIPPED, NOT_RUN = "passed", "failed", "not proven (stale)", "skipped", "not run"
# The first of these that one of its cases has is the result of a test; a case may be skipped where others pass.
WORST_FIRST = (FAILED, STALE, NOT_RUN, PASSED, SKIPPED)
EDGE = re.compile(r"^build (passed/(?:\$.|[^\s:])+): test ((?:\$.|[^\n|])*)", re.M)
STEP = re.compile(r"^test (.*)$", re.M)
SEED = re.compile(r"\bseeds? (\d+)")


@dataclasses.dataclass
class Standing:
    """Of a test with all its cases, or of a property."""
    result: str = NOT_RUN
    cases: int = 0
    when: str = ""  # UTC, of the oldest run
    key: str = ""  # a digest of all inputs of the run: the tests' program, so of RTL and test; of a proof, its files
    detail: str = ""  # of a proof: what was shown, and for how long
    seeds: tuple = ()  # that the runs have printed


def _plain(name):
    return re.sub(r"\$(.)", r"\1", name)


class Build:
    """A build folder; everything is 'not run' where there is none."""

    def __init__(self, source, folder):
        self.source, self.folder = source, folder
        self.results = Results(folder)
        self.edges = {}  # inputs by name of the test
        self.stale = set()
        path = os.path.join(folder, FILE)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for edge in EDGE.finditer(text):
                name = urllib.parse.unquote(_plain(edge[1]).removeprefix("passed/"))
                self.edges[name] = [_plain(word) for word in edge[2].split()]
            self.by_test = {}
            for name in self.edges:
                self.by_test.setdefault(short(name), []).append(name)

    def tests(self, holder):
        """Names of the cases of a test."""
        if holder.kind == "command":
            return [holder.name] if holder.name in self.edges else []
        return self.by_test.get(holder.name, []) if self.edges else []

    def look(self, names):
        """Finds which of the tests would run again: ninja knows what is built, and files are compared with their
        digests."""
        have = [name for name in names if self.results.stamp(name)]
        if not have:
            return
        digests = Digests(os.path.join(self.folder, "log", "digests.json"), self.source)
        changed = {}
        for name in have:
            for word in self.edges[name]:
                if word not in changed:
                    changed[word] = self._has_changed(word, digests)
                if changed[word]:
                    self.stale.add(name)
        words = ["ninja", "-C", self.folder, "-f", FILE, "-n", "-k", "0"] + [f"passed/{stem(name)}" for name in have]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False,
                                  env={**os.environ, "NINJA_STATUS": ""})
        except OSError as error:
            raise CiError(f"ninja cannot be started: {error.strerror}") from None
        if done.returncode != 0:
            raise CiError(f"ninja cannot tell what is out of date in {self.folder}: "
                          f"{(done.stderr or done.stdout).strip().splitlines()[-1]}")
        self.stale |= set(STEP.findall(done.stdout)) & set(have)

    def _has_changed(self, word, digests):
        if not word.startswith("inputs/="):
            return False
        path = os.path.normpath(os.path.join(self.source, urllib.parse.unquote(word.removeprefix("inputs/="))))
        if path.startswith(self.folder + os.sep):
            return False  # ninja makes it
        try:
            with open(os.path.join(self.folder, word), encoding="utf-8") as file:
                return file.read() != (digests.of(path) or "")
        except OSError:
            return True

    def standing(self, holder):
        names = self.tests(holder)
        found, results = Standing(cases=len(names)), set()
        keys, seeds = [], []
        for name in names:
            result, record = self.result(name)
            results.add(result)
            if record:
                found.when = min(found.when or record.when, record.when)
                keys.append(record.key)
                seeds += SEED.findall(self.results.output(name))
        found.result = next((result for result in WORST_FIRST if result in results), NOT_RUN)
        found.key = keys[0] if len(set(keys)) == 1 else ("several" if keys else "")
        found.seeds = tuple(dict.fromkeys(seeds))
        return found

    def result(self, name):
        """(result, record) of a case."""
        stamp, latest = self.results.stamp(name), self.results.latest(name)
        if stamp:
            return (STALE if name in self.stale else PASSED), stamp
        if latest is None:
            return NOT_RUN, None
        return {"passed": STALE, "failed": FAILED, "skipped": SKIPPED}.get(latest.verdict, NOT_RUN), latest

    def case(self, ending):
        """The only test whose name ends so; None if there is none."""
        return next((name for name in self.edges if name.endswith(ending)), None)


class Proofs:
    """Results of ci/prove and of the tests prove:NAME, by a digest of the files and tools of a proof."""

    def __init__(self, source, build):
        self.folders = [os.path.join(build.folder, "tests", "rtl", "proofs"), os.path.join(source, "build", "prove")]
        self.proofs = {proof.name: proof for proof in table.read_proofs(source)}
        self.source, self.build = source, build
        self.tools = None
        self.read = {}

    def standing(self, holder):
        proof, _, name = holder.name.partition(".")
        rows, key, when = self._rows(proof)
        row = next((row for row in rows or () if row.property == name), None)
        if row is not None:
            seen = f", fault broken in cycle {row.fault_at}" if row.fault_at is not None else ""
            return Standing(PASSED if row.passed else FAILED, 1, when, key, row.result + seen)
        test = f"prove:{proof}"
        result = self.build.result(test)[0] if test in self.build.edges else NOT_RUN
        if result == FAILED:
            return Standing(FAILED, 1)
        here = any(os.path.exists(os.path.join(folder, proof, kept.RESULT)) for folder in self.folders)
        return Standing(STALE if here else NOT_RUN, 1)

    def _rows(self, name):
        if name not in self.read:
            self.read[name] = (None, "", "")
            for folder in self.folders:
                path = os.path.join(folder, name, kept.RESULT)
                if not os.path.exists(path):
                    continue
                self.tools = self.tools or kept.versions()
                key = self.proofs[name].key(self.source, self.tools)
                result = kept.known(folder, self.proofs[name], key)
                if result:
                    self.read[name] = (result[0], key, _utc(os.stat(path).st_mtime))
                    break
        return self.read[name]


def _utc(seconds):
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(seconds))
