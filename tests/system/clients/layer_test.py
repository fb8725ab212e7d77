# Another library that wraps functions of MPI: behind ours both see every call; of one in front a line says that the watch
# is blind.
# SPDX-License-Identifier: Apache-2.0
#
# layer_test.py MPIEXEC PROGRAM PROGRAM_WITH_LAYER LAYER
import os
import subprocess
import sys
import unittest

MPIEXEC, PROGRAM, LAYERED, LAYER = sys.argv[1:]
BOUND = 120  # seconds that a program may take
BLIND = "stencil: STENCIL_WATCH: deaths are named, hangs are not: the watch is blind to MPI_Sendrecv, MPI_Barrier"


class Layer(unittest.TestCase):
    def start(self, program, mistake, **variables):
        return subprocess.run([MPIEXEC, "-n", "2", "--oversubscribe", program, mistake], capture_output=True, text=True,
                              timeout=BOUND, stdin=subprocess.DEVNULL,
                              env={**os.environ, "STENCIL_ACCEL": "model", "STENCIL_CONFIG": "small", **variables})

    def test_behind_ours_it_sees_every_call_as_we_do(self):
        for watch in ("0", "1"):
            right = self.start(LAYERED, "exchange", STENCIL_WATCH=watch)
            self.assertEqual((right.returncode, right.stderr), (0, ""))
            self.assertIn("layer: 1 exchanges, 1 barriers\n", right.stdout)
        wrong = self.start(LAYERED, "wrong-tag", STENCIL_WATCH="1")
        self.assertEqual(wrong.returncode, 3, wrong.stderr)
        self.assertIn("stencil: hang: ranks 0, 1 can never go on\n", wrong.stderr)

    def test_in_front_of_ours_a_line_names_what_we_do_not_see(self):
        for variables in ({"STENCIL_WATCH": "1"}, {"STENCIL_CHECK": "block", "STENCIL_SUMMARY": "0"}):
            right = self.start(PROGRAM, "exchange", LD_PRELOAD=LAYER, **variables)
            self.assertEqual(right.returncode, 0, right.stderr)
            self.assertIn("layer: 1 exchanges, 1 barriers\n", right.stdout)
            self.assertEqual(right.stderr.count(BLIND), 1, right.stderr)
            self.assertIn(f"which {LAYER} takes before libstencil_cosim\n", right.stderr)
        unwatched = self.start(PROGRAM, "exchange", LD_PRELOAD=LAYER, STENCIL_WATCH="0")
        self.assertEqual((unwatched.returncode, unwatched.stderr), (0, ""))

    def test_of_a_rank_that_it_is_blind_to_the_death_is_still_named(self):
        killed = self.start(PROGRAM, "killed", LD_PRELOAD=LAYER, STENCIL_WATCH="1",
                            OMPI_MCA_odls_base_sigkill_timeout="1")
        self.assertNotEqual(killed.returncode, 0)
        self.assertIn("rank 1 died before the end\n", killed.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
