# Attributes instructions of a Verilated model to modules of the Verilog: each line of a generated source counts for the
# module of the first signal of its statement, which is the one that is set, or asked for.
# SPDX-License-Identifier: Apache-2.0
import collections
import glob
import os
import re

import supervisor
from callgrind import read_lines
from ci_error import CiError

TARGETS = ["clock_bench_rtl", "clock_bench_points"]
KINDS = ("load", "compute", "store", "idle")  # of clocks, as tests/bench/clock_bench.cpp makes them
FOLDERS = {"rtl": [], "points": ["points", "operators", "parts"]}  # as cmake/Verilate.cmake has them
TOP = "stencil_accel"
CONTROL = "Verilator's own"  # triggers, calls, and what has no name of the Verilog
MODULE = re.compile(r"^\s*module\s+(\w+)", re.M)
# `name #(...) u_name (` or `name u_name (`; parameters may hold brackets.
INSTANCE = re.compile(r"^\s*(\w+)\s+(?:#\s*\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)\s*)?(u_\w+)\s*\(", re.M)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
SIGNAL = re.compile(r"(?:vlSelf->|vlSymsp->|\b)(?:TOP__)?(?:__V\w+?__)?(\w+?)__DOT__(\w+)")
SOURCE = re.compile(r"/models/(V\w+)/\1_(\w+?)(?:__[A-Z]\w*)*_?_DepSet")


def instances_of(folders):
    """{module: {instance: module}} of Verilog files; of two files with one module the first folder's counts."""
    found = {}
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "**", "*.v"), recursive=True)):
            with open(path, encoding="utf-8") as file:
                text = COMMENT.sub("", file.read())
            name = MODULE.search(text)
            if name:
                found.setdefault(name[1], {instance: module for module, instance in INSTANCE.findall(text)})
    return found


def module_at(instances, top, path):
    """The module that a path of instances leads to from `top`, as far as it is known; generate scopes count for none."""
    module = top
    for part in path:
        module = instances.get(module, {}).get(part, module)
    return module


class Lines:
    """The modules of the lines of one generated source."""

    def __init__(self, text, top, instances):
        self.of = []
        now, begins = CONTROL, True
        for line in text.splitlines():
            found = SIGNAL.search(line)
            own = top != TOP and re.search(r"vlSelf->|vlSymsp->", line)
            if begins:
                now = CONTROL
            if (begins or now == CONTROL) and (found or own):
                now = self._module(found, top, instances)
            self.of.append(now)
            code = line.split("//")[0].rstrip()
            begins = code.endswith((";", "{", "}")) or not code

    @staticmethod
    def _module(found, top, instances):
        if found is None:
            return top
        path = [found[1], *found[2].split("__DOT__")]
        if path[0] == TOP:
            return module_at(instances, TOP, path[1:])
        return module_at(instances, top, path)


def by_module(path, instances):
    """{module: instructions} of a file of callgrind that was written with --compress-pos=no."""
    sums = collections.Counter()
    sources = {None: []}
    for (file, line), cost in read_lines(path, lambda name: SOURCE.search(name) is not None).items():
        if file not in sources:
            top = SOURCE.search(file)[2].strip("_")
            try:
                with open(file, encoding="utf-8") as text:
                    sources[file] = Lines(text.read(), TOP if top == "024root" else top, instances).of
            except OSError as error:
                raise CiError(f"{file} cannot be read: {error.strerror}") from None
        lines = sources[file]
        sums[lines[line - 1] if 0 < line <= len(lines) else CONTROL] += cost
    return dict(sums)


def measure(session, arithmetic):
    """{kind: (clocks, {module: instructions})} of the model with this arithmetic."""
    tree = session.tree
    own = [os.path.join(tree.source, "sim/device/arithmetic", folder) for folder in FOLDERS[arithmetic]]
    instances = instances_of([*own, os.path.join(tree.source, "rtl")])
    found = {}
    for kind in KINDS:
        output = os.path.join(tree.build, f"callgrind-clocks-{arithmetic}-{kind}.out")
        if os.path.exists(output):
            os.remove(output)
        command = ["timeout", "600", "valgrind", "-q", "--tool=callgrind", "--compress-pos=no",
                   f"--callgrind-out-file={output}", "--toggle-collect=*counted_clocks*",
                   os.path.join(tree.build, f"bin/clock_bench_{arithmetic}"), kind]
        session.log.write(f"$ {' '.join(command)}\n")
        lines = []
        status = supervisor.run(command, lines.append, tree.source, dict(os.environ), session.hold)
        session.log.write("\n".join(lines) + "\n")
        clocks = next((int(line) for line in lines if line.isdigit()), 0)
        if status != 0 or clocks == 0:
            raise CiError(f"clock_bench_{arithmetic} {kind} ended with status {status} under valgrind; the log is "
                          f"{session.log.name}")
        found[kind] = (clocks, by_module(output, instances))
    return found


def table(measured):
    """measured: {kind: (clocks, {module: instructions})}. Instructions a clock, the dearest module of idle clocks first."""
    kinds = list(measured)
    modules = sorted({module for _, sums in measured.values() for module in sums},
                     key=lambda module: (-measured[kinds[-1]][1].get(module, 0), module))
    lines = ["  " + " " * 24 + "".join(f"{kind:>10}" for kind in kinds)]
    for module in modules + ["all"]:
        cells = []
        for kind in kinds:
            clocks, sums = measured[kind]
            cells.append((sum(sums.values()) if module == "all" else sums.get(module, 0)) / clocks)
        if max(cells) >= 1.0:
            lines.append(f"  {module:<24}" + "".join(f"{cell:>10.1f}" for cell in cells))
    return lines
