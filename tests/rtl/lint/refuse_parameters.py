# refuse_parameters: verilator, iverilog with vvp, and yosys must each refuse the illegal parameters of one module.
# SPDX-License-Identifier: Apache-2.0
#
# refuse_parameters.py TOOLS TREE MODULE "EXPECTED NAME=value ..."...
# The offending parameter comes first. EXPECTED is one of
#   NAMED                   verilator and vvp name the instance and the value; yosys fails because the check
#                           instantiates a module that does not exist;
#   INSIDE                  likewise, but the instance that checks is inside the module;
#   STOPPED                 so far beyond the range that a tool fails on a negative width before it comes to the
#                           check: it is enough that all three stop;
#   ALLOWED <range>,        an instance inside the module checks: verilator names it, the value and the range; the
#                           others fail because the check instantiates a module that does not exist.
# Status: 1 if a set is not refused as expected (names tool and parameter set); 2 if a tool cannot be run.
import os
import re
import shutil
import tempfile

import verilog_tools as tools
from verilog_tree import BadTree, VerilogTree

# Ends Verilator after its checks, before it flattens the design. Warnings about style must not pass for a refusal.
VERILATOR_OPTIONS = ["--xml-only", "--xml-output", "/dev/null", "-Wno-lint", "-Wno-style"]
VVP_LIMIT_S = 20
STANDS_NOWHERE = r"(?i)error: .*\bparameter_is_out_of_range\b"


def expectation_of(argument):
    kind, _, parameters = argument.partition(" ")
    allowed = None
    if kind == "ALLOWED":
        allowed, _, parameters = parameters.rpartition(", ")
    if kind not in ("NAMED", "INSIDE", "STOPPED", "ALLOWED") or allowed == "":
        raise BadTree(f"'{argument}': begins with none of NAMED, INSIDE, STOPPED, ALLOWED <range>,")
    return kind, allowed, parameters


class Refusals:
    def __init__(self, tree, module, scratch):
        self.module = module
        self.source = tree.file(module)
        self.folders = tree.folders()
        self.files = tree.needs(module)
        self.vvp = os.path.join(scratch, "vvp")
        self.failed = False

    def expect(self, tool, argument):
        kind, allowed, parameters = expectation_of(argument)
        pairs = tools.pairs_of(parameters)
        complaint, said = getattr(self, tool)(kind, allowed, pairs)
        if complaint:
            print(f"{tool}, {self.module} {parameters}: {complaint}")
            print(said[:tools.SHOWN])
            self.failed = True

    def verilator(self, kind, allowed, pairs):
        verdict = tools.run(tools.verilator(self.folders, self.module, self.source, pairs, VERILATOR_OPTIONS))
        if verdict.status == 0:
            return "verilator accepts it", verdict.said
        name, value = pairs[0]
        inside = r"\.u_\S+" if kind == "INSIDE" else ""
        told = rf"{name}={value}\b.*\n *: \.\.\. In instance {self.module}{inside}$"
        if kind == "ALLOWED":
            told = rf"\b{value}\b.*allowed: {re.escape(allowed)}\n *: \.\.\. In instance {self.module}\.u_"
        if kind != "STOPPED" and not re.search("USERFATAL: .*" + told, verdict.said, re.MULTILINE):
            return "verilator does not name instance, value and range", verdict.said
        return None, None

    def iverilog(self, kind, allowed, pairs):
        verdict = tools.run(tools.iverilog(self.folders, self.module, self.source, pairs, self.vvp))
        if verdict.status != 0:
            if kind in ("NAMED", "INSIDE"):
                return "iverilog stumbles before the check", verdict.said
            if kind == "ALLOWED" and not re.search(STANDS_NOWHERE, verdict.said):
                return "iverilog fails for another reason", verdict.said
            return None, None
        if kind == "ALLOWED":
            return "iverilog accepts it", verdict.said
        verdict = tools.run(["vvp", "-n", self.vvp], limit_s=VVP_LIMIT_S)
        if verdict.status != 0:
            return "vvp does not end", verdict.said
        name, value = pairs[0]
        inside = r"\.u_\S+" if kind == "INSIDE" else ""
        if not re.search(rf"^{self.module}{inside}\.g_illegal[a-z_]*: .*\b{name}={value}\b", verdict.said, re.MULTILINE):
            return "vvp does not name instance and value", verdict.said
        return None, None

    def yosys(self, kind, allowed, pairs):
        verdict = tools.run(["yosys", "-q", "-p", f"{tools.yosys_read(self.files)};"
                             f" {tools.yosys_top(self.module, pairs)}"])
        if verdict.status == 0:
            return "yosys accepts it", verdict.said
        if kind != "STOPPED" and not re.search(STANDS_NOWHERE, verdict.said):
            return "yosys fails for another reason", verdict.said
        return None, None


def main(command_line):
    if len(command_line) < 4:
        raise BadTree("refuse_parameters.py TOOLS TREE MODULE 'EXPECTED NAME=value ...'...")
    used, tree, module, *illegal = command_line
    for tool in used.split(","):
        if tool not in ("verilator", "iverilog", "yosys"):
            raise BadTree(f"unknown tool {tool}")
    scratch = tempfile.mkdtemp()
    try:
        refusals = Refusals(VerilogTree(tree), module, scratch)
        for argument in illegal:
            for tool in used.split(","):
                refusals.expect(tool, argument)
    finally:
        shutil.rmtree(scratch)
    if not refusals.failed:
        print(f"{module}: {len(illegal)} illegal parameter sets, refused by {used.replace(',', ', ')}")
    return 1 if refusals.failed else 0


if __name__ == "__main__":
    tools.end_with(main)
