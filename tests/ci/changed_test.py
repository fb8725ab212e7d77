# ci/regression --changed: what an edit can affect, in which order, and what is left out.
# SPDX-License-Identifier: Apache-2.0
import re
import sys
import unittest

from mini_gate_project import FIFO, LOG, REGISTERS, MiniGate


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
        # Own lint, own benches with the first workload, the rest.
        places = [outcome.out.index(text) for text in
                  ("lint of fifo: 1 passed", "bus_quick: 2 passed", "equal      small-first: ", "first verdict after",
                   "control_bench: 1 passed", "synthesis of small: area and depth as recorded")]
        self.assertEqual(places, sorted(places), outcome.out)
        self.assertIn("1 slow tests that this can affect are not run here; ci/nightly runs them", outcome.out)
        self.assertRegex(outcome.out.splitlines()[-1], "^5 tests passed, 0 failed; 3 workloads equal, 0 not; ")
        # Once more: all that has passed with the same inputs stands.
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), set(), outcome.said)
        self.assertEqual(outcome.benches, [])

    def test_an_edit_of_one_module_leaves_the_others_alone(self):
        self.mini.replace(REGISTERS, "CYCLES 20", "SAME CYCLES 20")
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), {"lint:rtl:registers", "control_bench", "gate:small-first",
                                             "gate:small-run", "gate:wide-first"}, outcome.said)
        self.assertFalse((self.mini.build / "bench/fifo.model").stat().st_mtime <
                         (self.mini.path / "cosim.py").stat().st_mtime)

    def test_a_fault_ends_it_and_the_rest_is_named(self):
        self.mini.replace(FIFO, "CYCLES 100", "FAULT CYCLES 101")
        outcome = self.changed(status=1)
        # What is built beside the bench is told as well.
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
        outcome = self.changed("--keep-going", status=1)
        self.assertEqual(set(outcome.benches), {"quick", "thorough", "control"})
        self.assertEqual(outcome.verdicts, dict.fromkeys(("small-first", "small-run", "wide-first"), "changed"))
        self.assertNotIn("left out after", outcome.out)

    def test_cycles_alone(self):
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 99")
        page = self.mini.path / "build/page.md"
        outcome = self.changed("--markdown", str(page), status=1)
        self.assertEqual(outcome.verdicts, {"small-first": "faster"})
        self.assertIn(f"made with: {FIFO}\n", outcome.out)
        self.assertIn("| small-first | faster |", page.read_text())

    def test_lint_comes_first(self):
        self.mini.replace(FIFO, "CYCLES 100", "ugly FAULT CYCLES 101")
        outcome = self.changed(status=1)
        self.assertEqual((outcome.benches, outcome.verdicts), ([], {}), outcome.said)
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
        self.assertEqual(outcome.out.count("were equal before, with the same program, module and baseline"), 3)

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
        self.assertIn("CMake reads tests/rtl/bus/CMakeLists.txt: what that changes no dependency tells", outcome.out)
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
        # The preset is no commit.
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
        # Nothing tells yet what reads what: all that has not been made counts.
        for name in (".ninja_deps", ".ninja_log", "stamps"):
            (self.mini.build / name).unlink(missing_ok=True)
        for name in ("bench", "lib", "bin", "CMakeFiles/d"):
            for path in sorted((self.mini.build / name).rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
        self.mini.replace(FIFO, "CYCLES 100", "FAULT CYCLES 100")
        outcome = self.changed("--keep-going", status=1)
        self.assertEqual(set(outcome.benches), {"quick", "thorough", "control"}, outcome.said)

    def test_cheap_benches_come_first(self):
        # What earlier runs took decides.
        log = self.mini.build / "log/cpu.tsv"
        with log.open("a") as file:
            file.write("1\t50.0\t0.0\t50.0\ttest\tbus_thorough\n1\t90.0\t0.0\t90.0\tcustom\tcontrol\n")
        self.mini.replace("tests/rtl/bus/CMakeLists.txt", "thorough)", "thorough alternative)")
        self.mini.replace(FIFO, "CYCLES 100", "SAME CYCLES 100")
        outcome = self.changed()
        self.assertEqual(self.ran(outcome) >= {"bus_quick", "bus_thorough", "bus_alternative"}, True, outcome.said)

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
        self.assertIn("--changed asks git which files differ, and this is no git tree", outcome.err)


if __name__ == "__main__":
    sys.exit(unittest.main())
