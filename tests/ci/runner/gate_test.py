# ci/regression: the cycle gate, changes it accepts and changes it refuses.
# SPDX-License-Identifier: Apache-2.0
import os
import sys
import unittest

from mini_gate_project import FIFO, LOG, REGISTERS, MiniGate
from mini_project import ROOT

sys.path.insert(1, str(ROOT / "ci/runner"))
sys.path.insert(1, str(ROOT / "ci/gate"))
from ci_error import CiError  # noqa: E402
from workloads import read_workloads  # noqa: E402

ALL = {"small-first", "small-run", "wide-first"}


class Gate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mini = MiniGate()
        cls.addClassCleanup(cls.mini.remove)
        outcome = cls.mini.gate("--accept")
        assert outcome.status == 0, outcome.said
        cls.first = cls.mini.commit("baselines")
        cls.mini.save()

    def setUp(self):
        self.mini.restore()
        self.before = self.mini.baselines()

    def expect_error(self, outcome, pattern):
        """One line with the reason, status 2, no baseline changed."""
        self.assertEqual(outcome.status, 2, outcome.said)
        self.assertEqual(len(outcome.err.splitlines()), 1, outcome.said)
        self.assertRegex(outcome.err, "^ci/regression: " + pattern)
        self.assertEqual(self.mini.baselines(), self.before)

    def test_the_first_baselines_need_no_line(self):
        self.assertEqual({name.removesuffix(".jsonl") for name in self.before}, ALL)
        self.assertEqual(self.mini.first_cycles(), 120)

    def test_equal_is_a_line_a_workload(self):
        outcome = self.mini.gate(STENCIL_PLUSARGS="+X")
        self.assertEqual((outcome.status, outcome.err), (0, ""), outcome.said)
        self.assertEqual(sorted(line for line in outcome.out.splitlines() if not line.startswith("measuring: ")), [
            "3 workloads equal, 0 not", "equal      small-first: 2 classes, 241 cycles", "equal      small-run: 2 classes, 481 cycles",
            "equal      wide-first: 2 classes, 241 cycles"])
        self.assertEqual(set(outcome.cases), {f"gate:{name}" for name in ALL})
        self.assertTrue(all(case.get("status") == "run" for case in outcome.cases.values()))

    def test_a_difference_is_told_with_its_cause_and_the_files(self):
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 101")
        self.mini.write("rtl/bus/more.v", "// new\n")
        page = self.mini.path / "build/page.md"
        outcome = self.mini.gate("--markdown", str(page))
        self.assertEqual(outcome.status, 1, outcome.said)
        self.assertEqual(outcome.verdicts, dict.fromkeys(ALL, "changed"))
        self.assertIn("changed    small-first: 2 of 2 classes differ\n    why: a cycle more each row\n"
                      "    first block: 120 -> 121\n    last block: 121 -> 122\n", outcome.out)
        self.assertIn(f"RTL of the baselines: {FIFO}, rtl/bus/more.v\n", outcome.out)
        self.assertIn("ci/regression --accept", outcome.out)
        self.assertIn("0 workloads equal, 3 not", outcome.out)
        failure = outcome.cases["gate:small-first"].find("failure")
        self.assertIn("first block: 120 -> 121", failure.text)
        text = page.read_text()
        for wanted in ("| small-first | changed | 2 of 2 classes differ |", f"- `{FIFO}`", "## wide-first",
                       "* first block: 120 -> 121"):
            self.assertIn(wanted, text)
        self.assertEqual(self.mini.baselines(), self.before)

    def test_committed_edits_since_the_baselines_are_named_too(self):
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 101")
        self.mini.commit("slower")
        self.assertIn(f"RTL of the baselines: {FIFO}\n", self.mini.gate().out)

    def test_faster_is_shown_as_such_and_needs_accepting_too(self):
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 99")
        outcome = self.mini.gate()
        self.assertEqual((outcome.status, set(outcome.verdicts.values())), (1, {"faster"}), outcome.said)
        self.assertIn("all for the better", outcome.out)

    def test_accept_demands_a_line(self):
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 99")
        self.expect_error(self.mini.gate("--accept"), f"nothing is accepted before {LOG} names the change: add a line")
        # Blank lines and removed lines do not count.
        self.mini.write(LOG, "# Changelog\n\n\n")
        self.expect_error(self.mini.gate("--accept"), "nothing is accepted before")
        self.mini.write_log("`rtl/bus`: one cycle less.")
        outcome = self.mini.gate("--accept")
        self.assertEqual(outcome.status, 0, outcome.said)
        self.assertIn("accepted: ci/baseline/small-first.jsonl", outcome.out)
        self.assertEqual(self.mini.first_cycles(), 119)
        self.assertEqual(self.mini.gate().status, 0)
        # The same line serves a second --accept, but not changes made after it is committed.
        self.mini.replace(FIFO, "CYCLES 99", "CYCLES 98")
        self.assertEqual(self.mini.gate("--accept").status, 0)
        self.mini.commit("faster")
        self.before = self.mini.baselines()
        self.mini.replace(FIFO, "CYCLES 98", "CYCLES 97")
        self.expect_error(self.mini.gate("--accept"), "nothing is accepted before")

    def test_a_line_committed_before_the_baselines_counts(self):
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 99")
        self.mini.write_log("`rtl/bus`: one cycle less.")
        self.mini.commit("faster")
        self.assertEqual(self.mini.gate("--accept").status, 0)

    def test_accept_of_what_is_equal_writes_nothing(self):
        self.mini.write_log("nothing.")
        outcome = self.mini.gate("--accept")
        self.assertEqual(outcome.status, 0, outcome.said)
        self.assertIn("nothing to accept", outcome.out)
        self.assertNotIn("accepted:", outcome.out)
        self.assertEqual(self.mini.baselines(), self.before)

    def test_wrong_bits_and_a_hang_are_not_accepted(self):
        self.mini.write_log("wrong.")
        for fault, told in (("BITS wrong", "bits are wrong, status 1"), ("HANG", "the run failed, status 3")):
            with self.subTest(fault):
                self.mini.write(FIFO, f"CYCLES 90\n{fault}\n")
                self.expect_error(self.mini.gate("--accept"), f"nothing is accepted: small-first: {told}")
                outcome = self.mini.gate()
                self.assertEqual((outcome.status, set(outcome.verdicts.values())), (1, {"failed"}), outcome.said)
                self.assertNotIn("if it is meant", outcome.out)

    def test_bad_baselines_are_told_and_kept(self):
        self.mini.write_log("moved.")
        path = self.mini.path / "ci/baseline/small-run.jsonl"
        whole = path.read_text()
        for text, told in ((whole[:40], "small-run.jsonl: "), ('{"schema": "stencil-cosim/report/9"}', "schema stencil"),
                           ("", "small-run.jsonl: ")):
            with self.subTest(text):
                path.write_text(text)
                self.before = self.mini.baselines()
                outcome = self.mini.gate()
                self.assertEqual((outcome.status, outcome.verdicts["small-run"], outcome.verdicts["small-first"]),
                                 (2, "unreadable", "equal"), outcome.said)
                self.assertRegex(outcome.out, f"unreadable small-run: .*\n    stencil-cosim: .*{told}.*\n")
                self.expect_error(self.mini.gate("--accept"), "nothing is accepted: the baseline of small-run cannot")

    def test_a_class_or_a_baseline_that_is_missing(self):
        self.mini.replace("ci/baseline/small-run.jsonl", '"place": "last"', '"place": "only"')
        (self.mini.path / "ci/baseline/wide-first.jsonl").unlink()
        outcome = self.mini.gate()
        self.assertEqual(outcome.status, 1, outcome.said)
        self.assertEqual(outcome.verdicts, {"small-first": "equal", "small-run": "changed", "wide-first": "new"})
        self.assertIn("only block: missing", outcome.out)
        self.assertIn("no baseline ci/baseline/wide-first.jsonl", outcome.out)

    def test_a_baseline_without_a_workload(self):
        (self.mini.path / "ci/baseline/gone.jsonl").write_text("{}")
        outcome = self.mini.gate()
        self.assertEqual(outcome.status, 1, outcome.said)
        self.assertIn("ci/baseline/gone.jsonl belongs to no workload: remove it", outcome.out)

    def test_an_unwritable_folder(self):
        self.mini.write_log("moved.")
        self.mini.replace(FIFO, "CYCLES 100", "CYCLES 99")
        # Root may write everywhere, but not below a file.
        folder = self.mini.path / "own"
        folder.write_text("a file")
        self.expect_error(self.mini.gate("--accept", "--baseline", str(folder)), f"nothing is accepted: .*{folder.name}")
        self.assertEqual(folder.read_text(), "a file")
        # All or none: the second of three cannot be written.
        (self.mini.path / "ci/baseline/small-run.jsonl.part").mkdir()
        outcome = self.mini.gate("--accept")
        self.assertEqual(outcome.status, 2, outcome.said)
        (self.mini.path / "ci/baseline/small-run.jsonl.part").rmdir()
        self.assertEqual(self.mini.baselines(), self.before)
        self.expect_error(self.mini.gate("--markdown", "nowhere/page.md"), "nowhere/page.md cannot be written: ")

    def test_what_does_not_compile(self):
        self.mini.write(FIFO, "syntax\n")
        outcome = self.mini.gate()
        self.assertEqual((outcome.status, outcome.verdicts), (1, {}), outcome.said)
        self.assertIn("%Error: ", outcome.out)
        self.assertIn("ci/regression: building failed", outcome.out)

    def test_rtl_of_ones_own_has_baselines_of_its_own(self):
        own = self.mini.scratch / "own"
        (own / "bus").mkdir(parents=True, exist_ok=True)
        (own / "control").mkdir(exist_ok=True)
        (own / "bus/fifo.v").write_text("CYCLES 7\n")
        (own / "control/registers.v").write_text("CYCLES 1\n")
        self.mini.configure(f"-DSTENCIL_RTL_DIR={own}")
        self.expect_error(self.mini.gate(), f".*has the RTL of {own}, .*--baseline")
        baselines = self.mini.scratch / "own-baselines"
        outcome = self.mini.gate("--baseline", str(baselines))
        self.assertEqual((outcome.status, set(outcome.verdicts.values())), (1, {"new"}), outcome.said)
        # No line in our CHANGELOG.md is needed.
        outcome = self.mini.gate("--baseline", str(baselines), "--accept")
        self.assertEqual(outcome.status, 0, outcome.said)
        self.assertEqual(self.mini.gate("--baseline", str(baselines)).status, 0)
        self.assertEqual(len(list(baselines.iterdir())), 3)
        self.assertEqual(self.mini.baselines(), self.before)

    def test_one_workload(self):
        outcome = self.mini.gate("--workload", "wide-first")
        self.assertEqual((outcome.status, outcome.verdicts), (0, {"wide-first": "equal"}), outcome.said)
        self.expect_error(self.mini.gate("--workload", "wide"), "there is no workload wide: small-first, ")

    def test_bad_calls(self):
        for arguments in (["--accept", "--changed"], ["--changed", "--workload", "wide-first"], ["--keep-going"],
                          ["debug"]):
            with self.subTest(arguments):
                outcome = self.mini.gate(*arguments)
                self.assertEqual((outcome.status, outcome.out), (2, ""), outcome.said)
        self.assertEqual(self.mini.baselines(), self.before)

    def test_a_bad_table(self):
        path = "ci/gate/workloads.json"
        for old, new, told in (('"cycles --configs wide"', '"cycles --configs small"', "wide-first: configs must be"),
                               ('"ranks": 2', '"ranks": 0', "small-run: ranks must be"),
                               ('"run --config small"', '"tune --config small"', "small-run: the first word must be"),
                               ('"small-run"', '"small-first"', "two workloads are called small-first"),
                               ('"small-run"', '"../small"', "'../small' must be small letters"),
                               ('"what": "ranks", ', "", "is no list of workloads: 'what'"),
                               ("]}", "]", "is no list of workloads: ")):
            with self.subTest(told):
                self.mini.restore()
                self.mini.replace(path, old, new)
                self.expect_error(self.mini.gate(), f".*{told}")

    def test_a_workload_that_leaves_nothing(self):
        self.mini.write("cosim.py", "#!/bin/sh\n[ $1 = compare ] || exit 0\n")
        outcome = self.mini.gate()
        self.assertEqual((outcome.status, set(outcome.verdicts.values())), (1, {"failed"}), outcome.said)
        self.assertIn("left no cycles in build/release/gate/small-first.json", outcome.out)

    def test_our_own_workloads_cover_what_they_must(self):
        workloads = read_workloads(os.path.join(ROOT, "ci/gate/workloads.json"))
        text = [" ".join(workload.words) for workload in workloads]
        for config in ("default", "small", "wide-bus", "wide"):
            for kernel in ("cycles", "gauss-seidel"):
                self.assertTrue(any(config in one.configs and kernel in words for one, words in zip(workloads, text)),
                                f"{config}, {kernel}")
        for words in ("--schedules sequential,overlapped --blockings overlapped-rows,skewed", "--place",
                      "--distribution cyclic", "--blocking skewed", "sweep=split", "--link-latency"):
            self.assertTrue(any(words in one for one in text), words)
        self.assertEqual({workload.ranks for workload in workloads}, {1, 2, 4})
        self.assertEqual(workloads[0].configs, ("small",), "the first verdict needs one configuration, the smallest")
        with self.assertRaises(CiError):
            read_workloads("/nowhere")


if __name__ == "__main__":
    sys.exit(unittest.main())
