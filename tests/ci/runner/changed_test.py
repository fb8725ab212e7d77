# ci/regression --changed: the tests that an edit can affect, their order, and the tests left out.
# SPDX-License-Identifier: Apache-2.0
import re
import sys
import types
import unittest

from mini_gate_project import FIFO, LOG, REGISTERS, MiniGate
from mini_project import ROOT

sys.path[1:1] = [str(ROOT / folder) for folder in ("ci/runner", "ci/gate", "ci/mapping")]
import synthesis  # noqa: E402
import synthesis_main  # noqa: E402
from edges import stem  # noqa: E402


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
                                             "gate:wide-first", "faults:record"}, outcome.said)
        # Lint and benches of the edited folder with the first workload, then the rest.
        places = [outcome.out.index(text) for text in
                  ("lint of fifo: 1 passed", "equal      small-first: ", "bus_quick, bus_thorough, gate:small-first: 3 passed",
                   "first verdict after", "what judges the RTL: 4 passed", "synthesis of small: area and depth as recorded",
                   "records of faults: 1 passed")]
        self.assertEqual(places, sorted(places), outcome.out)
        self.assertIn("1 slow tests that this can affect are not run here; ci/nightly runs them", outcome.out)
        self.assertRegex(outcome.out.splitlines()[-1], "^6 tests passed, 0 failed; 3 workloads equal, 0 not; ")
        # Once more: tests that passed with the same inputs are not run again.
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), set(), outcome.said)
        self.assertEqual(outcome.benches, [])

    def test_what_judges_the_rtl_comes_before_what_has_it_as_a_device(self):
        path = self.mini.path / "tests/system/CMakeLists.txt"
        path.write_text(path.read_text() + """
foreach(use IN ITEMS short long)
  stencil_add_command_test(device_${use} COMMAND sh "${PROJECT_SOURCE_DIR}/bench.sh" ${use} "${CMAKE_BINARY_DIR}/bench/fifo.model"
    LABELS cosim PROGRAMS fifo_model INPUTS "${CMAKE_BINARY_DIR}/bench/fifo.model")
endforeach()
""")
        self.mini.commit("devices")
        self.assertEqual(self.mini.test().status, 0)
        for name, seconds in (("device_short", 1.0), ("device_long", 9.0)):
            results = self.mini.build / "results" / stem(name)
            fields = results.read_text().split("\t")
            results.write_text("\t".join([fields[0], str(seconds), *fields[2:]]))
        self.mini.replace(FIFO, "CYCLES 100", "SAME CYCLES 100")
        outcome = self.mini.gate("--changed", CTEST_PARALLEL_LEVEL="1")
        self.assertEqual(outcome.status, 0, outcome.said)
        places = [outcome.out.index(text) for text in
                  ("what judges the RTL: 4 passed", "synthesis of small: area and depth as recorded", "the RTL has passed after",
                   "the bench with this RTL: 2 passed", "records of faults: 1 passed")]
        self.assertEqual(places, sorted(places), outcome.out)
        self.assertEqual(outcome.benches[-2:], ["long", "short"], "the longest first")
        # Another area is no reason to leave them out, and no pass.
        self.mini.replace(FIFO, "LUTS 43", "LUTS 45")
        self.mini.replace(FIFO, "SAME", "WORSE")
        outcome = self.changed(status=1)
        self.assertIn("the bench with this RTL: 2 passed", outcome.out)
        self.assertNotIn("the RTL has passed after", outcome.out)
        self.assertNotIn("left out after", outcome.out)
        # Wrong RTL is.
        self.mini.replace(FIFO, "WORSE", "FAULT")
        outcome = self.changed(status=1)
        self.assertFalse({"short", "long"} & set(outcome.benches), outcome.said)
        self.assertRegex(outcome.out, "left out after the first difference: .*device_long")
        # Where other files are edited too, the cheapest of all comes first.
        self.mini.replace(FIFO, "FAULT", "OTHER")
        self.mini.write("docs/notes.md", "# More\n")
        (self.mini.build / "results" / stem("device_long")).unlink()
        outcome = self.mini.gate("--changed", CTEST_PARALLEL_LEVEL="1")
        self.assertIn("the rest: ", outcome.out)
        self.assertLess(outcome.benches.index("long"), outcome.benches.index("short"), "what never ran comes first")

    def test_a_bench_that_is_not_built_judges_the_rtl_too(self):
        # Its program names its tests once it is built; before, its folder is all that is known.
        self.mini.write("tests/rtl/control/lone.cpp", """#include <cstdio>
#include <cstring>
int main(int words, char** word) {
  if (words > 1 && !std::strcmp(word[1], "--gtest_list_tests")) return !std::puts("Suite.\\n  Case");
  return std::puts("wrong bits"), 1;
}
""")
        path = self.mini.path / "tests/rtl/control/CMakeLists.txt"
        path.write_text(path.read_text() + """
add_custom_command(OUTPUT fifo.hpp COMMAND touch fifo.hpp DEPENDS "${PROJECT_SOURCE_DIR}/rtl/bus/fifo.v")
stencil_add_test(rtl_lone SOURCES lone.cpp "${CMAKE_CURRENT_BINARY_DIR}/fifo.hpp" LABELS rtl)
""")
        self.mini.commit("lone")
        self.mini.replace(FIFO, "CYCLES 100", "SAME CYCLES 100")
        self.mini.write_log("Which `--accept` wants.")
        outcome = self.changed(status=1)
        self.assertRegex(outcome.out, "what judges the RTL: .* 1 failed")
        self.assertIn("failed: rtl_lone:Suite.Case\n", outcome.out)
        self.assertNotIn("the RTL has passed", outcome.out)
        self.assertNotIn("rtl_lone", re.search("^left out after.*", outcome.out, re.MULTILINE)[0], "it has run")

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
        self.assertEqual(set(left.split(", ")), {"control_bench", "gate:small-run", "gate:wide-first", "lint:rtl:registers",
                                                 "faults:record", "synthesis"})
        page = self.mini.path / "build/page.md"
        outcome = self.changed("--keep-going", "--markdown", str(page), status=1)
        self.assertIn("- `control_bench`\n", page.read_text())
        self.assertEqual(set(outcome.benches), {"quick", "thorough", "control"})
        self.assertEqual(outcome.verdicts, dict.fromkeys(("small-first", "small-run", "wide-first"), "changed"))
        self.assertNotIn("left out after", outcome.out)

    def test_a_stale_record_hides_no_verdict(self):
        self.mini.replace(FIFO, "CYCLES 100", "STALE CYCLES 100")
        outcome = self.changed(status=1)
        self.assertEqual(outcome.verdicts, dict.fromkeys(("small-first", "small-run", "wide-first"), "equal"), outcome.said)
        self.assertLess(outcome.out.index("synthesis of small: area and depth as recorded"),
                        outcome.out.index("faults:record failed"))
        self.assertNotIn("left out after", outcome.out)

    def test_the_program_that_maps_takes_the_options(self):
        given = synthesis_main.parse(synthesis.options_of(types.SimpleNamespace(source=str(ROOT), build="build")))
        self.assertEqual(given.only, "small")
        self.assertTrue(all((ROOT / path).is_file() for path in (given.record, given.timing_record)))

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
        self.assertNotIn("gate:small-run", left)
        self.assertIn("gate:wide-first", left, "another configuration would have to be built")

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
        self.assertEqual(self.ran(outcome), {"lint:rtl:fifo", "lint:rtl:registers", "faults:record"},
                         "no model came out otherwise")
        self.assertEqual((outcome.benches, outcome.verdicts), ([], {}), outcome.said)
        self.assertEqual({name for name, case in outcome.cases.items() if case.get("status") == "stamped"},
                         {"bus_quick", "bus_thorough", "control_bench", "gate:small-first", "gate:small-run",
                          "gate:wide-first"})
        self.assertRegex(outcome.out, r"\ngate:small-first: 1 passed \(1 of them before\)|\n[^\n]*gate:small-first: 3 passed \(3 of")

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
        self.assertEqual((set(outcome.cases), outcome.benches), (set(), []), outcome.said)
        # The command of a test, and what a model is made of.
        self.mini.replace("tests/rtl/bus/CMakeLists.txt", 'bench.sh" ${bench}', 'bench.sh" other_${bench}')
        self.mini.replace("tests/rtl/control/CMakeLists.txt", "control/registers.v bus/fifo.v", "control/registers.v")
        outcome = self.changed()
        self.assertEqual(self.ran(outcome), {"bus_quick", "bus_thorough", "control_bench"}, outcome.said)

    def test_the_cheapest_comes_first(self):
        for lint_s, run_s in ((2.0, 4.0), (4.0, 2.0)):
            self.mini.restore()
            for name, seconds in (("lint:rtl:registers", lint_s), ("gate:small-run", run_s)):
                path = self.mini.build / "results" / stem(name)
                fields = path.read_text().split("\t")
                path.write_text("\t".join([fields[0], str(seconds), *fields[2:]]))
            order = self.order(FIFO, "CYCLES 100", "SAME CYCLES 100")
            self.assertEqual(order[0], "lint:rtl:fifo", "of the edited file")
            self.assertEqual(set(order[1:4]), {"bus_quick", "bus_thorough", "gate:small-first"}, "of the edited folder")
            # What is ready begins before more is built, in the order of what it took when it last ran.
            cheap = ["lint:rtl:registers", "gate:small-run"]
            self.assertEqual(order[4:6], cheap if lint_s < run_s else cheap[::-1])
            self.assertEqual(set(order[6:-1]), {"control_bench", "gate:wide-first"})
            self.assertEqual(order[-1], "faults:record")

    def order(self, name, old, new):
        self.mini.replace(name, old, new)
        outcome = self.mini.gate("--changed", CTEST_PARALLEL_LEVEL="1")
        self.assertEqual(outcome.status, 0, outcome.said)
        return re.findall(r"^\[\d+/\d+\] test (.*)$", (self.mini.build / "log/regression.log").read_text(), re.MULTILINE)

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

    def test_sources_of_commands_that_are_gone(self):
        # ninja begins nothing while a source of a command is missing; nothing else may wait for it.
        (self.mini.path / FIFO).unlink()
        (self.mini.path / "verilate.sh").unlink()
        self.mini.write("docs/notes.md", "# More\n")
        outcome = self.mini.test()
        self.assertEqual((outcome.status, outcome.counts), (1, (2, 5, 0)), outcome.said)
        for name in ("bus_quick", "bus_thorough", "control_bench"):
            self.assertIn(f"\nfailed: {name}: could not be built\n", outcome.out)
        self.assertEqual(outcome.cases["host_test"].get("status"), "run")
        self.assertRegex(outcome.out, r"\n.*/verilate.sh is missing\n")

    def test_an_empty_build_folder(self):
        # Before the first build no dependencies are known: every file that has not been made counts.
        for name in (".ninja_deps", ".ninja_log"):
            (self.mini.build / name).unlink(missing_ok=True)
        for name in ("bench", "lib", "bin", "CMakeFiles/d", "passed", "kept", "results", "inputs"):
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
