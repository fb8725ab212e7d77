# Runs chosen tests under ctest and reports each verdict as soon as it is known.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re

import supervisor
from registry import numbers_text
from ci_error import CiError

LINE = re.compile(r" *\d+/\d+ Test +#(\d+): (.*)")
START = re.compile(r" *Start +(\d+): (.*)")
VERDICT = re.compile(r" \.+ *(\*\*\*)?(Passed|Skipped|Not Run \(Disabled\))?.*?(?:([0-9.]+) sec)?$")


@dataclasses.dataclass
class Result:
    verdict: str  # passed, skipped, failed
    seconds: str  # wall-clock time, as ctest prints it
    said: str  # ctest's line for the test
    output: list  # lines of a test that failed


class Runner:
    def __init__(self, tree, screen, log, hold):
        self.tree = tree
        self.screen = screen
        self.log = log
        self.hold = hold

    def run(self, tests, what, junit, on_result):
        """Runs the tests, one at least; calls on_result(test, Result) for each. junit: the file that ctest writes."""
        self.screen.start()
        by_number = {test.number: test for test in tests}
        results = {}
        current = None  # the test that failed last, whose output is being read

        def told(match):
            """The test that a line of ctest is about; None for a line of a test's own output."""
            test = by_number.get(int(match[1])) if match else None
            return test if test and match[2].startswith(test.name) else None

        def finish():
            nonlocal current
            if current:
                test, result = current
                while result.output and not result.output[-1]:
                    result.output.pop()
                current = None
                on_result(test, result)

        def on_line(line):
            nonlocal current
            self.log.write(line + "\n")
            match = LINE.match(line)
            test = told(match)
            verdict = VERDICT.match(match[2][len(test.name):]) if test else None
            if verdict and test.number not in results:
                finish()
                word = "passed" if verdict[2] == "Passed" and not verdict[1] else \
                    "skipped" if verdict[2] in ("Skipped", "Not Run (Disabled)") else "failed"
                result = Result(word, verdict[3] or "0", line.strip(), [])
                results[test.number] = result
                if word == "failed":
                    current = test, result
                else:
                    on_result(test, result)
                failed = sum(result.verdict == "failed" for result in results.values())
                self.screen.progress(what, len(results), len(tests), f"{failed} failed, " * (failed > 0) + test.name)
            elif told(START.match(line)) or re.match(r"\d+% tests passed", line):
                finish()
            elif current:
                current[1].output.append(line)

        numbers = os.path.join(self.tree.log_folder, "numbers")
        with open(numbers, "w", encoding="utf-8") as file:
            file.write(numbers_text(tests))
        jobs = os.environ.get("CTEST_PARALLEL_LEVEL") or str(max(2, os.cpu_count() or 1))
        command = ["ctest", "--test-dir", self.tree.build, "-I", numbers, "-j", jobs, "--output-on-failure",
                   "--no-tests=error", "--output-junit", junit]
        self.log.write(f"$ {' '.join(command)}\n")
        status = supervisor.run(command, on_line, self.tree.source, hold=self.hold)
        finish()
        self.screen.clear()
        self.log.flush()
        missing = [test.name for test in tests if test.number not in results]
        if missing:
            raise CiError(f"ctest ended with status {status} and told nothing of {len(missing)} tests, {missing[0]} "
                          f"among them: see {self.log.name}")
        failed = any(result.verdict == "failed" for result in results.values())
        if failed != (status != 0):
            raise CiError(f"ctest ended with status {status}, which its lines do not bear out: see {self.log.name}")
        return {by_number[number]: result for number, result in results.items()}
