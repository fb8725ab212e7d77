# A single rank starts neither a daemon nor a search for network cards; the ranks of mpirun start as ever.
# SPDX-License-Identifier: Apache-2.0
#
# start_test.py PROGRAM MPIEXEC
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MPIEXEC = sys.argv[1:3]
OURS = ("OMPI_MCA_ess_singleton_isolated", "OMPI_MCA_pml")  # tests have them set
RUN = (PROGRAM, "run", "--quiet", "--accel", "model", "--rows", "9", "--cols", "9", "--iterations", "1")


class Start(unittest.TestCase):
    def started(self, *words, **variables):
        """What the call of these words executes and which libraries it opens."""
        environment = {**{name: value for name, value in os.environ.items() if name not in OURS}, **variables}
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace")
            result = subprocess.run(["strace", "-f", "-e", "trace=execve,openat", "-o", trace, *words], capture_output=True,
                                    text=True, timeout=300, env=environment, stdin=subprocess.DEVNULL, check=False)
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(trace, encoding="utf-8", errors="replace") as file:
                text = file.read()
        return set(re.findall(r'execve\("[^"]*?([^/"]+)"', text)), set(re.findall(r'openat\([^"]*"[^"]*?([^/"]+\.so)[^/"]*"', text))

    def test_a_single_rank(self):
        programs, libraries = self.started(*RUN)
        self.assertEqual(programs, {"stencil-cosim"})
        self.assertIn("mca_pml_ob1.so", libraries)
        self.assertEqual(libraries & {"mca_pml_cm.so", "libfabric.so", "libpsm2.so"}, set())

    def test_variables_of_the_user_stay(self):
        self.assertIn("orted", self.started(*RUN, OMPI_MCA_ess_singleton_isolated="0")[0])

    def test_mpirun(self):
        self.assertIn("mca_pml_cm.so", self.started(MPIEXEC, "-n", "1", *RUN)[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
