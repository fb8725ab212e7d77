# A copy of mini/ or a similar project in a scratch folder, and ci/test on it.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BOUND_S = 1200.0  # of a command; the launcher of the test ends it before

# The tests of mini/ that run each time, whatever has passed before: a skip gets no stamp, `restless` is labelled so.
EACH_TIME = {"skipper:Suite.Case", "restless"}
ALL = EACH_TIME | {"idle", "source:Suite.Case", "file", "folder", "script", "property", "program", "module", "verdict",
                   "patience", "neighbour", "ranked.ranks1", "ranked.ranks2", "deep:Typed.Case<0>"}
PASSED = len(ALL) - 1  # one skips itself


class Outcome:
    """The results of a call of ci/test."""

    def __init__(self, status, out, err, build):
        self.status = status
        self.out = out
        self.err = err
        self.said = f"status {status}\n{out}\n{err}"
        self.cases = {}
        junit = build / "junit.xml"
        if junit.exists():
            for case in xml.parse(junit).getroot().iter("testcase"):
                self.cases[case.get("name")] = case
        # Tests that ran, without those that run each time.
        self.ran = {name for name, case in self.cases.items() if case.get("status") != "stamped"} - EACH_TIME
        counts = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", out, re.MULTILINE)
        self.counts = tuple(int(number or 0) for number in counts[-1]) if counts else None


class MiniProject:
    """The build folder contains its path: each test restores the project to the same place."""

    def __init__(self, name="mini"):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="stencil-mini-"))
        self.path = self.scratch / "tree"
        self.build = self.path / "build/release"
        shutil.copytree(HERE / name, self.path)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("CTEST_")}
        self.configure()

    def save(self):
        shutil.copytree(self.path, self.scratch / "saved", symlinks=True)

    def restore(self):
        """Restores the saved project, times included."""
        shutil.rmtree(self.path)
        shutil.copytree(self.scratch / "saved", self.path, symlinks=True)

    def remove(self):
        shutil.rmtree(self.scratch, ignore_errors=True)

    def configure(self, *options):
        done = subprocess.run(["cmake", "--preset", "release", f"-DSTENCIL_MODULES={ROOT / 'cmake'}", *options],
                              cwd=self.path, env=self.environment, check=False, capture_output=True, text=True,
                              timeout=BOUND_S)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self, *arguments, **environment):
        junit = self.build / "junit.xml"
        junit.unlink(missing_ok=True)
        return subprocess.Popen(
            [sys.executable, "-BES", ROOT / "ci/runner/test_main.py", "--setup", ROOT / "ci/setup", *arguments],
            cwd=self.path, env={**self.environment, **environment}, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)

    def finish(self, process):
        out, err = process.communicate(timeout=BOUND_S)
        return Outcome(process.returncode, out, err, self.build)

    def test(self, *arguments, **environment):
        return self.finish(self.start(*arguments, **environment))

    def build_without_tests(self, *targets):
        """Configures without tests, as ci/demo does."""
        return subprocess.run([sys.executable, "-BES", ROOT / "ci/runner/build_main.py", "--without-tests", "release",
                               *targets], cwd=self.path, env=self.environment, check=True, capture_output=True,
                              text=True, timeout=BOUND_S)

    def write(self, name, text):
        path = self.path / name
        path.write_text(text)

    def replace(self, name, old, new):
        text = (self.path / name).read_text()
        assert text.count(old) == 1, f"{name} has '{old}' {text.count(old)} times"
        self.write(name, text.replace(old, new))
