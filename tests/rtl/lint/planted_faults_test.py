# planted_faults_test: plants faults in the small modules of planted/; the lint must name tool, module and parameter set.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import lint_verilog
import refuse_parameters
import verilog_tools
from verilog_tree import VerilogTree

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = "verilator,iverilog,yosys"
ALL = {"verilator", "iverilog", "yosys"}
SETS = ["WIDTH=3", "defaults", "WIDTH=5", "WIDTH=6"]

# A fault planted where WIDTH is 5, and the tools that must report it. No other tool may.
FAULTS = {
    "latch": ("reg held; always @* if (i_a[0]) held = i_b[0]; assign o_planted = held;", {"verilator", "yosys"}),
    "undriven net": ("wire open; assign o_planted = open;", {"verilator", "yosys"}),
    "dead logic with an undriven net": (
        "wire open; wire dead = open & i_a[0]; wire unused = &{1'b0, dead}; assign o_planted = 1'b0;",
        {"verilator", "yosys"}),
    "unused signal": ("wire nobody = i_a[0]; assign o_planted = 1'b0;", {"verilator"}),
    "bits cut off": ("wire [1:0] low = i_b; assign o_planted = &low;", {"verilator"}),
    "port of another width": (
        "wire [2:0] out; stage #(.WIDTH(3)) u_wrong (.clk(clk), .i_data(i_a), .o_data(out)); assign o_planted = &out;",
        ALL),
    "bit beyond the end": ("assign o_planted = i_a[9];", ALL),
    "case without an end": (
        "reg last; always @(posedge clk) case (i_choice) 2'd0: last <= i_a[0]; 2'd1: last <= i_a[1]; endcase"
        " assign o_planted = last;", {"verilator"}),
    "blocking in a register": ("reg last; always @(posedge clk) last = i_a[0]; assign o_planted = last;",
                               {"verilator"}),
    "loop": ("wire x, y; assign x = ~y | i_a[0]; assign y = ~x; assign o_planted = y;", {"verilator", "yosys"}),
    "two cells drive": ("assign o_planted = i_a[0] ^ i_b[0]; assign o_planted = i_a[1] ^ i_b[1];", {"yosys"}),
    "a cell and a constant drive": ("assign o_planted = 1'b0; assign o_planted = i_a[0] & i_b[0];", {"yosys"}),
    "no such module": ("nowhere u_nowhere (); assign o_planted = 1'b0;", ALL),
}


