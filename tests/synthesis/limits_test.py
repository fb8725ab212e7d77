# The record that is compared with the pages is held to the limits of levels and areas: limits_test.py TABLE RECORD TIMING
# PAGE MODULES [unittest arguments]
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
import tempfile
import unittest

from netlists import ROOT

TABLE, RECORD, TIMING, PAGE, MODULES = (sys.argv.pop(1) for _ in range(5))
LUT, FF, ARRIVING = 3, 5, 11  # places in a line


class Limits(unittest.TestCase):
    def said_of(self, *edits):
        """What the tool says, and its status; edits: (configuration, module, place in the line, figure)."""
        with open(RECORD, encoding="utf-8") as file:
            lines = [line.split("\t") for line in file.read().splitlines()]
        for configuration, module, place, figure in edits:
            [line] = [line for line in lines if line[:2] == [configuration, module]]
            line[place] = str(figure)
        with tempfile.TemporaryDirectory() as work:
            record = os.path.join(work, "record.tsv")
            with open(record, "w", encoding="utf-8") as file:
                file.write("\n".join("\t".join(line) for line in lines) + "\n")
            done = subprocess.run(
                [sys.executable, "-BES", os.path.join(ROOT, "ci/mapping/synthesis_main.py"), "--page-only",
                 "--configurations", TABLE, "--tree", os.path.join(ROOT, "rtl"), "--work", work, "--record", record,
                 "--timing-record", TIMING, "--page", PAGE, "--modules", MODULES],
                capture_output=True, text=True, check=False)
        return done.stdout.splitlines(), done.returncode

    def test_each_limit_that_is_passed_is_named(self):
        said, status = self.said_of(("small-fast", "stencil_accel", LUT, 45001),
                                    ("small-fast KERNELS=5", "stencil_accel", FF, 38001),
                                    ("wide", "status", ARRIVING, 11), ("wide-fast", "status", ARRIVING, 10),
                                    ("wide", "fp_mul", ARRIVING, 11))
        breaches = [line for line in said if "in the record" in line]
        self.assertEqual(breaches[0], "small-fast, in the record: 45001 LUT, must be at most 45000")
        self.assertEqual(breaches[1], "small-fast KERNELS=5, in the record: 38001 FF, must be at most 38000")
        self.assertRegex(breaches[2], "^wide, in the record: status: 11 levels from .* to .*, must be at most 10$")
        self.assertEqual((breaches[3:], status), ([], 1))


unittest.main()
