# Wrong programs of users: each is explained on the first screen, leaves a report, and ends with a status other than 0.
# SPDX-License-Identifier: Apache-2.0
#
# wrong_clients_test.py MPIEXEC PROGRAM COSIM
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

MPIEXEC, PROGRAM, COSIM = sys.argv[1:]
BOUND = 120   # seconds that a program may take
SCREEN = 40   # lines, without what mpirun adds between its lines of dashes

# Mistake; statuses that mpirun may have; what the first screen must name.
REFUSED, DIFFERS, ENDED = {2}, {1}, {3}
WRONG = [
    ("forgotten-sweep", DIFFERS, ["f_from_accel: warning: ", "no itstep_accel", "stored without a sweep"]),
    ("row-fewer", DIFFERS, ["itstep_accel: warning: mx = 33 rows leave out words 660 .. 679 of f (row 33)"]),
    ("row-beyond", DIFFERS, ["f_to_accel: warning: 20 words of 700 lie behind the local part of the array that VSDA_Update_begin "
                             "was given, which has 34 elements of 160 bytes, 680 words (call 4)"]),
    ("early-use", REFUSED, ["rank 1: f_to_accel: ", "an operation in flight is receiving", "call VSDA_Update_end first"]),
    ("wrong-tag", ENDED, ["hang: ranks 0, 1 can never go on",
                          "rank 0: after 1 update: waits in MPI_Sendrecv for a message from rank 1 with tag 7; it has posted "
                          "no receive for the message that rank 1 sent in MPI_Sendrecv with tag 8"]),
    ("early-return", ENDED, ["rank 1: exit: the program ends without MPI_Finalize, must call it"]),
    ("null", REFUSED, ["rank 1: r_to_accel: array = NULL"]),
    ("freed-communicator", REFUSED, ["VSDA_Update_begin: ", "freed"]),
    ("other-collective", ENDED, ["hang: ranks 0, 1 can never go on",
                                 "rank 0: after 1 update: waits in MPI_Barrier for rank 1, which called MPI_Allreduce in its place"]),
    ("token-twice", REFUSED, ["VSDA_Update_begin: ", "still in flight"]),
    # mpirun has the status of the rank whose end it sees first: 137 of the killed one.
    ("killed", {3, 137}, ["rank 1 died before the end", f"on host {os.uname().nodename} has died"]),
]
# Mistakes that end the program after both ranks have swept: their report has the blocks of both.
AFTER_A_SWEEP = {"wrong-tag", "early-return", "other-collective", "killed"}


def first_screen(text):
    kept, framed = [], False
    for line in text.splitlines():
        if len(line) > 70 and not line.strip("-"):
            framed = not framed
        elif not framed:
            kept.append(line)
    return "\n".join(kept[:SCREEN])


class WrongClients(unittest.TestCase):
    def start(self, mistake, **variables):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            asked = dict(STENCIL_ACCEL="model", STENCIL_CONFIG="small", STENCIL_CHECK="block", STENCIL_CHECK_STATUS="1",
                         STENCIL_REPORT=path, OMPI_MCA_odls_base_sigkill_timeout="1")
            result = subprocess.run([MPIEXEC, "-n", "2", "--oversubscribe", PROGRAM, mistake], capture_output=True,
                                    text=True, timeout=BOUND, stdin=subprocess.DEVNULL,
                                    env={**os.environ, **asked, **variables})
            self.assertTrue(os.path.exists(path), "no report: " + result.stdout + result.stderr)
            with open(path, encoding="utf-8") as file:
                report = json.load(file)
            shown = subprocess.run([COSIM, "show", path], capture_output=True, text=True, timeout=BOUND)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            return result, report, shown.stdout

    def test_a_right_program_is_left_alone(self):
        result, report, _ = self.start("none")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIs(report["ok"], True)
        self.assertNotIn("stencil: ", result.stderr)
        self.assertEqual(result.stderr.splitlines()[-1].split(":")[0], "PASS", result.stderr)

    def test_the_report_is_written_before_the_abort_of_the_program(self):
        result, report, _ = self.start("own-abort")
        self.assertEqual(result.returncode, 7, result.stderr)
        self.assertEqual((report["error"]["rank"], report["error"]["text"]),
                         (1, "the program called MPI_Abort with status 7"))
        self.assertIs(report["ok"], False)
        self.assertEqual({block["rank"] for block in report["blocks"] if block["rows"]}, {0, 1}, report["blocks"])

    def test_each_is_explained(self):
        for mistake, statuses, names in WRONG:
            with self.subTest(mistake):
                result, report, shown = self.start(mistake)
                screen = first_screen(result.stderr)
                told = re.sub(r"\n +", " ", screen)
                for name in names:
                    self.assertIn(name, told)
                self.assertIn(result.returncode, statuses, screen)
                if statuses == DIFFERS:
                    self.assertIsNone(report["error"])
                    self.assertIn({"forgotten-sweep": "stored without a sweep", "row-fewer": "left out by the next sweep",
                                   "row-beyond": "80 words moved or swept beyond the local part of an array"}[mistake],
                                  report["ok_covers"]["text"])
                    continue
                self.assertIs(report["ok"], False)
                self.assertIn(report["error"]["text"].splitlines()[0], screen)
                self.assertEqual(report["error"]["status"], 2 if statuses == REFUSED else 3)
                self.assertIn(report["error"]["text"].splitlines()[0], " ".join(shown.split()))
                self.assertNotIn("blocks_of", report["error"])
                if mistake in AFTER_A_SWEEP:
                    self.assertEqual({block["rank"] for block in report["blocks"] if block["rows"]}, {0, 1}, report["blocks"])
                    self.assertEqual(sum(one["count"] for one in report["classes"]), len(report["blocks"]))
                if mistake in ("early-return", "killed"):
                    self.assertEqual(report["error"]["rank"], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
