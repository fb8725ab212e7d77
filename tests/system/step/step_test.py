# One problem through C, C++, Fortran and `run`: the same cycles, blocks, classes and fields in all reports.
# SPDX-License-Identifier: Apache-2.0
#
# step_test.py MPIEXEC RUN C CXX [FORTRAN]: programs.
import os
import pty
import re
import subprocess
import sys
import unittest

from programs import BOUND, PROGRAMS, RUN, Programs

ROWS, COLS, STEPS, SWEEPS, PORTION = 400, 100, 4, 10, 60
SCHEDULES = [(schedule, blocking) for schedule in ("sequential", "overlapped")
             for blocking in ("overlapped-rows", "skewed")]


class Step(Programs):
    rows, cols, iterations = ROWS, COLS, STEPS * SWEEPS

    def run_report(self, ranks, accel, schedule, blocking, portion=PORTION):
        return self.report_of_run(ranks, "--stw", str(SWEEPS), "--portion", str(portion), "--accel", accel, "--schedule",
                                  schedule, "--blocking", blocking)

    def client(self, ranks, program, accel, **variables):
        return self.start(ranks, [program, *map(str, (ROWS, COLS, STEPS, SWEEPS))], STENCIL_ACCEL=accel,
                          STENCIL_CHECK="block", **variables)

    def every_schedule(self, accel, ranks, programs=PROGRAMS):
        cycles = {}
        results = set()
        for schedule, blocking in SCHEDULES:
            ours = self.run_report(ranks, accel, schedule, blocking)
            cycles[schedule, blocking] = ours["totals"]["cycles"]
            for program in programs:
                theirs, out = self.client(ranks, program, accel, STENCIL_SCHEDULE=schedule, STENCIL_BLOCKING=blocking,
                                          STENCIL_PORTION=str(PORTION))
                self.expect_same(ours, theirs, (program, accel, ranks, schedule, blocking))
                covers = theirs["ok_covers"]
                self.assertEqual(covers.pop("steps"), STEPS * ranks)
                self.assertIn(f"{STEPS * ranks} steps, every row after each", covers.pop("text"))
                self.assertEqual(set(covers.values()), {0}, covers)
                results.add(float(re.search(r"sweeps: *(\S+)", out)[1]))
        self.assertEqual(results, {6.9991183732329549})
        return cycles

    def test_a_terminal_shows_how_far_it_is(self):
        """How many blocks there will be the program alone knows."""
        for asked, seen in (("1", True), ("0", False)):
            master, slave = pty.openpty()
            command = [PROGRAMS[0], *map(str, (ROWS, COLS, STEPS, SWEEPS))]
            program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave,
                                       env=dict(os.environ, STENCIL_ACCEL="model", STENCIL_SUMMARY=asked))
            os.close(slave)
            told = b""
            try:
                while piece := os.read(master, 65536):
                    told += piece
            except OSError:  # how the end of a terminal shows
                pass
            os.close(master)
            self.assertEqual(program.wait(BOUND), 0)
            drawn = rb"\r\x1b\[Ksweeps: [^\r\n]* gone(, [1-9][0-9,]* blocks?(, [0-9,]+ cycles/s)?)?"
            self.assertEqual(bool(re.search(drawn, told)), seen, told)
            self.assertEqual(told.endswith(b" blocks\r\n"), seen, told)
            self.assertNotIn(b"sweeps: ", told[told.rfind(b"\r\x1b[K") + 4:], "erased in the end")

    def test_model_on_one_rank(self):
        cycles = self.every_schedule("model", 1, PROGRAMS[:1])
        self.assertEqual(cycles["overlapped", "overlapped-rows"], 701235)
        self.assertEqual(cycles["overlapped", "skewed"], 557235)

    def test_model_on_two_ranks(self):
        self.every_schedule("model", 2)

    def test_model_on_four_ranks(self):
        self.every_schedule("model", 4, PROGRAMS[:2])

    def test_rtl(self):
        for ranks in (1, 2, 4):
            self.every_schedule("rtl", ranks, PROGRAMS[:1])

    def test_the_library_chooses_what_the_model_predicts_to_be_shortest(self):
        for ranks in (1, 4):
            chosen, _ = self.client(ranks, PROGRAMS[0], "model")
            problem = chosen["problem"]
            self.assertEqual((problem["schedule"], problem["blocking"]), ("overlapped", "skewed"))
            if ranks == 1:  # elsewhere each rank has its own portion
                same = self.run_report(ranks, "model", problem["schedule"], problem["blocking"], problem["portion"])
                self.assertEqual(chosen["totals"]["cycles"], same["totals"]["cycles"])
            for schedule, blocking in SCHEDULES:
                for portion in (60, 400):
                    other = self.run_report(ranks, "model", schedule, blocking, portion)
                    self.assertLessEqual(chosen["totals"]["cycles"], other["totals"]["cycles"],
                                         (schedule, blocking, portion))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
