# Programs that put rows beside their places, or change halos after an update: told, and right ones are left alone.
# SPDX-License-Identifier: Apache-2.0
#
# wrong_halos_test.py MPIEXEC PROGRAM
import json
import os
import subprocess
import sys
import tempfile
import unittest

MPIEXEC, PROGRAM = sys.argv[1:]
BOUND = 120  # seconds that a program may take
STEPS, SWEEPS, COLS = 3, 4, 20
OWN = 30     # rows of each rank
# Mistake; what the warning says; the count in the report.
WRONG = [
    # The furthest row of the shadow, in each step; that of step 0 is not watched: the accelerator is made after its update.
    ("wall", "rank 1: f_to_accel: warning: row 0 of the shadow that VSDA_Update_end fills from rank 0, counted from 0, is "
             "not as rank 0, which owns it, has loaded it: rank 1 has changed it since the update",
     "other_shadows", STEPS - 1),
    ("source", "rank 1: f_to_accel: warning: row 2 of the shadow that VSDA_Update_end fills from rank 0, counted from 0, is "
               "not as rank 0, which owns it, has loaded it: rank 0 has changed its own since the update",
     "other_shadows", STEPS - 1),
    # Rows 0 and 59 bring the same zeros in each step, of which other words are loaded each time: left out.
    ("column", "rank 1: f_to_accel: warning: shadow rows 1 .. 58, columns 16 .. 19 of the field are not as rank 0",
     "other_shadows", None),
    # Blocks end at rows 14 and 28 of 34: the last begins at row 20, and its rows 28 .. 33 are to be kept.
    ("store", "f_from_accel: warning: rows 4 .. 9 of the block were stored (call 11) behind a row of call 7 that rows 12 .. 17 "
              "follow where f_to_accel loaded them", "shifted_words", None),
]


class WrongHalos(unittest.TestCase):
    def start(self, mistake, status):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            asked = dict(STENCIL_ACCEL="model", STENCIL_CONFIG="small", STENCIL_CHECK="block", STENCIL_PARANOID="1",
                         STENCIL_CHECK_STATUS="1", STENCIL_REPORT=path)
            result = subprocess.run([MPIEXEC, "-n", "2", "--oversubscribe", PROGRAM, mistake], capture_output=True,
                                    text=True, timeout=BOUND, stdin=subprocess.DEVNULL, env={**os.environ, **asked})
            self.assertEqual(result.returncode, status, result.stdout + result.stderr)
            with open(path, encoding="utf-8") as file:
                return json.load(file)["ok_covers"], result.stderr

    def test_right_programs_are_left_alone(self):
        for mode in ("right", "right-boxes"):
            told = self.start(mode, 0)[1]
            self.assertNotIn("warning", told)
            self.assertEqual(told.splitlines()[-1].split(":")[0], "PASS", told)

    def test_wrong_ones_are_told(self):
        for mistake, text, name, count in WRONG:
            with self.subTest(mistake):
                covers, told = self.start(mistake, 1)
                self.assertIn(text, told)
                self.assertGreater(covers[name], 0)
                if count is not None:
                    self.assertEqual(covers[name], count)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
