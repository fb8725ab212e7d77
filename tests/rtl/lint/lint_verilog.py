# lint_verilog: lints one module with verilator, iverilog and yosys over parameter sets: none may print a message.
# SPDX-License-Identifier: Apache-2.0
#
# lint_verilog.py [--verilator-first FOLDER] TOOLS TREE MODULE "NAME=value ..."...
# TOOLS: comma-separated; TREE: folder of Verilog; one argument per parameter set, or the word "defaults".
# --verilator-first: verilator alone prefers files of this folder to those of TREE.
# Status: 1 if a tool warns, fails or finds a latch (names tool and parameter set); 2 if a tool cannot be run.
#
# iverilog and yosys get one wrapper with an instance per set: they read the files once, and yosys elaborates common parts
# of several sets once. If that is not clean, each set is linted alone to name those that fail. Verilator gets a process
# per set: in a wrapper with nothing connected it sees no combinational loop (UNOPTFLAT), and with several roots version
# 5.006 gives one the derived parameters of another and warns of widths that are right.
import argparse
import re
import shutil
import tempfile

import verilog_tools as tools
from verilog_tree import VerilogTree

# Sets per process: limits its memory.
MOST_SETS = 16
WRAPPER = "all_parameter_sets"

# No cleaning up before the check: it would remove dead logic and its drivers from sight. opt_clean comes last, since
# it alone reports a net that a cell and a constant drive.
YOSYS_CHECKS = ("proc -noopt; check -assert;"
                " select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$_DLATCH_* t:$_DLATCHSR_*; opt_clean")


class Linter:
    def __init__(self, tree, module, first, scratch):
        self.tree = tree
        self.module = module
        self.source = tree.file(module)
        self.folders = tree.folders()
        self.first = first
        self.scratch = scratch
        self.failed = False

    def lint(self, tool, parameter_sets):
        alone = getattr(self, tool + "_alone")
        together = getattr(self, tool + "_together", None)
        if together is None:
            self.lint_each(tool, alone, parameter_sets)
            return
        for begin in range(0, len(parameter_sets), MOST_SETS):
            some = parameter_sets[begin:begin + MOST_SETS]
            if len(some) == 1:
                self.lint_each(tool, alone, some)
                continue
            verdict = together(some)
            if not verdict.clean and not self.lint_each(tool, alone, some):
                self.complain(tool, "each of these alone is clean, not all together: " + ", ".join(some), verdict)

    # True if one of the sets fails.
    def lint_each(self, tool, alone, parameter_sets):
        any_failed = False
        for parameter_set in parameter_sets:
            verdict = alone(tools.pairs_of(parameter_set))
            if not verdict.clean:
                self.complain(tool, parameter_set, verdict)
                any_failed = True
        return any_failed

    def complain(self, tool, parameter_set, verdict):
        print(f"{tool}, {self.module} {parameter_set}: status {verdict.status}")
        print(verdict.said[:tools.SHOWN])
        self.failed = True

    def verilator_alone(self, pairs):
        folders = self.first + self.folders
        return tools.run(tools.verilator(folders, self.module, self.source, pairs, ["--lint-only", "-Wall"]))

    def iverilog_alone(self, pairs):
        return tools.run(tools.iverilog(self.folders, self.module, self.source, pairs, "/dev/null", ["-Wall"]))

    def iverilog_together(self, parameter_sets):
        wrapper = tools.write_wrapper(self.scratch, WRAPPER, self.module, parameter_sets)
        verdict = tools.run(tools.iverilog(self.folders, WRAPPER, wrapper, [], "/dev/null", ["-Wall"]))
        # The wrapper's open ports are the only allowed message.
        dangling = f"warning: Instantiating module {self.module} with dangling input port"
        verdict.said = re.sub(rf"^{re.escape(wrapper)}:\d+: {dangling} .*\n", "", verdict.said, flags=re.MULTILINE)
        return verdict

    def yosys_alone(self, pairs):
        return self.yosys(self.tree.needs(self.module), tools.yosys_top(self.module, pairs))

    def yosys_together(self, parameter_sets):
        wrapper = tools.write_wrapper(self.scratch, WRAPPER, self.module, parameter_sets)
        return self.yosys(self.tree.needs(self.module) + [wrapper], tools.yosys_top(WRAPPER, []))

    def yosys(self, files, top):
        return tools.run(["yosys", "-q", "-e", ".", "-p", f"{tools.yosys_read(files)}; {top}; {YOSYS_CHECKS}"])


def main(command_line):
    parser = argparse.ArgumentParser()
    parser.add_argument("--verilator-first", action="append", default=[])
    parser.add_argument("tools", type=lambda text: text.split(","))
    parser.add_argument("tree", type=VerilogTree)
    parser.add_argument("module")
    parser.add_argument("sets", nargs="+")
    arguments = parser.parse_args(command_line)
    for tool in arguments.tools:
        if not hasattr(Linter, tool + "_alone"):
            parser.error(f"unknown tool {tool}")

    scratch = tempfile.mkdtemp()
    try:
        linter = Linter(arguments.tree, arguments.module, arguments.verilator_first, scratch)
        for tool in arguments.tools:
            linter.lint(tool, arguments.sets)
    finally:
        shutil.rmtree(scratch)
    if not linter.failed:
        print(f"{arguments.module}: {len(arguments.sets)} parameter sets, clean in {', '.join(arguments.tools)}")
    return 1 if linter.failed else 0


if __name__ == "__main__":
    tools.end_with(main)
