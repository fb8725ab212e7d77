# A copy of mini_gate/ in a git tree of its own, and ci/regression on it.
# SPDX-License-Identifier: Apache-2.0
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

from mini_project import BOUND_S, ROOT, MiniProject

FIFO = "rtl/bus/fifo.v"
REGISTERS = "rtl/control/registers.v"
LOG = "CHANGELOG.md"


class GateOutcome:
    """The results of a call of ci/regression."""

    def __init__(self, done, mini):
        self.status = done.returncode
        self.out = done.stdout
        self.err = done.stderr
        self.said = f"status {self.status}\n{self.out}\n{self.err}"
        # The verdict of each measured workload.
        self.verdicts = {
            name: verdict for verdict, name in re.findall(
                r"^(equal|changed|faster|new|failed|unreadable) +([\w-]+): ", self.out, re.MULTILINE)}
        order = mini.build / "order"
        self.benches = order.read_text().split() if order.exists() else []
        self.cases = {}
        junit = mini.build / "regression.xml"
        if junit.exists():
            for case in xml.parse(junit).getroot().iter("testcase"):
                self.cases[case.get("name")] = case


class MiniGate(MiniProject):
    def __init__(self):
        super().__init__("mini_gate")
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
            self.environment.pop(name, None)
        self.git("init", "-q")
        self.commit("begun")

    def git(self, *words):
        done = subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c",
                               "commit.gpgsign=false", *words], cwd=self.path, env=self.environment, check=True,
                              capture_output=True, text=True, timeout=BOUND_S)
        return done.stdout.strip()

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    def gate(self, *arguments, **environment):
        (self.build / "order").unlink(missing_ok=True)
        (self.build / "regression.xml").unlink(missing_ok=True)
        done = subprocess.run([sys.executable, "-BES", ROOT / "ci/gate/gate_main.py", "--setup", ROOT / "ci/setup",
                               *arguments], cwd=self.path, env={**self.environment, **environment}, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=BOUND_S, check=False)
        return GateOutcome(done, self)

    def write_log(self, line):
        self.write(LOG, (self.path / LOG).read_text() + f"- {line}\n")

    def baselines(self):
        """The contents of each baseline, by name."""
        return {path.name: path.read_text() for path in sorted((self.path / "ci/baseline").glob("*"))}

    def first_cycles(self, name="small-first"):
        data = json.loads((self.path / f"ci/baseline/{name}.jsonl").read_text())
        return data["classes"][0]["cycles"]["total"]["sum"]
