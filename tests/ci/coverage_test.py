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
import bins  # noqa: E402
import cases  # noqa: E402
import judging  # noqa: E402
import points  # noqa: E402
import showing  # noqa: E402
import toggles  # noqa: E402
import unreachable  # noqa: E402
from ci_error import CiError  # noqa: E402

PROGRAM = None
FIRST, BOTH, NONE, OVERWRITES = ("TwoArms.FirstAlone", "TwoArms.Both", "TwoArms.NoModel", "Choices/OfNumbers.Overwrites/0")
FILE = "rtl/two_arms.v"
OVERWRITE = "if (i_choice[1]) o_count <= 2'd3;"
CHOICES = {"module": "choice_bins", "what": "choices", "axes": [["low", "high"], ["even", "odd"]], "tests": ["two_arms:*"],
           "never": [{"bins": "high, odd", "reason": "Nobody asks for both."}]}
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
        self.write("bins.json", [CHOICES])
        self.write("constant_bits.json", [])

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
        self.bits = merged.bits
        self.write("unreachable.json", exclusions)
        return judging.judge(texts or judging.read_texts(str(HERE / "reached")), merged.reached,
                             unreachable.read_exclusions(str(self.tree)))

    def missed(self, verdict):
        return [(point.line, point.remark) for point in verdict.missed()]

    def test_the_tables_of_the_tree_name_what_is_there(self):
        # What needs a build and a run, ci/nightly finds.
        source = str(ROOT)
        texts = judging.read_texts(source)
        for one in unreachable.read_exclusions(source):
            self.assertEqual([line.strip() for line in texts[one.file]].count(one.text), 1, one.place)
        for one in toggles.read_constants(source):
            signal = one.bits.partition("[")[0]
            if signal != "*":
                self.assertRegex("\n".join(texts[one.file]), rf"\b{signal}\b", one)
        benches = "".join(path.read_text() for path in (ROOT / "tests/rtl").rglob("CMakeLists.txt"))
        programs = [suite.program for suite in cases.read_suites(source)]
        for program in programs:
            self.assertIn(f"stencil_add_test({program}", benches)
        watched = "".join(path.read_text() for path in (ROOT / cases.FOLDER).glob("*_bins.sv"))
        for group in bins.read_groups(source):
            self.assertIn(f"\nmodule {group.module} ", watched)
            for pattern in group.tests:
                self.assertIn(pattern.partition(":")[0], programs)

    def test_each_arm_knows_the_cheapest_case_that_reaches_it(self):
        # Costs are those of the order: a case that comes later is dearer.
        verdict = self.judged((BOTH, FIRST, OVERWRITES))
        self.assertEqual((self.missed(verdict), verdict.complaints, verdict.passed()), ([], [], True))
        firsts = {(point.line, point.remark): (reach.first, reach.cases) for point, reach in verdict.points.items()}
        self.assertEqual(firsts, {(9, "block"): (BOTH, 3), (10, "if"): (BOTH, 2), (10, "else"): (BOTH, 2),
                                  (15, "if"): (OVERWRITES, 1), (15, "else"): (BOTH, 2), (19, "block"): (BOTH, 2),
                                  (22, "if"): (BOTH, 2), (22, "else"): (BOTH, 1), (31, "block"): (BOTH, 3),
                                  (34, "if"): (BOTH, 2), (34, "else"): (BOTH, 3)})
        again = self.judged((FIRST, BOTH, OVERWRITES))
        self.assertEqual({reach.first for point, reach in again.points.items() if point.line == 9}, {FIRST})

    def test_what_no_case_reaches_is_missed(self):
        verdict = self.judged((FIRST,))
        self.assertEqual(self.missed(verdict), [(10, "else"), (15, "if"), (22, "else")])
        self.assertFalse(verdict.passed())
        text = showing.text(verdict, set())
        self.assertIn(f"{FILE}:15: if: no test reaches it: {OVERWRITE}\n", text)
        self.assertIn("9 reached, 0 unreachable with a reason, 3 missed; 75.00 % of what can be reached", text)
        self.assertNotIn(FIRST, text)
        self.assertIn(f"{FILE}:10: if (10..11): {FIRST} (0.00 s), 1 cases", showing.text(verdict, {"two_arms"}))

    def test_lcov_counts_the_arm_that_the_fewest_cases_reach(self):
        # An else that is not written belongs to the line of its if; what cannot be reached counts nowhere.
        for names, exclusions, expected in (((OVERWRITES,), [], "DA:15,0"), ((BOTH,), [], "DA:15,0"), ((BOTH,), [NEVER], "DA:15,1")):
            self.assertIn(f"\n{expected}\n", showing.lcov(self.judged(names, exclusions), "/t"), names)

    def test_an_exclusion_holds_while_nothing_reaches_the_line_as_it_is(self):
        verdict = self.judged((BOTH,), [NEVER])
        self.assertEqual((self.missed(verdict), verdict.complaints, verdict.passed()), ([], [], True))
        self.assertIn("Nobody asks for it.", showing.text(verdict, {"two_arms"}))
        for names, change, complaint in (
                ((BOTH, OVERWRITES), {}, f"{OVERWRITES} reaches it: remove the row"),
                ((BOTH,), {"line": "if (i_choice[2]) o_count <= 2'd3;"}, "the line occurs 0 times"),
                ((BOTH,), {"line": "end"}, "the line occurs 5 times"),
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

    def bits_of(self, names, rows):
        """Complaints about bits when these cases have run."""
        self.judged(names)
        self.write("constant_bits.json", rows)
        return toggles.judge_bits(toggles.read_constants(str(self.tree)), self.bits)[1]

    def test_bits_change_up_and_down_or_have_a_reason(self):
        def row(*bits):
            return {"file": "bus/held_value.v", "bits": list(bits), "reason": "It stands still."}

        self.assertEqual(self.bits_of((BOTH,), []), [])
        # It changes once or twice: that may be a random initial value, and no change back.
        self.assertEqual(self.bits_of((FIRST,), []), ["rtl/bus/held_value.v:8: no test changes up and down: held[0], held[1]"])
        for bits, left in ((("held[0]",), "held[1]"), (("held[1..5]",), "held[0]"), (("held[*]",), None), (("held[1]", "held[0..0]"), None)):
            complaints = self.bits_of((FIRST,), [row(*bits)])
            self.assertEqual(complaints, [f"rtl/bus/held_value.v:8: no test changes up and down: {left}"] if left else [])
        # Of all signals: what tests change needs no row, and takes none away.
        self.assertEqual(self.bits_of((FIRST,), [row("*[0..1]")]), [])
        self.assertEqual(self.bits_of((FIRST,), [row("*[1]")]), ["rtl/bus/held_value.v:8: no test changes up and down: held[0]"])
        self.assertEqual(self.bits_of((BOTH,), [row("*[0..1]")]), [])
        self.assertEqual(self.bits_of((BOTH,), [row("*[2..9]")]),
                         [f"{toggles.NAME}: rtl/bus/held_value.v has no bits *[2..9]: remove them"])
        self.assertEqual(self.bits_of((BOTH,), [row("held[1]")]),
                         [f"{toggles.NAME}: rtl/bus/held_value.v: {BOTH} changes held[1]: remove it from held[1]"])
        for bits in ("held", "held[2]", "kept[0]", "held[0][1]"):
            self.assertEqual(self.bits_of((BOTH,), [row(bits)]),
                             [f"{toggles.NAME}: rtl/bus/held_value.v has no bits {bits}: remove them"])
        for bad in (row("held[x]"), {**row("held"), "reason": "because"}, {"file": "a"}, {"file": "a", "bits": [], "proof": "no:one"}):
            with self.assertRaises(CiError):
                self.bits_of((BOTH,), [bad])
        # Neither other folders are judged, nor what every module has.
        merged = points.Points("/t/rtl")
        merged.add("".join(f"v_toggle\t/t/rtl/memory/b.v\t3\t5\t{name}\t\t0\n" for name in ("clk", "rst", "unused")), "one", 1.0, "file")
        merged.add("v_toggle\t/t/rtl/engine/a.v\t3\t5\tone[3]\t\t7\nv_toggle\t/t/rtl/memory/b.v\t3\t5\tone[3]\t\t7\n", "one", 1.0, "file")
        self.assertEqual([bit.file for bit in merged.bits], ["rtl/memory/b.v"])

    def bins_of(self, row, tests):
        """Names of bins that directed cases reach, and complaints. tests: those that reach each bin."""
        self.write("bins.json", [row])
        reached = {}
        for index, names in enumerate(tests):
            reached["choice_bins", index] = points.Reach()
            for name in names:
                reached["choice_bins", index].add(name, 1.0)
                reached["choice_bins", index].tests.append((1.0, name))
        found, complaints = bins.judge_bins(bins.read_groups(str(self.tree)), reached)
        return [one.name for one in found if one.by], complaints

    def test_each_bin_has_a_directed_case_or_a_reason(self):
        row = {**CHOICES, "tests": ["p:One.*"]}
        found, complaints = self.bins_of(row, (["p:One.Small"], ["p:Any", "p:One.Big"], ["p:One.Small"], []))
        self.assertEqual((found, complaints), (["low, even", "low, odd", "high, even"], []))
        for tests, complaint in (((["p:One.A"], ["p:Any"], ["p:One.A"], []), "choices: low, odd: only p:Any reaches this bin, none of p:One.*"),
                                 (([], ["p:One.A"], ["p:One.A"], []), "choices: low, even: no test reaches this bin"),
                                 ((["p:One.A"],) * 4, "choices: high, odd: p:One.A reaches it: remove it from what is never reached"),
                                 ((["p:One.A"],) * 3, "choice_bins has 4 bins, the models that the tests drive 3"),
                                 ((), "choice_bins has 4 bins, the models that the tests drive 0")):
            complaints = self.bins_of(row, tests)[1]
            self.assertEqual(len(complaints), 1, complaints)
            self.assertIn(complaint, complaints[0])
        tests = (["p:One.A"],) * 3 + ([],)
        self.assertIn("no bin is called 'high, all': remove the row",
                      self.bins_of({**row, "never": [*row["never"], {"bins": "high, all", "reason": "So."}]}, tests)[1][0])
        self.assertIn("there are bins of choice_bins, which has no row", "".join(self.bins_of({**row, "module": "other"}, tests)[1]))
        reach = points.Reach(2, "p:One.B", 1.0, [(2.0, "p:One.A"), (1.0, "p:One.B")])
        self.write("bins.json", [row])
        found, _ = bins.judge_bins(bins.read_groups(str(self.tree)), {("choice_bins", index): reach for index in range(4)})
        self.assertEqual(found[0].by, "p:One.B")
        for bad in ({**row, "never": [{"bins": "high, odd", "reason": "because"}]}, {"module": "choice_bins"}):
            with self.assertRaises(CiError):
                self.bins_of(bad, tests)

    def test_what_a_program_notes_is_read_strictly(self):
        line = "v_line\t/t/rtl/a.v\t3\t5\tblock\t3-5,8\t7\n"
        merged = points.Points("/t/rtl")
        merged.add(line + "v_line\t/t/other/b.v\t3\t5\tblock\t3\t7\n", "one", 1.0, "file")
        (point,) = merged.reached
        self.assertEqual((point.file, point.line, point.lines), ("rtl/a.v", 3, (3, 4, 5, 8)))
        for name, cpu_s, first in (("two", 0.5, "two"), ("three", 0.7, "two"), ("four", 0.5, "four")):
            merged.add(line, name, cpu_s, "file")
            self.assertEqual(merged.reached[point].first, first)
        self.assertEqual(merged.reached[point].cases, 4)
        merged.add(2 * "v_user\t/t/b.sv\t3\t5\tsome_bins[12]\t3\t7\n", "one", 1.0, "file")
        self.assertEqual({key: (reach.cases, reach.tests) for key, reach in merged.bins.items()}, {("some_bins", 12): (1, [(1.0, "one")])})
        for bad in (line.replace("v_line", "v_user"), "v_line\t/t/rtl/a.v\t3", line.replace("v_line", "v_other"), line.replace("3-5", "3-x"),
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
        self.assertRegex(done.stdout, r"12 lines and branches \(18 lines of 2 modules\): 12 reached, 0 unreachable with a reason, "
                                      r"0 missed; 100 % of what can be reached; 4 bins: 3 reached by directed cases, 1 that cannot be; 2 bits of bus, control and memory: 2 change, 0 that cannot\nci/coverage: 4 test cases, 0 CPU seconds; passed")
        data = json.loads((self.tree / "json").read_text())
        self.assertEqual((data["schema"], data["tests"], data["passed"], data["summary"]["reached"]),
                         ("stencil-cosim/coverage/1", 4, True, 12))
        self.assertEqual({(point["line"], point["point"]): point["first"] for point in data["points"]}[15, "if"],
                         f"two_arms:{OVERWRITES}")
        lcov = (self.tree / "lcov").read_text()
        for line in (f"SF:{self.tree}/{FILE}", "DA:9,3", "DA:10,2", "DA:15,1", "BRF:8", "BRH:8", "LF:17", "LH:17"):
            self.assertIn(f"\n{line}\n", lcov)
        self.assertEqual([(one["bin"], one["directed"], one["cases"], one["reason"]) for one in data["bins"]],
                         [("low, even", f"two_arms:{BOTH}", 1, None), ("low, odd", data["bins"][1]["directed"], 2, None),
                          ("high, even", f"two_arms:{OVERWRITES}", 1, None), ("high, odd", None, 0, "Nobody asks for both.")])
        self.assertIn(data["bins"][1]["directed"], (f"two_arms:{FIRST}", f"two_arms:{BOTH}"))
        self.assertIn("choices: 3 of 4 bins\n", done.stdout)
        figure = json.loads((self.work / "figure.json").read_text())
        self.assertEqual(figure["rtl_sha256"], data["rtl_sha256"])
        self.assertRegex(figure["text"], "^12 lines and branches .* 2 change, 0 that cannot$")
        html = (self.tree / "html").read_text()
        self.assertRegex(html, rf"<tr class=\"\"><td>high, even<td class=\"number\">1<td class=\"quiet\">two_arms:{OVERWRITES}")
        self.assertRegex(html, rf"<tr class=\"reached\"><td class=\"number\">15<td>.*if: two_arms:{OVERWRITES}")
        self.write("bins.json", [{**CHOICES, "never": []}])
        done = self.run_tool("--show", "choice_bins")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("choices: high, odd: no test reaches this bin\n", done.stdout)
        self.assertRegex(json.loads((self.work / "figure.json").read_text())["text"], "; 1 complaint$")
        self.assertIn(f"  high, even: two_arms:{OVERWRITES}, 1 cases\n", done.stdout)
        self.write("bins.json", [CHOICES])
        # Nothing runs again; other cases would be missed.
        self.choose(FIRST)
        self.assertEqual(self.run_tool("--show").returncode, 0)
        done = self.run_tool(*files)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("9 reached, 0 unreachable with a reason, 3 missed", done.stdout)
        self.assertIn("ci/coverage: 1 test cases, 0 CPU seconds; failed", done.stdout)
        self.assertIn("rtl/bus/held_value.v:8: no test changes up and down: held[0], held[1]\n", done.stdout)
        self.assertIn("\nDA:15,0\n", (self.tree / "lcov").read_text())
        self.assertRegex((self.tree / "html").read_text(), r"<tr class=\"missed\"><td class=\"number\">15<td>.*no test reaches it")
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
