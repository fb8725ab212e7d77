# A single rank looks for no network cards; the ranks of mpirun start as ever, and many single ranks begin at a time.
# SPDX-License-Identifier: Apache-2.0
#
# start_test.py PROGRAM MPIEXEC
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MPIEXEC = sys.argv[1:3]
# Tests have the layer set, users do not.
USUAL = {name: value for name, value in os.environ.items() if name != "OMPI_MCA_pml"}
RUN = (PROGRAM, "run", "--quiet", "--accel", "model", "--rows", "9", "--cols", "9", "--iterations", "1")


class Start(unittest.TestCase):
    def started(self, *words, **variables):
        """The libraries that the call of these words opens."""
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace")
            result = subprocess.run(["strace", "-f", "-e", "trace=openat", "-o", trace, *words], capture_output=True,
                                    text=True, timeout=300, env={**USUAL, **variables}, stdin=subprocess.DEVNULL, check=False)
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(trace, encoding="utf-8", errors="replace") as file:
                text = file.read()
        return set(re.findall(r'openat\([^"]*"[^"]*?([^/"]+\.so)[^/"]*"', text))

    def test_a_single_rank(self):
        libraries = self.started(*RUN)
        self.assertIn("mca_pml_ob1.so", libraries)
        self.assertEqual(libraries & {"mca_pml_cm.so", "libfabric.so", "libpsm2.so"}, set())

    def test_a_layer_of_the_user_stays(self):
        self.assertIn("mca_pml_cm.so", self.started(*RUN, OMPI_MCA_pml="^ucx"))

    def test_mpirun(self):
        self.assertIn("mca_pml_cm.so", self.started(MPIEXEC, "-n", "1", *RUN))

    # Without the daemon of Open MPI one in seventy fails.
    def test_many_at_a_time(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            ended = list(pool.map(lambda _: subprocess.run(RUN, env=USUAL, stdin=subprocess.DEVNULL, capture_output=True,
                                                           text=True, timeout=300, check=False), range(200)))
        self.assertEqual([each.stderr for each in ended if each.returncode != 0], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
