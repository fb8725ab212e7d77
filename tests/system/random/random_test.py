# `stencil-cosim random`: passes where nothing is wrong, goes on where it ended, finds planted faults and makes them small.
# SPDX-License-Identifier: Apache-2.0
# Environment: STENCIL_COSIM, PLANTED_COSIM (chosen by PLANT), UNPLACED (a file: plants whose places have changed), FAULTS
# (names of those to find).
import os
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import time
import unittest

COSIM = os.environ["STENCIL_COSIM"]
PLANTED = os.environ["PLANTED_COSIM"]
FAILED = pathlib.Path(__file__).parent / "failed.txt"
FAULTS = os.environ["FAULTS"].split(",")


class Random(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.err = ""
        self.folder = pathlib.Path(folder.name)

    def random(self, *words, program=COSIM, status=0, **environment):
        done = subprocess.run([program, "random", *words], cwd=self.folder, capture_output=True, text=True, check=False,
                              env=dict(os.environ, **environment), timeout=3600)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.err = done.stderr
        return done.stdout

    def refuses(self, text, *words, **environment):
        self.assertEqual((self.random(*words, status=2, **environment), self.err), ("", text))

    def test_what_is_right_passes(self):
        out = self.random("--seed", "1", "--cases", "16", "--config", "small,five-point")
        self.assertRegex(out, r"\APASS: 16 cases of seed 1 passed in .*; to go on: --seed 1 --from 16\n\Z")
        self.assertEqual(list(self.folder.iterdir()), [], "nothing is left of cases that pass")

    def test_cases_that_failed_once(self):
        for line in FAILED.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                with self.subTest(case=line):
                    self.assertIn("PASS: 1 case of seed ", self.random("--cases", "1", *line.split()))

    def test_faults_are_found_and_made_small(self):
        with open(os.environ["UNPLACED"], encoding="utf-8") as file:
            unplaced = [line.split(":")[0] for line in file]
        for fault in FAULTS:
            if fault in unplaced:
                continue  # plants:placed fails for it
            with self.subTest(fault=fault):
                out = self.random("--seed", "1", "--cases", "150", "--config", "varied", "--output", fault,
                                  program=PLANTED, status=1, PLANT=fault)
                self.assertRegex(out, r"FAIL: \d+ cases? of seed 1 passed in .*, one failed\n\Z")
                ranks, = re.findall(r"^smallest that fails so, after \d+ runs?: (\d+) ranks?, ", out, re.M)
                self.assertLessEqual(int(ranks), 2)
                again, = re.findall(r"^again: stencil-cosim random (.*)$", out, re.M)
                if fault == FAULTS[-1]:  # shrinking once more takes its time
                    self.assertEqual(self.random(*again.split(), "--output", fault, program=PLANTED, status=1,
                                                 PLANT=fault).splitlines()[:4], out.splitlines()[:4])
                # The printed command fails by itself, of the program with the fault alone.
                command = out.split("smallest that fails so")[1].splitlines()[1].strip()
                for program, status in ((PLANTED, 1), (COSIM, 0)):
                    words = shlex.split(command.replace("stencil-cosim", program).replace(
                        "--config varied", "--config varied" if program == PLANTED else "--config small"))
                    again = subprocess.run(words, capture_output=True, text=True, check=False, timeout=1200,
                                           env=dict(os.environ, PLANT=fault), cwd=self.folder)
                    self.assertEqual(again.returncode, status, command + again.stdout + again.stderr)
                self.assertTrue(any((self.folder / fault).glob("smallest-*.json")))
                self.assertFalse(any((self.folder / fault).glob("smaller*")))

    def test_an_interrupt_says_where_to_go_on(self):
        with subprocess.Popen([COSIM, "random", "--seed", "3", "--cases", "100000", "--accel", "software"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder) as process:
            time.sleep(4)
            process.send_signal(signal.SIGINT)
            out = process.communicate(timeout=600)[0]
        self.assertEqual(process.returncode, 3, out)
        self.assertRegex(out, r"^stopped: \d+ cases? of seed 3 passed in .*; to go on: --seed 3 --from \d+\n", out)
        self.assertIn("stencil-cosim: interrupted\n", out)

    def test_bad_input_is_one_line(self):
        for words, text in (
                (["--config", "wide-bux"], "--config is 'wide-bux', must be one of: default, small, wide-bus, wide, "
                 "five-point, heat, nine-point; did you mean wide-bus?"),
                (["--for", "never"], "--for is 'never', must be 1s .. 999999h, as 60s, 5m, 2h"),
                (["--cases", "0"], "--cases is 0, must be 1 .. 1000000000"),
                (["--ranks", "0"], "--ranks is 0, must be 1 .. 64"),
                (["--accel", "fpga"], "--accel is 'fpga', must be one of: software, shuffled, model, rtl"),
                (["--output", "/dev/null/x"], "/dev/null/x: cannot be made: Not a directory")):
            with self.subTest(words=words):
                self.refuses(f"stencil-cosim: {text}\n", *words)
        self.refuses("stencil-cosim: random starts ranks of its own, must be called without mpirun\n",
                     OMPI_COMM_WORLD_SIZE="2")
        self.refuses("stencil-cosim: --ranks is 4, must be 1: there is no mpirun in PATH\n", "--cases", "1",
                     PATH="/nowhere")


if __name__ == "__main__":
    unittest.main()
