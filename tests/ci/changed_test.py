# ci/regression --changed: the tests that an edit can affect, their order, and the tests left out.
# SPDX-License-Identifier: Apache-2.0
import collections
import os
import re
import sys
import tempfile
import types
import unittest

from mini_gate_project import FIFO, LOG, REGISTERS, MiniGate
from mini_project import ROOT

sys.path.insert(1, str(ROOT / "ci/runner"))
sys.path.insert(1, str(ROOT / "ci/gate"))
from affected import Piece, order  # noqa: E402
from costs import SOURCE_S, TEST_S, WORKLOAD_S, Costs  # noqa: E402
from stamps import Stamps  # noqa: E402


class FakeCosts:
    """Costs in CPU seconds that the test chooses; a file is made from its name in small letters."""

    def __init__(self, outputs, tests):
        self.outputs = outputs
        self.tests = tests
        self.graph = self

    def needed(self, paths):
        return set(paths) | {path.lower() for path in paths}

    def of_output(self, path):
        return self.outputs.get(path, 0.0)

    def of_test(self, test):
        return self.tests[test]

    def of_workload(self, _):
        return 1.0


class Order(unittest.TestCase):
    def order(self, pieces, workloads, outputs, tests):
        stages = order(pieces, workloads, FakeCosts(outputs, tests), set(outputs))
        return [[piece.title for piece in stage] for stage in stages]

    def test_the_cheapest_comes_first(self):
        pieces = [Piece("dear", ["dear"], needs={"D"}), Piece("cheap", ["cheap"], needs={"C"}),
                  Piece("own dear", ["long"], needs={"E"}, own=True), Piece("own cheap", ["short"], needs={"F"}, own=True),
                  Piece("own beside", ["beside"], needs={"F"}, own=True), Piece("lint", ["cheap"], own=True)]
        workloads = [Piece("small", workloads=[Named("one"), Named("two")], needs={"S"}),
                     Piece("wide", workloads=[Named("three")], needs={"W"})]
        outputs = {"d": 9.0, "c": 1.0, "e": 40.0, "f": 10.0, "s": 30.0, "w": 2.0}
        tests = {"dear": 5.0, "cheap": 0.1, "long": 60.0, "short": 1.0, "beside": 3.0}
        self.assertEqual(self.order(pieces, workloads, outputs, tests),
                         [["lint"], ["own cheap", "own beside", "workload one"],
                          ["small", "cheap", "wide", "dear"], ["own dear"]])

    def test_later_stages_grow(self):
        pieces = [Piece(name, [name]) for name in "abcdefghij"] + [Piece("dear", ["dear"])]
        stages = self.order(pieces, [], {}, dict.fromkeys("abcdefghij", 10.0) | {"dear": 500.0})
        self.assertEqual(stages, [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i", "j"], ["dear"]])

    def test_the_first_workloads_run_beside_the_first_benches(self):
        pieces = [Piece("own", ["short"], needs={"F"}, own=True)]
        workloads = [Piece("small", [], [Named("one"), Named("two", True), Named("three", True)], needs={"S"})]
        self.assertEqual(self.order(pieces, workloads, {"f": 1.0, "s": 1.0}, {"short": 1.0}),
                         [["own", "workload two", "workload three"], ["small"]])

    def test_what_is_built_already_costs_nothing_more(self):
        pieces = [Piece("first", ["short"], needs={"A"}), Piece("same", ["short"], needs={"A", "B"}),
                  Piece("other", ["short"], needs={"C"})]
        outputs = {"a": 5.0, "b": 1.0, "c": 5.5}
        self.assertEqual(self.order(pieces, [], outputs, {"short": 1.0}), [["first", "same", "other"]])
        # Files that the edit does not affect are already built.
        self.assertEqual(self.order(pieces, [], {"a": 5.0, "b": 1.0}, {"short": 1.0})[0][0], "other")

    def test_what_earlier_runs_took_and_guesses(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        os.makedirs(os.path.join(scratch.name, "log"))
        with open(os.path.join(scratch.name, "log/cpu.tsv"), "w", encoding="utf-8") as file:
            file.write("1\t3.0\t0.5\t9.0\ttest\tslow one\n2\t7.0\t0.0\t9.0\tlink\tbin/program\n"
                       "3\t2.0\t0.0\t9.0\tcustom\tmodels/Vx_united.cpp\n4\t6.5\t0.0\t9.0\tcompile\tx.cpp.o\n")
        stamps = Stamps(os.path.join(scratch.name, "stamps"))
        stamps.add("stamped", "0" * 64, "2.5")
        stamps.add("gate:known", "1" * 64, "4.5")
        graph = FakeCosts({}, {})
        graph.build = scratch.name
        costs = Costs(types.SimpleNamespace(build=scratch.name), graph, stamps)
        of = [costs.of_test(Named(name)) for name in ("slow one", "stamped", "never run")]
        self.assertEqual(of, [3.5, 2.5, TEST_S])
        self.assertEqual([costs.of_workload(Named(name)) for name in ("known", "new")], [4.5, WORKLOAD_S])
        at = os.path.join(scratch.name, "")
        self.assertEqual(costs.of_output(at + "bin/program"), 7.0)
        self.assertEqual(costs.of_output(at + "tests/models/Vx_united.cpp"), 2.0)
        self.assertEqual(costs.of_output(at + "x.cpp.o"), 6.5)
        self.assertEqual(costs.of_output(at + "never.cpp.o"), SOURCE_S)


Named = collections.namedtuple("Named", ["name", "first"], defaults=[False])


class Changed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mini = MiniGate()
        cls.addClassCleanup(cls.mini.remove)
        assert cls.mini.gate("--accept").status == 0
        cls.first = cls.mini.commit("baselines")
        assert cls.mini.gate().status == 0
        outcome = cls.mini.test()
        assert outcome.status == 0, outcome.said
        cls.mini.save()

    def setUp(self):
        self.mini.restore()

    def changed(self, *arguments, status=0):
        outcome = self.mini.gate("--changed", *arguments)
        self.assertEqual(outcome.status, status, outcome.said)
        return outcome

    def ran(self, outcome):
        return {name for name, case in outcome.cases.items() if case.get("status") != "stamped"}

    def test_nothing(self):
        outcome = self.changed()
        self.assertEqual(outcome.out, "nothing differs from HEAD: nothing to run\n")

    def test_a_harmless_edit_runs_what_reads_the_file(self):
        self.mini.replace(FIFO, "CYCLES 100", "SAME CYCLES 100")
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), {"lint:rtl:fifo", "lint:rtl:registers", "bus_quick", "bus_thorough",
                                             "control_bench", "gate:small-first", "gate:small-run",
                                             "gate:wide-first"}, outcome.said)
        # Lint and benches of the edited folder with the first workload, then the rest.
        later = re.search("^(control_bench, lint .*|lint .*, control_bench): 2 passed", outcome.out, re.MULTILINE)
        self.assertTrue(later, outcome.said)
        places = [outcome.out.index(text) for text in
                  ("lint of fifo: 1 passed", "bus_quick: 2 passed", "equal      small-first: ", "first verdict after",
                   later[0], "synthesis of small: area and depth as recorded")]
        self.assertEqual(places, sorted(places), outcome.out)
        self.assertIn("1 slow tests that this can affect are not run here; ci/nightly runs them", outcome.out)
        self.assertRegex(outcome.out.splitlines()[-1], "^5 tests passed, 0 failed; 3 workloads equal, 0 not; ")
        # Once more: tests that passed with the same inputs are not run again.
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), set(), outcome.said)
        self.assertEqual(outcome.benches, [])

    def test_an_edit_of_one_module_leaves_the_others_alone(self):
        self.mini.replace(REGISTERS, "CYCLES 20", "SAME CYCLES 20")
        outcome = self.changed()
        self.assertEqual(set(outcome.cases), {"lint:rtl:registers", "control_bench", "gate:small-first",
                                              "gate:small-run", "gate:wide-first"}, outcome.said)

    def test_a_fault_ends_it_and_the_rest_is_named(self):
        self.mini.replace(FIFO, "CYCLES 100", "FAULT CYCLES 101")
        outcome = self.changed(status=1)
        # Programs that are built beside the bench are named too.
        self.assertEqual(set(outcome.benches), {"quick", "thorough"})
        self.assertEqual(outcome.verdicts, {"small-first": "changed"})
        self.assertIn("quick found a fault", outcome.out)
        self.assertIn("failed: bus_quick\n", outcome.out)
        self.assertIn("first block: 120 -> 121", outcome.out)
        left = re.search("^left out after the first difference: (.*); ci/regression --changed --keep-going runs them too$",
                         outcome.out, re.MULTILINE)[1]
        for piece in ("control_bench", "workloads of small", "workloads of wide", "lint that need no building",
                      "synthesis"):
            self.assertIn(piece, left)
        page = self.mini.path / "build/page.md"
        outcome = self.changed("--keep-going", "--markdown", str(page), status=1)
        self.assertIn("- `control_bench`\n", page.read_text())
        self.assertEqual(set(outcome.benches), {"quick", "thorough", "control"})
        self.assertEqual(outcome.verdicts, dict.fromkeys(("small-first", "small-run", "wide-first"), "changed"))
        self.assertNotIn("left out after", outcome.out)

    def test_cycles_alone(self):
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 99")
        page = self.mini.path / "build/page.md"
        outcome = self.changed("--markdown", str(page), status=1)
        self.assertEqual(outcome.verdicts, {"small-first": "faster"})
        self.assertIn(f"RTL of the baselines: {FIFO}\n", outcome.out)
        self.assertIn("| small-first | faster |", page.read_text())

    def test_a_failed_bench_does_not_hide_cycles_of_another_workload(self):
        self.mini.replace(FIFO, "CYCLES 100", "FAULT CYCLES 100")
        outcome = self.changed(status=1)
        self.assertEqual(outcome.verdicts, {"small-first": "equal", "small-run": "equal"}, outcome.said)
        left = re.search("^left out after the first difference: (.*); ci/", outcome.out, re.MULTILINE)[1]
        self.assertNotIn("workloads of small", left)
        self.assertIn("workloads of wide", left, "another configuration would have to be built")

    def test_lint_comes_first(self):
        self.mini.replace(FIFO, "CYCLES 100", "ugly FAULT CYCLES 101")
        outcome = self.changed(status=1)
        self.assertEqual((outcome.benches, outcome.verdicts), ([], {"small-first": "changed"}), outcome.said)
        self.assertIn("%Warning-STYLE", outcome.out)
        self.assertIn("bus_quick", outcome.out[outcome.out.index("left out after"):])

    def test_what_does_not_compile_is_one_line(self):
        self.mini.replace(FIFO, "CYCLES 100", "syntax")
        outcome = self.changed(status=1)
        errors = [line for line in outcome.out.splitlines() if "%Error" in line]
        self.assertEqual(errors, [f"the edit does not compile: %Error: {FIFO}:3:syntax LUTS 43: syntax error"],
                         outcome.said)
        self.assertEqual((outcome.benches, outcome.verdicts), ([], {}))
        self.mini.restore()
        self.mini.replace("tests/system/host.hpp", "int verdict", "int judgement")
        outcome = self.changed(status=1)
        errors = [line for line in outcome.out.splitlines() if "error:" in line]
        self.assertEqual(len(errors), 1, outcome.said)
        self.assertRegex(errors[0], "^host_test cannot be built: tests/system/host.cpp:6:10: error: .verdict. was not")

    def test_a_comment(self):
        self.mini.replace(FIFO, "// A queue.", "// A queue indeed.")
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), {"lint:rtl:fifo", "lint:rtl:registers"}, "no model came out otherwise")
        self.assertEqual((outcome.benches, outcome.verdicts), ([], {}), outcome.said)
        said = re.findall("^(.*) were equal before, with the same program, module and baseline,", outcome.out, re.M)
        # Of the later two, the one that took less time comes first.
        self.assertIn(said, [["1 workloads of small", "2 workloads of small, wide"],
                             ["1 workloads of small", "2 workloads of wide, small"]], outcome.said)

    def test_a_document_a_test_reads_and_one_that_nobody_reads(self):
        self.mini.write("docs/notes.md", "# More\n")
        self.mini.write(LOG, "# Changelog\n")
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), {"host_test"}, outcome.said)
        self.assertIn(f"nothing that is built or tested reads {LOG}\n", outcome.out)
        self.assertEqual(outcome.verdicts, {})
        self.assertNotIn("synthesis", outcome.out)

    def test_a_header_of_the_host(self):
        self.mini.replace("tests/system/host.hpp", "verdict = 0", "verdict = 3")
        outcome = self.changed(status=1)
        self.assertEqual(set(outcome.cases), {"host_test"}, outcome.said)
        self.assertIn("failed: host_test", outcome.out)

    def test_what_cmake_alone_reads(self):
        path = self.mini.path / "tests/rtl/bus/CMakeLists.txt"
        path.write_text(path.read_text() + "# a word\n")
        outcome = self.changed()
        self.assertIn("CMake reads tests/rtl/bus/CMakeLists.txt: no dependency tells what that changes", outcome.out)
        self.assertEqual(set(outcome.cases), {"bus_quick", "bus_thorough"}, outcome.said)

    def test_a_baseline_or_the_gate_itself(self):
        self.mini.replace("ci/baseline/wide-first.jsonl", '"sum": 120', '"sum": 119')
        outcome = self.changed(status=1)
        self.assertEqual(outcome.verdicts, {"wide-first": "changed"}, outcome.said)
        self.mini.restore()
        self.mini.replace("ci/gate/workloads.json", '"shapes"', '"more shapes"')
        outcome = self.changed()
        self.assertEqual({name for name in outcome.cases if name.startswith("gate:")},
                         {"gate:small-first", "gate:small-run", "gate:wide-first"}, outcome.said)

    def test_a_revision(self):
        self.mini.replace(REGISTERS, "CYCLES 20", "SAME CYCLES 20")
        self.mini.commit("registers")
        self.mini.replace(FIFO, "// A queue.", "// A queue indeed.")
        self.assertIn(f"1 files differ from HEAD: {FIFO}\n", self.changed().out)
        self.assertIn(f"2 files differ from {self.first}: {FIFO}, {REGISTERS}\n", self.changed(self.first).out)
        outcome = self.mini.gate("--changed", "nowhere")
        self.assertEqual((outcome.status, outcome.err), (2, "ci/regression: git knows no commit 'nowhere'\n"))
        # The preset's name is not taken for a commit.
        self.assertIn("differ from HEAD", self.changed("release").out)

    def test_a_new_file_and_one_that_is_gone(self):
        self.mini.write("rtl/bus/more.v", "// new\n")
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), {"lint:rtl:registers"}, "it reads the folder")
        self.mini.restore()
        (self.mini.path / FIFO).unlink()
        outcome = self.changed(status=1)
        self.assertEqual(outcome.benches, [])
        self.assertIn("failed: lint:rtl:fifo", outcome.out)

    def test_an_empty_build_folder(self):
        # Before the first build no dependencies are known: every file that has not been made counts.
        for name in (".ninja_deps", ".ninja_log", "stamps"):
            (self.mini.build / name).unlink(missing_ok=True)
        for name in ("bench", "lib", "bin", "CMakeFiles/d"):
            for path in sorted((self.mini.build / name).rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
        self.mini.replace(FIFO, "CYCLES 100", "FAULT CYCLES 100")
        outcome = self.changed("--keep-going", status=1)
        self.assertEqual(set(outcome.benches), {"quick", "thorough", "control"}, outcome.said)

    def test_tests_that_come_with_an_edit_of_cmake_files_run_too(self):
        self.mini.replace("tests/rtl/bus/CMakeLists.txt", "thorough)", "thorough alternative)")
        self.mini.replace(FIFO, "CYCLES 100", "SAME CYCLES 100")
        outcome = self.changed()
        self.assertGreaterEqual(self.ran(outcome), {"bus_quick", "bus_thorough", "bus_alternative"}, outcome.said)

    def test_synthesis_names_the_module(self):
        self.mini.replace(FIFO, "LUTS 43", "LUTS 45")
        outcome = self.changed(status=1)
        lines = outcome.out.splitlines()
        at = lines.index("worse: small, fifo DEPTH=4 WIDTH=49: LUT was 43, is 45")
        self.assertEqual(lines[at + 1], "worse: small, stencil_accel: LUT was 100, is 101")
        self.assertRegex(lines[at + 2], "^synthesis of small: status 1; .*ci/synthesis --update$")

    def test_without_git(self):
        self.mini.git("rev-parse", "HEAD")
        (self.mini.path / ".git").rename(self.mini.path / "nogit")
        outcome = self.mini.gate("--changed", GIT_CEILING_DIRECTORIES=str(self.mini.scratch))
        self.assertEqual(outcome.status, 2, outcome.said)
        self.assertIn("--changed needs git to find the edited files, and this is no git tree", outcome.err)


if __name__ == "__main__":
    sys.exit(unittest.main())
