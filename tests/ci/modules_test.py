# ci/instructions --modules: instances of the Verilog, modules of generated lines, callgrind's lines, the table.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[1:1] = [str(ROOT / "ci/measures"), str(ROOT / "ci/runner")]
import modules  # noqa: E402
from ci_error import CiError  # noqa: E402

VERILOG = {
    "stencil_accel.v": """// port u_none (
        module stencil_accel (input clk);
          port #(.WIDTH(beats(A, (B + 1)))) u_port (.clk(clk));
          generate if (1) begin : g_ring
            ring u_ring (.clk(clk));
          end endgenerate
        endmodule""",
    "port.v": "module port (input clk);\n  ring u_ring (.clk(clk));\n  adder u_add (.clk(clk));\nendmodule",
    "ring.v": "module ring (input clk);\nendmodule",
    "adder.v": "module adder (input clk);\n  shift u_shift (.clk(clk));\nendmodule",
    "shift.v": "module shift (input clk);\nendmodule",
}
ROOT_SOURCE = """void Vx___024root___nba(Vx___024root* vlSelf) {
    vlSelf->stencil_accel__DOT__u_port__DOT__u_ring__DOT__at
        = vlSelf->stencil_accel__DOT__g_ring__DOT__u_ring__DOT__far;
    vlSelf->__Vdly__stencil_accel__DOT__u_port__DOT__full = 1U;
    if (vlSelf->stencil_accel__DOT__clock) {
        vlSelf->__VdfgTmp_h1 = 2U;
    }
    Vx_adder___nba((&vlSymsp->TOP__stencil_accel__DOT__u_port__DOT__u_add));
}
"""
ADDER_SOURCE = """void Vx_adder___nba(Vx_adder* vlSelf) {
    vlSelf->sum = 1U;
    vlSelf->u_shift__DOT__by = 2U;
}
"""
PROFILE = """# callgrind format
positions: line
events: Ir
summary: {total}

fl=(1) {folder}/models/Vx/Vx___024root__DepSet_h1__0.cpp
fn=(1) nba
1 1
3 20
fi=(2) /usr/share/verilator/include/verilated_funcs.h
900 4
fe=(1)
4 300
6 5
cfi=(3) {folder}/models/Vx/Vx_adder__L5__DepSet_h2__0.cpp
cfn=(2) adder
calls=1 2
8 99999
fl=(3)
fn=(2)
2 4000
3 50000
fl=(4) /usr/share/verilator/include/verilated.cpp
fn=(3) eval
7 600000

totals: {total}
"""
TOTAL = 1 + 20 + 4 + 300 + 5 + 4000 + 50000 + 600000


class Modules(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "models/Vx").mkdir(parents=True)
        for name, text in VERILOG.items():
            (self.folder / name).write_text(text)
        (self.folder / "models/Vx/Vx___024root__DepSet_h1__0.cpp").write_text(ROOT_SOURCE)
        (self.folder / "models/Vx/Vx_adder__L5__DepSet_h2__0.cpp").write_text(ADDER_SOURCE)
        self.instances = modules.instances_of([str(self.folder)])

    def profile(self, text=PROFILE, total=TOTAL):
        path = self.folder / "callgrind.out"
        path.write_text(text.format(folder=self.folder, total=total))
        return str(path)

    def test_instances_are_those_of_the_verilog_without_comments(self):
        self.assertEqual(self.instances["stencil_accel"], {"u_port": "port", "u_ring": "ring"})
        self.assertEqual(self.instances["port"], {"u_ring": "ring", "u_add": "adder"})

    def test_of_two_files_of_a_module_the_first_folder_counts(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "port.v").write_text("module port (input clk);\nendmodule")
        self.assertEqual(modules.instances_of([str(other), str(self.folder)])["port"], {})

    def test_a_line_counts_for_the_module_of_its_statement(self):
        of = modules.Lines(ROOT_SOURCE, modules.TOP, self.instances).of
        self.assertEqual(of, [modules.CONTROL, "ring", "ring", "port", "stencil_accel", modules.CONTROL,
                              modules.CONTROL, "adder", modules.CONTROL])
        self.assertEqual(modules.Lines(ADDER_SOURCE, "adder", self.instances).of[1:3], ["adder", "shift"])

    def test_every_instruction_counts_once(self):
        found = modules.by_module(self.profile(), self.instances)
        self.assertEqual(found, {modules.CONTROL: 1 + 5 + 600000, "ring": 20 + 4, "port": 300, "adder": 4000,
                                 "shift": 50000})

    def test_relative_positions_are_refused(self):
        with self.assertRaisesRegex(CiError, r"has a relative position: \+2 20"):
            modules.by_module(self.profile(PROFILE.replace("\n3 20\n", "\n+2 20\n")), self.instances)

    def test_the_table_is_by_clock_and_by_idle_clocks(self):
        lines = modules.table({"load": (10, {"ring": 1000, "port": 50}), "idle": (4, {"ring": 8, "port": 400})})
        self.assertEqual([line.split() for line in lines], [["load", "idle"], ["port", "5.0", "100.0"],
                                                            ["ring", "100.0", "2.0"], ["all", "105.0", "102.0"]])


if __name__ == "__main__":
    unittest.main()
