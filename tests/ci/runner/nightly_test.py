# ci/nightly: every part runs, one status, a line per part.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from mini_project import BOUND_S, ROOT

PARTS = {"tests": "test --all --slow", "sanitizers": "test debug", "determinism": "determinism", "gate": "regression",
         "faults": "faults", "netlists": "faults --netlist", "planted": "random_faults build/release --seed DAY",
         "coverage": "coverage", "testfloat": "testfloat",
         "random": "stencil-cosim random --seed DAY --for 10m --output build/release/random --steps "
                   "build/release/bin/random_steps --arithmetic rtl,operators,points --formula "
                   "examples/formula/heat.stencil,examples/formula/nine_point.stencil --keep "
                   "tests/system/random/failed.txt"}


class Nightly(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.ci = pathlib.Path(scratch.name) / "ci"
        self.ci.mkdir()
        shutil.copy(ROOT / "ci/nightly", self.ci)
        for name in ("test", "determinism", "regression", "faults", "coverage", "testfloat", "stencil-cosim"):
            script = (self.ci if name != "stencil-cosim" else self.ci.parent / "build/release/bin") / name
            script.parent.mkdir(parents=True, exist_ok=True)
            script.write_text(f'#!/bin/sh\necho {name} "$@" >>ran\nexit $(cat "{name}${{1+-}}$1" 2>/dev/null || echo 0)\n')
            script.chmod(0o755)
        hunt = self.ci.parent / "tests/bench/random_faults.py"
        hunt.parent.mkdir(parents=True)
        hunt.write_text("import sys\nopen('ran', 'a').write(f'random_faults {\" \".join(sys.argv[1:])}\\n')\n"
                        "sys.exit(int(open('planted').read()) if __import__('os').path.exists('planted') else 0)\n")

    def nightly(self, **statuses):
        for name, status in statuses.items():
            (self.ci.parent / name.replace("_", "-")).write_text(str(status))
        done = subprocess.run([self.ci / "nightly"], capture_output=True, text=True, timeout=BOUND_S, check=False,
                              cwd="/")
        notes = self.ci.parent / "ran"
        ran = notes.read_text().splitlines()
        notes.unlink()
        ran = [re.sub(r"--seed 20\d{6}\b", "--seed DAY", line.strip()) for line in ran]
        self.assertEqual(ran, list(PARTS.values()))
        lines = done.stdout.split("== summary\n")[1].splitlines()
        self.assertEqual([line.split()[0] for line in lines], list(PARTS))
        return done.returncode, {line.split()[0]: line.split(maxsplit=1)[1].rpartition("; ")[0] for line in lines}

    def test_all_pass(self):
        self.assertEqual(self.nightly(), (0, dict.fromkeys(PARTS, "passed")))

    def test_a_failure_hides_nothing(self):
        status, verdicts = self.nightly(test_debug=1)
        self.assertEqual((status, verdicts["sanitizers"], verdicts["tests"]), (1, "failed", "passed"))

    def test_the_worst_counts(self):
        status, verdicts = self.nightly(test___all=2, regression=1)
        self.assertEqual((status, verdicts["gate"]), (2, "failed"))
        self.assertEqual(verdicts["tests"], "could not do its work, status 2")
        status, verdicts = self.nightly(test___all=0, planted=1)
        self.assertEqual((status, verdicts["planted"]), (1, "failed"))
        status, verdicts = self.nightly(planted=0, test___all=0, regression=0, determinism=137)
        self.assertEqual((status, verdicts["determinism"]), (2, "could not do its work, status 137"))


if __name__ == "__main__":
    sys.exit(unittest.main())
