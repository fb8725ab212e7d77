# Programs that call step.h, and `run` with the same problem: both reports must have the same cycles, blocks, classes and
# fields.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import subprocess
import sys
import tempfile
import unittest

EVERY = sys.argv[1] == "--every"  # what is too slow for each test run as well
MPIEXEC, RUN, *PROGRAMS = sys.argv[2 if EVERY else 1:]
BOUND = 300  # seconds that a program may take


class Programs(unittest.TestCase):
    maxDiff = 2000
    rows, cols, iterations = 400, 100, 40
    # What a program of its own cannot know of its arrays, or what the clock on the wall shows.
    own = {"seed", "dx", "dy", "beta"}

    def start(self, ranks, command, **variables):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            result = subprocess.run(
                [MPIEXEC, "-n", str(ranks), "--oversubscribe", *command], capture_output=True, text=True,
                timeout=BOUND, env=dict(os.environ, STENCIL_REPORT=report, **variables),
                stdin=subprocess.DEVNULL)
            self.assertEqual(result.returncode, 0, result.stderr)
            if not os.path.exists(report):
                self.assertEqual(result.stderr, "", command)
                return None, result.stdout
            self.expect_summary(report, result.stderr)
            with open(report, encoding="utf-8") as file:
                return json.load(file), result.stdout

    # What a client prints at its end is what `show` prints of its report.
    def expect_summary(self, report, told):
        lines = told.splitlines(keepends=True)
        self.assertRegex(lines[-1], r"^PASS: [1-9][0-9,]* values compared, 0 differ, [1-9]\d* blocks$")
        lines.remove(f"report: {report}\n")
        shown = subprocess.run([RUN, "show", report], capture_output=True, text=True, timeout=BOUND)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        problem = shown.stdout.index("accelerator ")
        self.assertRegex(shown.stdout[:problem],
                         f"^problem: rows {self.rows}, columns {self.cols}, iterations {self.iterations}, ")
        self.assertEqual(shown.stdout[problem:], "".join(lines))

    def report_of_run(self, ranks, *options):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "run.json")
            self.start(ranks, [RUN, "run", "--rows", str(self.rows), "--cols", str(self.cols), "--iterations",
                               str(self.iterations), *options, "--check", "block", "--report", report])
            with open(report, encoding="utf-8") as file:
                return json.load(file)

    def expect_same(self, ours, theirs, what):
        self.assertEqual(set(theirs) - set(ours), {"ok_covers"}, what)
        # Only `run` has a command line that the library reads.
        self.assertEqual(set(ours) - set(theirs), {"command"}, what)
        for field in ("ok", "mismatches", "first_mismatch", "error", "classes", "blocks", "blocks_omitted", "totals",
                      "machine"):
            self.assertEqual(theirs[field], ours[field], (what, field))
        known = {key: value for key, value in ours["problem"].items() if key not in self.own}
        self.assertEqual({key: value for key, value in theirs["problem"].items() if key not in self.own}, known, what)
        # `run` also compares the field at the end.
        self.assertEqual(theirs["compared"], ours["compared"] - self.rows * self.cols, what)
