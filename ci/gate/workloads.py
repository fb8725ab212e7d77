# The workloads of the gate, as workloads.json lists them.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import re

from ci_error import CiError
from registry import Test


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    what: str  # what it tests
    configs: tuple  # the configurations it loads
    ranks: int
    words: tuple  # arguments of stencil-cosim: cycles or run, and options
    first: bool = False  # belongs to the first stage of ci/regression --changed

    def leaves(self, path):
        """The arguments that make the program write its cycles to the file."""
        return ("--format", "json", "--output", path) if self.words[0] == "cycles" else ("--report", path)


def as_test(workload, tree, mpiexec, baselines):
    """The workload as a test, where CMake has registered none."""
    here = os.path.dirname(os.path.abspath(__file__))
    program = os.path.join(tree.build, "bin/stencil-cosim")
    baseline = os.path.join(baselines, workload.name + ".jsonl")
    modules = [os.path.join(tree.build, f"lib/stencil-cosim/accel/{config}.so") for config in workload.configs]
    named = [os.path.join(tree.source, word) for word in workload.words if word.endswith(".stencil")]
    command = ("python3", "-BES", os.path.join(here, "one_main.py"), workload.name, "--program", program, "--mpiexec",
               mpiexec, "--work", os.path.join(tree.build, "gate"), "--source", tree.source, "--baseline", baselines)
    return Test("gate:" + workload.name, command, (os.path.join(tree.build, "log/cpu.tsv"), "gate:" + workload.name, "3000"),
                frozenset(["gate"]), (), (program, *modules, here, os.path.join(here, "../runner"),
                                          os.path.join(tree.source, "ci/gate"), *named,
                                          *([baseline] if os.path.exists(baseline) else [])),
                tree.source, (), 3000.0, workload.ranks, True, False)


def read_workloads(path):
    """The workloads of the file, in its order. CiError names the first invalid workload."""
    try:
        with open(path, encoding="utf-8") as file:
            entries = json.load(file)["workloads"]
        found = [_workload(path, entry) for entry in entries]
    except OSError as error:
        raise CiError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise CiError(f"{path} is no list of workloads: {error}") from None
    names = [workload.name for workload in found]
    for name in names:
        if names.count(name) > 1:
            raise CiError(f"{path}: two workloads are called {name}")
    return found


def _workload(path, entry):
    name = entry["name"]
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise CiError(f"{path}: '{name}' must be small letters, digits and single '-'")
    words = tuple(entry["words"].split())
    if not words or words[0] not in ("cycles", "run"):
        raise CiError(f"{path}: {name}: the first word must be cycles or run")
    if not isinstance(entry["ranks"], int) or entry["ranks"] < 1:
        raise CiError(f"{path}: {name}: ranks must be a number from 1 on")
    option = "--configs" if words[0] == "cycles" else "--config"
    named = words[words.index(option) + 1].split(",") if option in words[:-1] else []
    if not named or sorted(named) != sorted(entry["configs"]):
        raise CiError(f"{path}: {name}: configs must be those that {option} names: {', '.join(named) or 'nothing'}")
    return Workload(name, entry["what"], tuple(entry["configs"]), entry["ranks"], words, entry.get("first", False))
