# The test cases of a program of GoogleTest, each run in a process of its own that notes what it reaches.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import subprocess
import threading

from ci_error import CiError
from files import read_json

FOLDER = "tests/rtl/coverage"
SUITES = FOLDER + "/suites.json"
VARIABLE = "STENCIL_COVERAGE_FILE"
MOST_S = 300  # CPU seconds of a case


@dataclasses.dataclass(frozen=True)
class Suite:
    program: str
    filter: str  # of its cases, as GoogleTest takes it


@dataclasses.dataclass(frozen=True)
class Case:
    program: str
    name: str

    @property
    def test(self):
        """Its name in ctest."""
        return f"{self.program}:{self.name}"


def read_suites(source):
    try:
        return [Suite(row["program"], row.get("filter", "*")) for row in read_json(source, SUITES)]
    except (KeyError, TypeError, AttributeError) as error:
        raise CiError(f"{SUITES}: needs a list of {{\"program\", \"filter\"}}: {error!r}") from None


def list_cases(suite, binary):
    done = subprocess.run([binary, "--gtest_list_tests", f"--gtest_filter={suite.filter}"], capture_output=True, text=True,
                          errors="replace", check=False)
    if done.returncode != 0:
        why = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no reason was printed"]
        raise CiError(f"{suite.program} lists no cases of '{suite.filter}' ({SUITES}), status {done.returncode}: {why[0]}")
    return parse_list(suite.program, done.stdout)


def parse_list(program, text):
    """A line for each suite, 'Suite.  # TypeParam = ...', and an indented one for each case."""
    cases, group = [], None
    for line in text.splitlines():
        word = line.split("#")[0].strip()
        if not word or word.startswith("Running main"):
            continue
        if line.startswith("  ") and group:
            if not word.startswith("DISABLED_"):
                cases.append(Case(program, group + word))
        elif word.endswith("."):
            group = word
        else:
            raise CiError(f"{program} --gtest_list_tests: '{line}' is neither a suite nor a case")
    if not cases:
        raise CiError(f"{program} --gtest_list_tests: no case")
    return cases


def run_case(case, binary, output):
    """Runs it; what it has reached is in the file `output`. CPU seconds; CiError if it fails or notes nothing."""
    if os.path.exists(output):
        os.remove(output)
    words = ["prlimit", f"--cpu={MOST_S}", binary, f"--gtest_filter={case.name}"]
    log = output + ".log"
    with open(log, "w", encoding="utf-8") as file:
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                 env={**os.environ, VARIABLE: output, "GTEST_COLOR": "no"})
    clock = threading.Timer(10 * MOST_S, child.kill)
    clock.start()
    try:
        _, status, usage = os.wait4(child.pid, 0)
    finally:
        clock.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise CiError(f"{case.test} fails in the build of ci/coverage, status {child.returncode}: {log}; what tests reach "
                      "counts only where they pass")
    os.remove(log)
    return usage.ru_utime + usage.ru_stime
