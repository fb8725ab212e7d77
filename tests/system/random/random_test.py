# `stencil-cosim random`: passes where nothing is wrong, goes on where it ended, finds planted faults and makes them small.
# SPDX-License-Identifier: Apache-2.0
# Environment: STENCIL_COSIM, PLANTED_COSIM (faults chosen by PLANT), STEPS and PLANTED_STEPS (steps from C), UNPLACED
# (files: plants whose places have changed), FAULTS (names of those to find; rtl:NAME are variants of the RTL).
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
STEPS = os.environ["STEPS"]
PLANTED_STEPS = os.environ["PLANTED_STEPS"]
UNPLACED = os.environ["UNPLACED"].split(":")
FAILED = pathlib.Path(__file__).parent / "failed.txt"
EXAMPLES = FAILED.parents[3] / "examples/formula"
FAULTS = os.environ["FAULTS"].split(",")


class Random(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.err = ""
        self.folder = pathlib.Path(folder.name)

    def random(self, *words, program=COSIM, status=0, folder=None, **environment):
        done = subprocess.run([program, "random", *words], cwd=folder or self.folder, capture_output=True, text=True, check=False,
                              env=dict(os.environ, **environment), timeout=3600)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.err = done.stderr
        return done.stdout

    def refuses(self, text, *words, **environment):
        self.assertEqual((self.random(*words, status=2, **environment), self.err), ("", text))

    def test_what_is_right_passes(self):
        out = self.random("--seed", "1", "--cases", "10", "--config", "small,five-point", "--steps", STEPS)
        self.assertRegex(out, r"\APASS: 10 cases of seed 1 passed in .*; to go on: --seed 1 --from 10\n\Z")
        out = self.random("--seed", "2", "--cases", "6", "--config", "small,five-point", "--steps", STEPS, "--accel",
                          "model", "--formula", f"{EXAMPLES}/heat.stencil,{EXAMPLES}/upwind.stencil")
        self.assertRegex(out, r"\APASS: 6 cases of seed 2 passed in ")
        self.assertEqual(list(self.folder.iterdir()), [], "nothing is left of cases that pass")

    def test_cases_that_failed_once(self):
        for line in FAILED.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                with self.subTest(case=line):
                    out = self.random(*shlex.split(line), "--steps", STEPS, "--output", str(self.folder / "kept"),
                                      folder=FAILED.parents[3])
                    self.assertIn("PASS: the case passed in ", out)

    def plant(self, fault):
        """The environment in which the fault is there."""
        return {"STENCIL_PLUSARGS": "+variant=" + fault[4:]} if fault.startswith("rtl:") else {"PLANT": fault}

    def test_faults_are_found_and_made_small(self):
        unplaced = []
        for name in UNPLACED:
            unplaced += [line.split(":")[0] for line in pathlib.Path(name).read_text(encoding="utf-8").splitlines()]
        for fault in FAULTS:
            if fault.split(":")[-1] in unplaced:
                continue  # plants:placed fails for it
            with self.subTest(fault=fault):
                planted = self.plant(fault)
                out = self.random("--seed", "1", "--cases", "400", "--config", "varied", "--output", fault, "--keep",
                                  "kept", "--steps", PLANTED_STEPS, program=PLANTED, status=1, **planted)
                self.assertRegex(out, r"FAIL: \d+ cases? of seed 1 passed in .*, one failed\n\Z")
                (ranks, size), = re.findall(r"^smallest that fails so, after \d+ runs?: (\d+) ranks?, (.*)$", out, re.M)
                self.assertLessEqual(int(ranks), 2)
                blocks = re.search(r"(\d+) (?:block|tile)", size)
                self.assertLessEqual(int(blocks[1]), 2, size)
                again, = re.findall(r"^again: stencil-cosim random (.*)$", out, re.M)
                # Of two faults that the same case shows it is kept once.
                kept = (self.folder / "kept").read_text(encoding="utf-8").splitlines()
                self.assertTrue(any(line.startswith("--case") and again.startswith(line) for line in kept), again)
                # Both printed commands of the smallest case fail by themselves, of the program with the fault alone.
                lines = [line.strip() for line in out.split("smallest that fails so")[1].splitlines()[1:3]]
                for program, steps, statuses in ((PLANTED, PLANTED_STEPS, (1, 3)), (COSIM, STEPS, (0,))):
                    for line in lines:
                        line = line.replace(PLANTED_STEPS, steps)
                        if program == COSIM:
                            line = re.sub("(config|CONFIG)([ =])varied", r"\1\2small", line)
                        words = [program if word == "stencil-cosim" else word for word in shlex.split(line)]
                        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=1200,
                                              env=dict(os.environ, **planted), cwd=self.folder)
                        self.assertIn(done.returncode, statuses, line + done.stdout + done.stderr)
                self.assertTrue(any((self.folder / fault).glob("smallest-*.json")))
                self.assertFalse(any((self.folder / fault).glob("smaller*")))

    def test_a_case_is_kept_once(self):
        words = ["--case", "accel=software rows=3 cols=3 portion=3", "--keep", "kept"]
        self.random(*words)
        self.assertFalse((self.folder / "kept").exists(), "it passes")
        (self.folder / "kept").write_text("# No newline at the end")
        for _ in range(2):
            self.random("--case", "config=varied rows=40 cols=12 iterations=8 stw=2 portion=20 schedule=overlapped",
                        "--keep", "kept", program=PLANTED, status=1, PLANT="thin-overlap")
        comment, why, line = (self.folder / "kept").read_text(encoding="utf-8").splitlines()
        self.assertEqual(comment, "# No newline at the end")
        self.assertRegex(why, "^# the case: FAIL: .* values compared")
        self.assertEqual(line, "--case 'config=varied rows=40 cols=12 iterations=8 stw=2 portion=20 schedule=overlapped'")

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
                (["--config", "wide-bux"], "--config is 'wide-bux', must be one of: default, small, small-fast, wide-bus, "
                 "wide-bus-fast, wide, wide-fast, five-point, five-point-fast, heat, heat-fast, nine-point, "
                 "nine-point-fast; did you mean wide-bus?"),
                (["--for", "never"], "--for is 'never', must be 1s .. 999999h, as 60s, 5m, 2h"),
                (["--cases", "0"], "--cases is 0, must be 1 .. 1000000000"),
                (["--ranks", "0"], "--ranks is 0, must be 1 .. 64"),
                (["--accel", "fpga"], "--accel is 'fpga', must be one of: software, shuffled, model, rtl"),
                (["--output", "/dev/null/x"], "/dev/null/x: cannot be made: Not a directory")):
            with self.subTest(words=words):
                self.refuses(f"stencil-cosim: {text}\n", *words)
        for case, text in (
                ("rows=2 cols=9", "--case is 'rows=2 cols=9', which `run` would refuse: rows, blocks, tiles and ranks do not "
                 "fit one another"),
                ("rows=x", "--case has 'rows=x', must have yes or no, or a whole number"),
                ("from-c=yes", "--case has 'from-c=yes', must be given with --steps PROGRAM")):
            self.refuses(f"stencil-cosim: {text}\n", "--case", case)
        self.random("--case", "row=3", status=2)
        self.assertIn("--case has 'row=3', must have NAME=VALUE, NAME one of: ranks, kernel,", self.err)
        self.refuses("stencil-cosim: --case must not be given with --seed, --from, --cases or --for\n", "--case", "rows=8",
                     "--seed", "1")
        self.refuses("stencil-cosim: --steps is 'nowhere', must be a program\n", "--steps", "nowhere")
        self.refuses("stencil-cosim: --formula has 'jacobi', must be a file with '.' or '/' in its name, no space, no "
                     "quote\n", "--formula", "jacobi")
        self.refuses("stencil-cosim: --arithmetic is points, must be rtl with --accel model\n", "--arithmetic", "points",
                     "--accel", "model")
        self.refuses("stencil-cosim: random starts ranks of its own, must be called without mpirun\n",
                     OMPI_COMM_WORLD_SIZE="2")
        self.refuses("stencil-cosim: --ranks is 4, must be 1: there is no mpirun in PATH\n", "--cases", "1",
                     PATH="/nowhere")


if __name__ == "__main__":
    unittest.main()
