# Where nothing is asked of the library, a call of MPI takes at most 20 instructions more, no thread and no shared memory.
# SPDX-License-Identifier: Apache-2.0
#
# cost_test.py PROGRAM
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
BOUND = 300  # seconds that the program may take
TIMES = 1000
MOST = 20
CALLS = {"Isend", "Recv", "Wait", "Sendrecv", "Test", "Waitall", "Barrier", "Bcast", "Allreduce", "Gather"}
QUIET = {name: value for name, value in os.environ.items() if not name.startswith("STENCIL_")}


class Cost(unittest.TestCase):
    def run_under(self, *tool, **variables):
        result = subprocess.run([*tool, PROGRAM, str(TIMES)], capture_output=True, text=True, timeout=BOUND,
                                env={**QUIET, **variables}, stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 0, result.stderr)

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed: ci/setup nightly")
    def test_instructions_of_each_call(self):
        with tempfile.TemporaryDirectory() as folder:
            counts = os.path.join(folder, "counts")
            self.run_under("valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}")
            table = subprocess.run(["callgrind_annotate", "--threshold=100", counts], capture_output=True, text=True,
                                   check=True).stdout
        ours = {name: int(number.replace(",", ""))
                for number, name in re.findall(r"^ *([0-9,]+) .*:MPI_(\w+) \[\S*libstencil_cosim", table, re.M)}
        self.assertEqual(set(ours) & CALLS, CALLS, table[:2000])
        for name in sorted(CALLS):
            # Those of the program's own, and a few when it begins and ends.
            self.assertLess(ours[name], (MOST + 1) * TIMES, name)
            self.assertGreaterEqual(ours[name], TIMES, name)

    def test_no_thread_and_no_shared_memory(self):
        def traced(**variables):
            with tempfile.TemporaryDirectory() as folder:
                trace = os.path.join(folder, "trace")
                self.run_under("strace", "-f", "-e", "trace=openat,clone,clone3", "-o", trace, **variables)
                with open(trace, encoding="utf-8") as file:
                    text = file.read()
            return "/dev/shm/stencil-cosim." in text, len(re.findall(r"clone3?\(", text))
        _, threads = quiet = traced(STENCIL_WATCH="0")
        self.assertEqual(quiet[0], False)
        self.assertEqual(traced(), quiet)
        self.assertEqual(traced(STENCIL_WATCH="1"), (True, threads + 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
