# Tests of ci/prove on a module of a few lines: what is not shown must fail, with its reason.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent / "runner"))
from processes import processes  # noqa: E402

TOOL = pathlib.Path(__file__).resolve().parents[2] / "ci" / "proofs" / "proofs_main.py"

COUNTER = """// counts to 5 and begins again
module counter (
    input  wire       clk,
    input  wire       rst,
    output reg  [2:0] o_count
);
  always @(posedge clk)
    if (rst | o_count == 3'd5) o_count <= 3'd0;
    else o_count <= o_count + 3'd1;
endmodule
"""
CHECKER = """// SPDX-License-Identifier: Apache-2.0
module counter_proof #(parameter MOST = 5) (
    input  wire clk,
    input  wire rst,
    output wire given_reset,
    output wire wrong_most,
    output wire seen_last
);
  wire [2:0] count;
  counter u_counter (.clk(clk), .rst(rst), .o_count(count));
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset = started | rst;
  assign wrong_most = started & count > MOST;
  assign seen_last = started & count == 3'd5;
endmodule
"""
TABLE = {
    "module": "counter", "files": ["counter.v"], "parameters": {"MOST": 5}, "method": "pdr", "bound": 12, "limit_s": 20,
    "properties": [{"name": "most", "holds": "It never passes 5.", "seen": "last",
                    "fault": {"old": "o_count == 3'd5", "new": "o_count == 3'd6"}}]}
# Two ways to multiply: no answer within a second.
SQUARES = """// both are the square of the sum
module squares (
    input  wire        clk,
    input  wire [13:0] a,
    input  wire [13:0] b,
    output reg  [29:0] whole,
    output reg  [29:0] parts
);
  wire [29:0] x = {16'd0, a};
  wire [29:0] y = {16'd0, b};
  always @(posedge clk) begin
    whole <= (x + y) * (x + y);
    parts <= x * x + y * y + ((x * y) << 1);
  end
endmodule
"""
SQUARES_CHECKER = """// SPDX-License-Identifier: Apache-2.0
module squares_proof (
    input  wire        clk,
    input  wire [13:0] a,
    input  wire [13:0] b,
    output wire        wrong_sum,
    output wire        seen_value
);
  wire [29:0] whole, parts;
  squares u_squares (.clk(clk), .a(a), .b(b), .whole(whole), .parts(parts));
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign wrong_sum = started & whole != parts;
  assign seen_value = started & whole[3:0] == 4'd9;
endmodule
"""


class ProveTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.write(COUNTER, CHECKER, TABLE)

    def write(self, rtl, checker, table):
        proofs = self.root / "tests" / "rtl" / "proofs"
        proofs.mkdir(parents=True, exist_ok=True)
        (self.root / "rtl").mkdir(exist_ok=True)
        name = table["module"]
        (self.root / "rtl" / f"{name}.v").write_text(rtl)
        (proofs / f"{name}.v").write_text(checker)
        (proofs / f"{name}.json").write_text(json.dumps(table))

    def prove(self, status, *arguments, **environment):
        done = subprocess.run([sys.executable, "-BES", TOOL, "--source", self.root, *arguments], capture_output=True,
                              text=True, check=False, env={**os.environ, **environment})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(self.at_work(), [], "nothing goes on in the work folder")
        return done.stdout + done.stderr

    def at_work(self):
        """Command lines of processes that name the tree."""
        return processes(str(self.root))

    def changed_table(self, **changes):
        table = json.loads(json.dumps(TABLE))
        table["properties"][0].update(changes.pop("row", {}))
        table.update(changes)
        return table

    def test_a_proof_is_shown_with_cover_point_and_fault(self):
        text = self.prove(0)
        self.assertRegex(text, r"counter: module counter, pdr, bound 12 cycles, MOST=5; \d")
        self.assertRegex(text, r"most +proved +last seen in cycle 6, fault found in cycle 7")

    def test_what_has_not_changed_is_not_proved_anew(self):
        self.prove(0)
        self.assertIn("proved before", self.prove(0))
        self.assertNotIn("proved before", self.prove(0, "--all"))
        (self.root / "rtl" / "counter.v").write_text(COUNTER.replace("begins again", "begins anew"))
        self.assertNotIn("proved before", self.prove(0))

    def test_a_wrong_module_is_refuted_with_a_trace(self):
        self.write(COUNTER.replace("o_count + 3'd1", "o_count + 3'd2"), CHECKER, TABLE)
        text = self.prove(1, "--json", str(self.root / "out.json"))
        self.assertRegex(text, r"most +refuted")
        row = json.loads((self.root / "out.json").read_text())[0]["properties"][0]
        self.assertEqual(row["cycle"], 4)
        self.assertIn("$var", pathlib.Path(row["trace"]).read_text())
        self.assertFalse(row["passed"])

    def test_a_bound_is_named_and_too_low_a_one_finds_no_fault(self):
        self.write(COUNTER, CHECKER, self.changed_table(method="bmc"))
        self.assertRegex(self.prove(0), r"most +holds for 12 cycles")
        self.write(COUNTER, CHECKER, self.changed_table(method="bmc", bound=7))
        text = self.prove(1)
        self.assertIn("does not break it within 7 cycles", text)
        self.assertNotIn("proved ", text)

    def test_a_property_that_says_nothing_fails(self):
        self.write(COUNTER, CHECKER.replace("count == 3'd5", "count == 3'd6"), TABLE)
        self.assertIn("its cover point last is not reached within 12 cycles", self.prove(1))
        self.write(COUNTER, CHECKER.replace("started & count == 3'd5", "count == 3'd5"), TABLE)
        self.assertIn("is reached before the reset", self.prove(1))

    def test_a_fault_must_break_its_property_and_its_line_must_stand(self):
        early = {"old": "o_count == 3'd5", "new": "o_count == 3'd4"}
        self.write(COUNTER, CHECKER, self.changed_table(row={"fault": early}))
        self.assertIn("its fault 'o_count == 3'd4' in rtl/counter.v does not break it", self.prove(1))
        self.write(COUNTER, CHECKER, self.changed_table(row={"fault": {"old": "o_count == 3'd7", "new": "1'b0"}}))
        self.assertIn("stands 0 times in rtl/counter.v", self.prove(1))
        self.write(COUNTER, CHECKER, self.changed_table(row={"fault": {"old": "o_count", "new": "1'b0"}}))
        self.assertIn("times in rtl/counter.v", self.prove(1))

    def test_what_is_not_needed_is_proved_so(self):
        harmless = {"name": "reset", "holds": "It comes down by itself.", "old": "rst | o_count == 3'd5",
                    "new": "rst | o_count >= 3'd5"}
        self.write(COUNTER, CHECKER, self.changed_table(spares=[harmless]))
        self.assertRegex(self.prove(0), r"without reset +proved")
        self.write(COUNTER, CHECKER, self.changed_table(spares=[{**harmless, "new": "o_count == 3'd6"}]))
        self.assertRegex(self.prove(1), r"without reset +refuted")

    def test_no_answer_in_time_is_undecided(self):
        table = {"module": "squares", "files": ["squares.v"], "method": "pdr", "bound": 3, "limit_s": 1, "properties": [
            {"name": "sum", "holds": "Both ways give the same.", "seen": "value",
             "fault": {"old": "(x * y) << 1", "new": "(x * y) << 2"}}]}
        self.write(SQUARES, SQUARES_CHECKER, table)
        text = self.prove(1, "squares")
        self.assertRegex(text, r"sum +undecided")
        self.assertNotRegex(text, r"sum +proved")
        self.assertNotIn("proved before", self.prove(1, "squares"))

    def test_a_step_is_judged_from_any_state(self):
        checker = CHECKER.replace("    output wire given_reset,\n", "")
        checker = checker.replace("  assign given_reset = started | rst;\n", "")
        self.write(COUNTER, checker, self.changed_table(method="step", bound=3))
        self.assertRegex(self.prove(1), r"most +refuted")  # 6 is a state like any other
        self.write(COUNTER, CHECKER, self.changed_table(method="step", bound=3))
        self.assertIn("must not ask for a reset", self.prove(2))

    def test_changed_files_choose_their_proofs(self):
        for words in (["init", "-q"], ["add", "-A"],
                      ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"]):
            subprocess.run(["git", "-C", self.root, *words], check=True)
        self.assertIn("0 properties of 0 modules", self.prove(0, "--changed"))
        (self.root / "rtl" / "counter.v").write_text(COUNTER.replace("begins again", "begins anew"))
        self.assertIn("1 properties of 1 modules", self.prove(0, "--changed"))
        self.assertIn("no commit 'nothing'", self.prove(2, "--changed", "nothing"))

    def test_bad_calls_and_tables(self):
        self.assertIn("there is no proof of 'other': counter", self.prove(2, "other"))
        self.assertIn("yosys is not in PATH: ci/setup test installs it", self.prove(2, PATH="/nonexistent"))
        for table, text in (
                (self.changed_table(method="luck"), "method 'luck' must be one of pdr, bmc, step"),
                (self.changed_table(bound=0), "bound 0 must be a whole number, 1..1000"),
                (self.changed_table(row={"seen": "nothing"}), "cover points nothing"),
                (self.changed_table(row={"name": "least"}), "properties least, but the checker's outputs"),
                (self.changed_table(files=["other.v"]), "which is not among the files")):
            if "files" in text:
                table["properties"][0]["fault"]["file"] = "counter.v"
            self.write(COUNTER, CHECKER, table)
            self.assertIn(text, self.prove(2))
        self.write(COUNTER.replace("endmodule", ""), CHECKER, TABLE)
        self.assertIn("syntax error", self.prove(2))


unittest.main()
