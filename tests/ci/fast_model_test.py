# cmake/fast_model.cmake on the accelerator: edits of the RTL that its rewriting cannot follow are left to Verilator, aloud.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARITHMETIC = ROOT / "sim/device/arithmetic"
CONTROL = "control/control.v"
SLOW = "all parts run in all clocks, it is simulated some 40 % slower: "
# The interrupt half a clock later, and a latch
LATE = {
    "a falling edge": ("always @(negedge clk) late <= now;", "it has blocks of falling edges"),
    "of a clock that is inverted": ("wire not_clk = ~clk; always @(posedge not_clk) late <= now;", "it has blocks of falling edges"),
    "in a file that is included": ('`include "late.vh"', "it has blocks of falling edges"),
    "behind what looks like a comment": ('(* doc = "http://x" *) reg x; always @(negedge clk) late <= now;', "it has blocks of falling edges"),
    "a memory": ("reg m[0:3]; always @(negedge clk) m[tile[1:0]] <= now; always @* late = m[0];", "it has blocks of falling edges"),
    "a latch": ("always @* if (!clk) late = now;", "it has logic that reads its clock"),
    "words alone": ("/* negedge */ always @* late = now; // negedge", None),
}


class FastModel(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="stencil-fast-model-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        self.rtl = self.scratch / "the rtl"
        shutil.copytree(ROOT / "rtl", self.rtl)

    def verilate(self, arithmetic):
        """The generated text, and what is said."""
        before = [ARITHMETIC / name for name in (["points"] if arithmetic == "points" else []) + ["operators", "parts"]]
        folders = before + sorted({path.parent for path in self.rtl.rglob("*.v")})
        options = ["-Wno-lint", "-Wno-style", "--noassert", "-GPES=2", "-GMEMORY_WORDS=64", "-GMAX_COLS=8"]
        options += [word for folder in folders for word in ("-y", str(folder))]
        done = subprocess.run(
            ["cmake", "-DVERILATOR=verilator", f"-DMODELS={self.scratch / 'models'}", "-DPREFIX=Vfast", "-DTOP=stencil_accel",
             f"-DSOURCE={self.rtl / 'stencil_accel.v'}", f"-DOPTIONS={','.join(options)}", "-DWATCH_INPUTS=TRUE",
             f"-DPARTS={ROOT / 'cmake/resting_parts.cmake'}", "-P", ROOT / "cmake/verilate_one.cmake"],
            capture_output=True, text=True, check=False, timeout=1200)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        text = "".join(path.read_text() for path in sorted((self.scratch / "models/Vfast").glob("*.cpp")))
        return text, " ".join((done.stdout + done.stderr).split())

    def replace(self, name, old, new):
        path = self.rtl / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def test_has_quiet_clocks_with_either_arithmetic(self):
        for arithmetic in ("points", "operators"):
            text, said = self.verilate(arithmetic)
            self.assertNotIn("slower", said)
            self.assertIn("___quiet_eval_nba(vlSelf, ticks);", text)
            # On operators tiles use the adders of sweeps, as in the RTL: its faults show.
            self.assertEqual("g_own__DOT__u_operator" in text, arithmetic == "points")

    def test_what_it_cannot_follow_is_left_to_verilator(self):
        control = (self.rtl / CONTROL).read_text()
        (self.rtl / "control/late.vh").write_text("always @(negedge clk) late <= now;\n")
        for what, (verilog, reason) in LATE.items():
            (self.rtl / CONTROL).write_text(control)
            self.replace(CONTROL, ".o_irq          (o_irq)", ".o_irq          (now)")
            self.replace(CONTROL, "  wire unused = &", f"  wire now; reg late;\n  {verilog}\n  assign o_irq = late;\n  wire unused = &")
            text, said = self.verilate("points")
            self.assertEqual(SLOW in said, reason is not None, (what, said))
            self.assertIn(reason or "", said, what)
            self.assertEqual("___quiet_eval_nba" in text, reason is None, what)


if __name__ == "__main__":
    sys.exit(unittest.main())
