# ci/coverage on a module with two arms: coverage_test.py PROGRAM, which has cases that reach some of them each.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
TOOL = ROOT / "ci" / "reaching" / "coverage_main.py"
sys.path[1:1] = [str(ROOT / "ci" / folder) for folder in ("reaching", "runner")]
import cases  # noqa: E402
import judging  # noqa: E402
import points  # noqa: E402
import showing  # noqa: E402
import unreachable  # noqa: E402
from ci_error import CiError  # noqa: E402

PROGRAM = None
FIRST, BOTH, NONE, OVERWRITES = ("TwoArms.FirstAlone", "TwoArms.Both", "TwoArms.NoModel", "Choices/OfNumbers.Overwrites/0")
FILE = "rtl/two_arms.v"
OVERWRITE = "if (i_choice[1]) o_count <= 2'd3;"
NEVER = {"file": "two_arms.v", "line": OVERWRITE, "point": "if", "reason": "Nobody asks for it."}


class Coverage(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name)
        # The models have the paths of the Verilog that they were made from.
        (self.tree / "rtl").symlink_to(HERE / "reached" / "rtl")
        self.work = self.tree / "work"
        (self.work / "bin").mkdir(parents=True)
        (self.work / "bin" / "two_arms").symlink_to(PROGRAM)
        (self.work / "build.ninja").write_text("rule none\n  command = true\nbuild two_arms: none\n")
        self.write("suites.json", [{"program": "two_arms", "filter": "-*FailsWhenAsked"}])
        self.write("unreachable.json", [])

    def write(self, name, rows):
        path = self.tree / cases.FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(rows))

    def run_tool(self, *words, **environment):
        return subprocess.run(["python3", "-BES", str(TOOL), "--source", str(self.tree), "--work", str(self.work), *words],
                              capture_output=True, text=True, check=False, timeout=300,
                              env={"PATH": "/usr/bin:/bin", **environment})

    def choose(self, *names):
        self.write("suites.json", [{"program": "two_arms", "filter": ":".join(names)}])

    def judged(self, names, exclusions=(), texts=None):
        """The verdict when these cases have run, in this process."""
        merged = points.Points(str(HERE / "reached" / "rtl"))
        for cpu_s, name in enumerate(names):
            output = str(self.tree / "noted")
            cases.run_case(cases.Case("two_arms", name), PROGRAM, output)
            merged.add(pathlib.Path(output).read_text(), name, cpu_s, output)
        self.write("unreachable.json", exclusions)
        return judging.judge(texts or judging.read_texts(str(HERE / "reached")), merged.reached,
                             unreachable.read_exclusions(str(self.tree)))

    def missed(self, verdict):
        return [(point.line, point.remark) for point in verdict.missed()]

    def test_each_arm_knows_the_cheapest_case_that_reaches_it(self):
        # Costs are those of the order: a case that comes later is dearer.
        verdict = self.judged((BOTH, FIRST, OVERWRITES))
        self.assertEqual((self.missed(verdict), verdict.complaints, verdict.passed()), ([], [], True))
        firsts = {(point.line, point.remark): (reach.first, reach.cases) for point, reach in verdict.points.items()}
        self.assertEqual(firsts, {(8, "block"): (BOTH, 3), (9, "if"): (BOTH, 2), (9, "else"): (BOTH, 2),
                                  (14, "if"): (OVERWRITES, 1), (14, "else"): (BOTH, 2)})
        again = self.judged((FIRST, BOTH, OVERWRITES))
        self.assertEqual({reach.first for point, reach in again.points.items() if point.line == 8}, {FIRST})

    def test_what_no_case_reaches_is_missed(self):
        verdict = self.judged((FIRST,))
        self.assertEqual(self.missed(verdict), [(9, "else"), (14, "if")])
        self.assertFalse(verdict.passed())
        text = showing.text(verdict, set())
        self.assertIn(f"{FILE}:14: if: no test reaches it: {OVERWRITE}\n", text)
        self.assertIn("3 reached, 0 unreachable with a reason, 2 missed; 60.00 % of what can be reached", text)
        self.assertNotIn(FIRST, text)
        self.assertIn(f"{FILE}:9: if (9..10): {FIRST} (0.00 s), 1 cases", showing.text(verdict, {"two_arms"}))

    def test_an_exclusion_holds_while_nothing_reaches_the_line_as_it_is(self):
        verdict = self.judged((BOTH,), [NEVER])
        self.assertEqual((self.missed(verdict), verdict.complaints, verdict.passed()), ([], [], True))
        self.assertIn("Nobody asks for it.", showing.text(verdict, {"two_arms"}))
        for names, change, complaint in (
                ((BOTH, OVERWRITES), {}, f"{OVERWRITES} reaches it: remove the row"),
                ((BOTH,), {"line": "if (i_choice[2]) o_count <= 2'd3;"}, "the line occurs 0 times"),
                ((BOTH,), {"line": "end"}, "the line occurs 2 times"),
                ((BOTH,), {"point": "case"}, "the line has no such point"),
                ((BOTH,), {"file": "other.v"}, "the line occurs 0 times")):
            verdict = self.judged(names, [{**NEVER, **change}])
            self.assertEqual(len(verdict.complaints), 1, verdict.complaints)
            self.assertIn(complaint, verdict.complaints[0])
            self.assertFalse(verdict.passed())

    def test_an_exclusion_needs_a_reason_or_a_proof_that_exists(self):
        proof = {name: NEVER[name] for name in ("file", "line", "point")}
        (self.tree / unreachable.PROOFS).mkdir(parents=True)
        (self.tree / unreachable.PROOFS / "one.json").write_text(json.dumps({"properties": [{"name": "most"}]}))
        self.assertTrue(self.judged((BOTH,), [{**proof, "proof": "one:most"}]).passed())
        for row, complaint in (({**proof, "proof": "one:least"}, "has no property 'least', only most"),
                               ({**proof, "proof": "two:most"}, "there is no proof two"),
                               ({**proof, "reason": "because"}, "must be a sentence"),
                               (proof, "must have file, line, point"), ("x", "must have file, line, point")):
            with self.assertRaisesRegex(CiError, complaint):
                self.judged((BOTH,), [row])

    def test_a_block_in_no_model_is_an_error(self):
        texts = judging.read_texts(str(HERE / "reached"))
        texts["rtl/other.v"] = ["module other;", "  always @(posedge clk) x <= y;", "endmodule"]
        verdict = self.judged((BOTH, OVERWRITES), texts=texts)
        self.assertEqual(verdict.complaints, ["rtl/other.v:2: this block is in no model that the tests of "
                                              "tests/rtl/coverage/suites.json drive"])
        self.assertFalse(verdict.passed())

    def test_what_a_program_notes_is_read_strictly(self):
        line = "v_line\t/t/rtl/a.v\t3\t5\tblock\t3-5,8\t7\n"
        merged = points.Points("/t/rtl")
        merged.add(line + "v_line\t/t/other/b.v\t3\t5\tblock\t3\t7\n", "one", 1.0, "file")
        (point,) = merged.reached
        self.assertEqual((point.file, point.line, point.lines), ("rtl/a.v", 3, (3, 4, 5, 8)))
        for bad in ("v_line\t/t/rtl/a.v\t3", line.replace("v_line", "v_other"), line.replace("3-5", "3-x"),
                    line.replace("\t7\n", "\t-7\n"), line.replace("\t3\t", "\tthree\t")):
            with self.assertRaises(CiError, msg=bad):
                points.Points("/t/rtl").add(bad, "one", 1.0, "file")

    def test_cases_are_listed_as_googletest_names_them(self):
        self.assertEqual([case.name for case in cases.list_cases(cases.Suite("two_arms", "*"), PROGRAM)],
                         [FIRST, BOTH, NONE, "TwoArms.FailsWhenAsked", OVERWRITES])
        with self.assertRaisesRegex(CiError, r"two_arms lists no cases of 'Nothing\.\*'"):
            cases.list_cases(cases.Suite("two_arms", "Nothing.*"), PROGRAM)
        text = "Typed/0.  # TypeParam = Shape<V, 8ul>\n  Walks\n  DISABLED_Runs\n"
        self.assertEqual([case.test for case in cases.parse_list("p", text)], ["p:Typed/0.Walks"])
        for bad in ("Typed/0.\n", "some words\n", ""):
            with self.assertRaises(CiError, msg=bad):
                cases.parse_list("p", bad)

    def test_the_whole_call(self):
        files = [f"--{kind}={self.tree / kind}" for kind in ("json", "lcov", "html")]
        done = self.run_tool(*files, "two_arms")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertRegex(done.stdout, r"5 lines and branches \(6 lines of 1 modules\): 5 reached, 0 unreachable with a reason, "
                                      r"0 missed; 100 % of what can be reached\nci/coverage: 4 test cases, 0 CPU seconds; passed")
        data = json.loads((self.tree / "json").read_text())
        self.assertEqual((data["schema"], data["tests"], data["passed"], data["summary"]["reached"]),
                         ("stencil-cosim/coverage/1", 4, True, 5))
        self.assertEqual({(point["line"], point["point"]): point["first"] for point in data["points"]}[14, "if"],
                         f"two_arms:{OVERWRITES}")
        lcov = (self.tree / "lcov").read_text()
        for line in (f"SF:{self.tree}/{FILE}", "DA:8,3", "DA:9,2", "DA:14,1", "BRF:4", "BRH:4", "LF:6", "LH:6"):
            self.assertIn(f"\n{line}\n", lcov)
        html = (self.tree / "html").read_text()
        self.assertRegex(html, rf"<tr class=\"reached\"><td class=\"number\">14<td>.*if: two_arms:{OVERWRITES}")
        # Nothing runs again; other cases would be missed.
        self.choose(FIRST)
        self.assertEqual(self.run_tool("--show").returncode, 0)
        done = self.run_tool(*files)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("3 reached, 0 unreachable with a reason, 2 missed", done.stdout)
        self.assertIn("ci/coverage: 1 test cases, 0 CPU seconds; failed", done.stdout)
        self.assertIn("\nDA:14,0\n", (self.tree / "lcov").read_text())
        self.assertRegex((self.tree / "html").read_text(), r"<tr class=\"missed\"><td class=\"number\">14<td>.*no test reaches it")
        self.assertFalse(json.loads((self.tree / "json").read_text())["passed"])

    def test_results_of_another_rtl_are_refused(self):
        done = self.run_tool("--show")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has found nothing yet", done.stderr)
        self.choose(FIRST)
        self.assertEqual(self.run_tool().returncode, 1)
        (self.tree / "rtl").unlink()
        shutil.copytree(HERE / "reached" / "rtl", self.tree / "rtl")
        (self.tree / FILE).write_text((self.tree / FILE).read_text().replace("2'd3", "2'd2"))
        done = self.run_tool("--show")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("is of another RTL", done.stderr)

    def test_a_build_or_a_name_that_is_wrong_is_said(self):
        for words, complaint in ((["three_arms"], "the RTL has no module 'three_arms'"),
                                 (["--html", "/nowhere/page"], "/nowhere/page cannot be written")):
            done = self.run_tool(*words)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(complaint, done.stderr)
        (self.work / "build.ninja").write_text("rule none\n  command = echo some error; false\nbuild two_arms: none\n")
        done = self.run_tool()
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertRegex(done.stderr, r"the build of ci/coverage fails: .*; the log is /.*/coverage.log")

    def test_a_case_that_fails_ends_the_call(self):
        self.choose(FIRST, "TwoArms.FailsWhenAsked")
        done = self.run_tool(TWO_ARMS_FAIL="1")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("two_arms:TwoArms.FailsWhenAsked fails in the build of ci/coverage, status 1", done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    sys.exit(unittest.main())