class PlantedFaults(unittest.TestCase):
    def setUp(self):
        self.path = os.environ["PATH"]
        self.scratch = tempfile.mkdtemp()
        self.tree = os.path.join(self.scratch, "tree")
        shutil.copytree(os.path.join(HERE, "planted"), self.tree)

    def tearDown(self):
        os.environ["PATH"] = self.path
        shutil.rmtree(self.scratch)

    # Replaces a tool by a shell script until the end of the test.
    def fake(self, tool, text):
        with open(os.path.join(self.scratch, tool), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + text + "\n")
        os.chmod(os.path.join(self.scratch, tool), 0o755)
        os.environ["PATH"] = self.scratch + ":" + self.path

    def plant(self, module, found, planted):
        with open(os.path.join(HERE, "planted", module + ".v"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count(found), 1, f"'{found}' in {module}.v")
        with open(os.path.join(self.tree, module + ".v"), "w", encoding="utf-8") as file:
            file.write(text.replace(found, planted))

    def script(self, name, *arguments, **options):
        return subprocess.run([sys.executable, "-S", "-E", "-B", os.path.join(HERE, name), *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1200, check=False,
                              **options)

    # Plants text in sum under a generate condition.
    def plant_where(self, condition, text):
        sound = "assign o_planted = 1'b0;"
        self.plant("sum", sound, f"generate if ({condition}) begin : g_fault {text} end"
                   f" else begin : g_sound {sound} end endgenerate")

    # The (tool, parameter set) pairs that the lint reports.
    def complaints(self, script, tools, parameter_sets):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = script.main([tools, self.tree, "sum", *parameter_sets])
        found = set(re.findall(r"^(\w+), sum (.*?): ", said.getvalue(), re.MULTILINE))
        self.assertEqual(status, 1 if found else 0, said.getvalue())
        return found, said.getvalue()

    def lint(self, parameter_sets, expected):
        found, said = self.complaints(lint_verilog, TOOLS, parameter_sets)
        self.assertEqual(found, set(expected), said)

    def refuse(self, illegal, expected):
        found, said = self.complaints(refuse_parameters, TOOLS, illegal)
        self.assertEqual(found, set(expected), said)

    def test_sound_modules_are_clean(self):
        self.lint(SETS, [])

    def test_the_set_with_the_fault_is_named(self):
        for fault, (text, tools) in FAULTS.items():
            with self.subTest(fault):
                self.plant_where("WIDTH == 5", text)
                self.lint(SETS, [(tool, "WIDTH=5") for tool in tools])

    def test_a_set_alone_is_looked_at_too(self):
        text, tools = FAULTS["bit beyond the end"]
        self.plant_where("1", text)
        self.lint(["WIDTH=5"], [(tool, "WIDTH=5") for tool in tools])

    def test_defaults_are_named(self):
        text, tools = FAULTS["bit beyond the end"]
        self.plant_where("WIDTH == 4", text)
        self.lint(SETS, [(tool, "defaults") for tool in tools])

    def test_every_set_with_the_fault_is_named(self):
        text, tools = FAULTS["bit beyond the end"]
        self.plant_where("WIDTH > 4", text)
        self.lint(SETS, [(tool, name) for tool in tools for name in ("WIDTH=5", "WIDTH=6")])

    def test_so_is_a_fault_below(self):
        self.plant("stage", "// fault of stage",
                   "generate if (WIDTH == 6) begin : g_fault wire far = i_data[9]; wire unused = &{1'b0, far}; end"
                   " endgenerate")
        self.lint(SETS, [(tool, "WIDTH=5") for tool in ALL])

    # More sets than one process takes: the last of the first process and the only one of the second are at fault.
    def test_no_set_is_left_out(self):
        self.plant_where("WIDTH >= 39", FAULTS["no such module"][0])
        self.assertEqual(lint_verilog.MOST_SETS, 16)
        self.lint([f"WIDTH={width}" for width in range(24, 41)],
                  [(tool, name) for tool in ALL for name in ("WIDTH=39", "WIDTH=40")])

    def test_what_only_all_sets_together_show_is_a_fault(self):
        for tool in ("iverilog", "yosys"):
            for shown in ("exit 1", "echo odd"):
                with self.subTest(tool=tool, shown=shown):
                    self.fake(tool, f'case "$*" in *{lint_verilog.WRAPPER}*) {shown} ;; esac')
                    found, said = self.complaints(lint_verilog, tool, ["WIDTH=3", "WIDTH=5"])
                    self.assertEqual(len(found), 1, said)
                    self.assertIn("each of these alone is clean, not all together: WIDTH=3, WIDTH=5", said)

    def test_a_silent_failure_is_a_failure(self):
        for tool in ("iverilog", "yosys"):
            with self.subTest(tool):
                self.fake(tool, "exit 1")
                found, said = self.complaints(lint_verilog, tool, ["WIDTH=3", "WIDTH=5"])
                self.assertEqual(found, {(tool, "WIDTH=3"), (tool, "WIDTH=5")}, said)

    def test_a_parameter_that_is_not_there_is_no_set(self):
        self.lint(["defaults", "BREADTH=5"], [(tool, "BREADTH=5") for tool in ALL])

    def test_twins_are_for_verilator_alone(self):
        twins = os.path.join(self.scratch, "twins")
        os.mkdir(twins)
        with open(os.path.join(self.tree, "stage.v"), encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(twins, "stage.v"), "w", encoding="utf-8") as file:
            file.write(text.replace("// fault of stage", "wire far = i_data[9]; wire unused = &{1'b0, far};"))
        done = self.script("lint_verilog.py", "--verilator-first", twins, TOOLS, self.tree, "sum", "WIDTH=5", "WIDTH=6")
        self.assertEqual(re.findall(r"^(\w+), sum (.*): ", done.stdout, re.MULTILINE),
                         [("verilator", "WIDTH=5"), ("verilator", "WIDTH=6")], done.stdout)
        self.assertEqual(done.returncode, 1)

    ILLEGAL = ["NAMED STAGES=5", "STOPPED STAGES=0", "ALLOWED 1 .. 64, WIDTH=65"]

    def test_refusals_are_seen(self):
        self.refuse(self.ILLEGAL, [])

    def test_what_is_legal_is_not_refused(self):
        self.refuse(["NAMED STAGES=4", "STOPPED STAGES=1", "ALLOWED 1 .. 64, WIDTH=64"],
                    [(tool, name) for tool in ALL for name in ("STAGES=4", "STAGES=1", "WIDTH=64")])

    def test_each_tool_must_refuse(self):
        fatal = '$fatal(1, "STAGES=%0d must be 1 .. 4", STAGES);'
        display = '$display("%m: STAGES=%0d must be 1 .. 4", STAGES);'
        initial = f"initial begin\n        {display}\n        $finish;\n      end"
        inside = '$fatal(1, "%0d is out of range, allowed: %0d .. %0d", WIDTH, 1, 64);'
        for module, found, planted, expected in (
                ("sum", "STAGES > 4", "STAGES > 5", [(tool, "STAGES=5") for tool in ALL]),
                ("sum", fatal, "", [("verilator", "STAGES=5")]),
                ("sum", fatal, '$fatal(1, "STAGES must be 1 .. 4");', [("verilator", "STAGES=5")]),
                ("sum", fatal, "wire [STAGES:0] warned = 2'd0;", [("verilator", "STAGES=5")]),
                ("sum", display, '$display("%m: STAGES must be 1 .. 4");', [("iverilog", "STAGES=5")]),
                ("sum", display + "\n        $finish;", "", [("iverilog", "STAGES=5")]),
                ("sum", initial, "nowhere u_stop ();", [("iverilog", "STAGES=5")]),
                ("sum", initial, "localparam NONE = nothing(STAGES);", [("iverilog", "STAGES=5")]),
                ("sum", "parameter_is_out_of_range u_stop ();", "", [("yosys", "STAGES=5")]),
                ("sum", "parameter_is_out_of_range u_stop ();", "nowhere u_stop ();", [("yosys", "STAGES=5")]),
                ("check_width", "WIDTH > 64", "WIDTH > 65", [(tool, "WIDTH=65") for tool in ALL]),
                ("check_width", inside, inside.replace("allowed", "taken"), [("verilator", "WIDTH=65")]),
                ("check_width", "parameter_is_out_of_range u_stop ();", "nowhere u_stop ();",
                 [("iverilog", "WIDTH=65"), ("yosys", "WIDTH=65")])):
            with self.subTest(planted=planted):
                self.plant(module, found, planted)
                # STAGES=0 makes a range of bits illegal, whatever the check does.
                self.refuse([self.ILLEGAL[0], self.ILLEGAL[2]], expected)
                self.plant(module, found, found)

    def test_a_matter_of_taste_is_no_refusal(self):
        self.plant("sum", "STAGES > 4", "STAGES > 9")
        with open(os.path.join(self.tree, "sum.v"), encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(self.tree, "sum.v"), "w", encoding="utf-8") as file:
            file.write(text.replace("assign o_planted = 1'b0;", "wire [1:0] low = i_a; assign o_planted = low[0];"))
        self.refuse(["STOPPED STAGES=6"], [(tool, "STAGES=6") for tool in ALL])

    def test_a_simulation_that_goes_on_is_no_refusal(self):
        self.plant("sum", "        $finish;\n", "        forever #1 ;\n")
        limit = refuse_parameters.VVP_LIMIT_S
        refuse_parameters.VVP_LIMIT_S = 0.5
        try:
            found, said = self.complaints(refuse_parameters, "iverilog", self.ILLEGAL[:1])
        finally:
            refuse_parameters.VVP_LIMIT_S = limit
        self.assertEqual(found, {("iverilog", "STAGES=5")}, said)
        self.assertIn("vvp does not end", said)

    def test_what_cannot_be_asked_is_no_verdict(self):
        for script, arguments in (("lint_verilog.py", [TOOLS, self.tree, "nowhere", "defaults"]),
                                  ("lint_verilog.py", [TOOLS, self.tree, "sum"]),
                                  ("lint_verilog.py", [TOOLS, self.tree, "sum", "WIDTH"]),
                                  ("lint_verilog.py", ["verilator,yoyo", self.tree, "sum", "defaults"]),
                                  ("refuse_parameters.py", [TOOLS, self.tree, "nowhere", self.ILLEGAL[0]]),
                                  ("refuse_parameters.py", [TOOLS, self.tree, "sum"]),
                                  ("refuse_parameters.py", ["verilator,yoyo", self.tree, "sum", self.ILLEGAL[0]]),
                                  ("refuse_parameters.py", [TOOLS, self.tree, "sum", "STAGES=5"])):
            with self.subTest(arguments=arguments):
                done = self.script(script, *arguments)
                self.assertEqual(done.returncode, 2, done.stdout)
        done = self.script("lint_verilog.py", TOOLS, self.tree, "sum", "defaults",
                           env={"PATH": self.scratch, "VERILATOR_BIN": "verilator_bin"})
        self.assertEqual((done.returncode, done.stdout),
                         (2, "verilator_bin not found: install Debian package 'verilator'\n"))

    def test_a_tool_that_hangs_is_ended(self):
        verdict = verilog_tools.run(["sh", "-c", "echo begun; sleep 5000; echo done"], limit_s=2)
        self.assertFalse(verdict.clean)
        self.assertEqual(verdict.said, "begun\n\nnot done after 2 s")

    def test_inputs_are_all_below_and_no_more(self):
        tree = VerilogTree(self.tree)
        self.assertEqual(tree.needs("sum"), [os.path.join(self.tree, name + ".v")
                                             for name in ("check_width", "stage", "sum")])
        self.assertEqual(tree.needs("stage"), [os.path.join(self.tree, "stage.v")])

    def test_a_module_has_one_file(self):
        os.mkdir(os.path.join(self.tree, "more"))
        shutil.copy(os.path.join(self.tree, "stage.v"), os.path.join(self.tree, "more"))
        done = self.script("lint_verilog.py", TOOLS, self.tree, "sum", "defaults")
        self.assertEqual(done.returncode, 2)
        self.assertIn("stage is both in", done.stdout)

    def test_inputs_follow_the_tree(self):
        listed = os.path.join(self.scratch, "inputs.cmake")
        self.assertEqual(self.script("list_inputs.py", listed, "x=" + self.tree).returncode, 0)
        os.utime(listed, (1, 1))
        self.plant("stage", "// fault of stage", "// a word")
        self.assertEqual(self.script("list_inputs.py", listed, "x=" + self.tree).returncode, 0)
        self.assertEqual(os.stat(listed).st_mtime, 1, "written again, though nothing has changed")
        self.plant("stage", "// fault of stage", "stray u_stray (.i_in(clk), .o_out());")
        self.assertEqual(self.script("list_inputs.py", listed, "x=" + self.tree).returncode, 0)
        with open(listed, encoding="utf-8") as file:
            text = file.read()
        below = f'  "{self.tree}/stage.v"\n  "{self.tree}/stray.v"\n'
        self.assertIn(f"set(lint_inputs_x_stage\n{below})", text)
        self.assertIn(f'set(lint_inputs_x_sum\n  "{self.tree}/check_width.v"\n{below}  "{self.tree}/sum.v"\n)', text)
        self.plant("stage", "// fault of stage", '`include "more.vh"')
        done = self.script("list_inputs.py", listed, "x=" + self.tree)
        self.assertEqual(done.returncode, 1)
        self.assertIn("stage.v includes a file", done.stdout)


if __name__ == "__main__":
    unittest.main()
