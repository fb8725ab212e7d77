# Strips, joined steps and parts that stay in the device: one problem through C, C++, Fortran and `run`.
# SPDX-License-Identifier: Apache-2.0
#
# schedules_test.py [--every] MPIEXEC RUN C CXX [FORTRAN]: programs. Without --every as few runs as have each schedule but
# joined steps of one strip once, each in another language.
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from programs import BOUND, EVERY, MPIEXEC, PROGRAMS, RUN, Programs

SWEEPS, PORTION, HEIGHT = 8, 24, 25  # 8 strips, the last of 21 rows
CUT = {"STENCIL_PORTION": str(PORTION)}
MIDDLE = 6.490556042808702  # after all sweeps, in the middle row


class Schedules(Programs):
    rows, cols, iterations = 196, 40, 36  # the last step has 4 sweeps

    def compare(self, mode, ranks, accel, options, programs, steps, own=frozenset(), **variables):
        """The cycles of `run` with these options, which all programs take."""
        ours = self.report_of_run(ranks, "--accel", accel, "--stw", str(SWEEPS), "--portion", str(PORTION), *options)
        self.own = Programs.own | own
        for program in programs:
            what = (program, mode, accel, ranks, options)
            theirs, out = self.start(
                ranks, [program, mode, *map(str, (self.rows, self.cols, self.iterations, SWEEPS, HEIGHT))],
                STENCIL_ACCEL=accel, STENCIL_CHECK="block", **CUT, **variables)
            self.expect_same(ours, theirs, what)
            covers = theirs["ok_covers"]
            self.assertEqual(covers.pop("steps"), steps, what)
            self.assertIn(f"{steps} steps, every row after each", covers.pop("text"))
            self.assertEqual(set(covers.values()), {0}, covers)
            self.assertEqual(float(re.search(r"sweeps: *(\S+)", out)[1]), MIDDLE, what)
        return ours["totals"]["cycles"]

    def strips(self, ranks, accel, schedule, blocking, programs):
        options = ("--schedule", schedule, "--blocking", blocking, "--distribution", "cyclic", "--block-rows",
                   str(HEIGHT))
        return self.compare("strips", ranks, accel, options, programs, 5 * ranks, STENCIL_SCHEDULE=schedule,
                            STENCIL_BLOCKING=blocking)

    def test_strips(self):
        self.assertEqual(self.strips(2, "model", "overlapped", "skewed", PROGRAMS if EVERY else PROGRAMS[:1]), 80573)
        if EVERY:
            self.assertEqual(self.strips(1, "rtl", "overlapped", "overlapped-rows", PROGRAMS[1:2]), 193101)
            self.strips(2, "model", "sequential", "skewed", PROGRAMS)
            self.strips(2, "rtl", "sequential", "overlapped-rows", PROGRAMS)
            self.strips(3, "model", "overlapped", "skewed", PROGRAMS)  # ranks of 3, 3 and 2 strips

    @unittest.skipUnless(EVERY, "with --every")
    def test_joined_steps(self):
        cases = [("model", "skewed", 86025), ("rtl", "skewed", 86025), ("model", "overlapped-rows", 137618),
                 ("rtl", "overlapped-rows", 137618)]
        for accel, blocking, cycles in cases:
            options = ("--schedule", "joined", "--blocking", blocking)
            self.assertEqual(self.compare("joined", 1, accel, options, PROGRAMS, 5, STENCIL_BLOCKING=blocking,
                                          STENCIL_SCHEDULE="sequential"), cycles)

    def joined_strips(self, ranks, accel, blocking, programs):
        options = ("--schedule", "joined", "--blocking", blocking, "--distribution", "cyclic", "--block-rows", str(HEIGHT))
        return self.compare("joined-strips", ranks, accel, options, programs, 5 * ranks, STENCIL_BLOCKING=blocking)

    def test_joined_steps_of_strips(self):
        self.assertEqual(self.joined_strips(2, "model", "skewed", PROGRAMS if EVERY else PROGRAMS[1:2]), 75776)
        if EVERY:
            self.assertEqual(self.joined_strips(1, "model", "skewed", PROGRAMS), 143613)  # the whole field
            self.joined_strips(2, "rtl", "overlapped-rows", PROGRAMS)
            self.joined_strips(1, "model", "overlapped-rows", PROGRAMS)
            self.joined_strips(3, "model", "skewed", PROGRAMS)  # ranks of 3, 3 and 2 strips

    def test_a_part_that_stays_in_the_device(self):
        # A part that stays is one block; `run` still reports what it was asked for.
        own = {"portion"}
        options = ("--schedule", "resident")
        if EVERY:
            self.compare("resident", 2, "model", options, PROGRAMS, 10, own)
            self.compare("resident", 4, "rtl", options, PROGRAMS, 20, own)
            self.assertEqual(self.compare("resident", 4, "model", options, PROGRAMS, 20, own), 45648)
            self.assertEqual(self.unchecked(2, "model", PROGRAMS), 54928)
            self.assertEqual(self.unchecked(4, "rtl", PROGRAMS[:1]), 36540)
        # Ranks between two others exchange with one after the other.
        self.assertEqual(self.unchecked(4, "model", PROGRAMS if EVERY else PROGRAMS[-1:]), 36540)

    def unchecked(self, ranks, accel, programs):
        """The cycles of a part that stays, of `run` and programs: halo rows alone travel; checks have all rows stored."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        problem = [str(one) for one in (self.rows, self.cols, self.iterations, SWEEPS, HEIGHT)]
        commands = [[RUN, "run", "--accel", accel, "--rows", problem[0], "--cols", problem[1], "--iterations", problem[2],
                     "--stw", str(SWEEPS), "--portion", str(PORTION), "--schedule", "resident", "--check", "off", "--report",
                     os.path.join(folder.name, "0.json")]]
        commands += [[program, "resident", *problem] for program in programs]
        reports = []
        for number, command in enumerate(commands):
            path = os.path.join(folder.name, f"{number}.json")
            out = subprocess.run([MPIEXEC, "-n", str(ranks), "--oversubscribe", *command], check=True, timeout=BOUND,
                                 capture_output=True, text=True,
                                 env=dict(os.environ, STENCIL_ACCEL=accel, STENCIL_REPORT=path)).stdout
            if number > 0:
                self.assertEqual(float(re.search(r"sweeps: *(\S+)", out)[1]), MIDDLE, command)
            with open(path, encoding="utf-8") as file:
                reports.append(json.load(file))
            for field in ("classes", "blocks", "totals"):
                self.assertEqual(reports[-1][field], reports[0][field], (command, field))
        return reports[0]["totals"]["cycles"]


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
