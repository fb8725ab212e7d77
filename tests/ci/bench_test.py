# ci/bench: ratios within rounds, turns, history, refusals. Nothing here measures, and no number of seconds is judged.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[1:1] = [str(ROOT / "ci/measures"), str(ROOT / "ci/runner")]
import ratios  # noqa: E402
from ci_error import CiError  # noqa: E402

# Stands in for stencil-cosim: cycles of its own, a rate by accelerator.
PROGRAM = """\
    #!/bin/sh
    while [ $# -gt 0 ]; do
      case "$1" in --accel) accel=$2 ;; --report) report=$2 ;; esac
      shift
    done
    case "$accel" in rtl) rate=2 ;; mixed) rate=20 ;; *) rate=100 ;; esac
    cycles=7
    if [ "{fails}" = FAIL ] && [ "$accel" = model ]; then echo "no such device" >&2; exit 1; fi
    if [ "{fails}" = CYCLES ] && [ "$accel" = model ]; then cycles=8; fi
    echo "{{\\"simulation\\": {{\\"device_cycles_per_s\\": $rate, \\"wall_s\\": 3}}, \\"totals\\": {{\\"cycles\\": $cycles}}}}" > "$report"
    echo "$accel" >> "{calls}"
    """


class Bench(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.place()

    def place(self, fails=""):
        path = self.folder / "build/bin/stencil-cosim"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(PROGRAM.format(fails=fails, calls=self.folder / "calls")))
        path.chmod(0o755)

    def call(self, *words):
        return subprocess.run([ROOT / "ci/bench", "--build", self.folder / "build", *words], text=True,
                              capture_output=True)

    def test_ratios_are_those_within_a_round(self):
        found = ratios.ratios_of([{"rtl": 1, "model": 10}, {"rtl": 2, "model": 60}, {"rtl": 4, "model": 44}], "rtl")
        self.assertEqual(found, {"rtl": (1, 1, 1), "model": (11, 10, 30)})

    def test_each_round_begins_with_another_one(self):
        self.assertEqual([ratios.order_of(["a", "b", "c"], number)[0] for number in range(4)], ["a", "b", "c", "a"])
        self.assertEqual(sorted(ratios.order_of(["a", "b", "c"], 2)), ["a", "b", "c"])

    def test_what_was_measured_is_kept_and_shown_next_time(self):
        first = self.call("--rounds", "1", "--group", "jacobi, wide")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("jacobi, wide (measured)\n", first.stdout)
        self.assertRegex(first.stdout, r"model +50\.00 \(50\.00 \.\. 50\.00\)\n")
        self.assertRegex(first.stdout, r"mixed, class +10\.00 ")
        self.assertNotIn("   before:", first.stdout)
        self.assertIn("wrapper_bench: not built", first.stdout)
        self.assertIn("tiles built in to without: not measured: clock_bench_points is not built", first.stdout)
        self.assertIn("RTL to itself before: not measured: clock_bench_rtl is not built", first.stdout)
        self.assertRegex(first.stdout, r"bytes a point \(measured\): -?\d+\.\d+ bytes a point on one rank")
        self.assertRegex(first.stdout, r"2 ranks to one(: not measured| \(measured\): one rank takes 1\.00 \(1\.00 )")
        again = self.call("--rounds", "1", "--group", "jacobi, wide", "--without-programs")
        self.assertRegex(again.stdout, r"model +50\.00 .* before: 50\.00 \(50\.00 \.\. 50\.00\)\n")
        lines = (self.folder / "build/bench.jsonl").read_text().splitlines()
        self.assertEqual([json.loads(line)["rounds"] for line in lines], [1, 1])
        calls = (self.folder / "calls").read_text().split()
        self.assertEqual(calls.count("mixed"), 2 * 2 * 3, "once before the rounds, then in turn")

    def test_a_bench_that_fails_loses_nothing_of_the_others(self):
        bench = self.folder / "build/bin/wrapper_bench"
        bench.write_text("#!/bin/sh\necho 'no such port' >&2\nexit 3\n")
        bench.chmod(0o755)
        done = self.call("--rounds", "1", "--group", "jacobi, wide")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.splitlines()[-1], "ci/bench: wrapper_bench: status 3: no such port")
        self.assertIn("model_bench: not built", done.stdout)
        kept = json.loads((self.folder / "build/bench.jsonl").read_text())
        self.assertEqual(kept["ratios"]["jacobi, wide"]["model"], [50, 50, 50])
        self.assertNotIn("wrapper_bench", kept["programs"])

    def test_programs_are_brought_up_to_date(self):
        (self.folder / "build/build.ninja").write_text(
            "rule made\n  command = echo $out >> made\nrule fails\n  command = echo broken && false\n"
            "build stencil-cosim: made\nbuild benches: fails\n")
        done = self.call("--rounds", "1", "--group", "jacobi, wide", "--without-programs")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "build/made").read_text(), "stencil-cosim\n")
        done = self.call("--row", "tiles built in to without")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("broken", done.stderr)

    def test_a_row_alone_measures_nothing_else(self):
        done = self.call("--row", "tiles built in to without", "--rounds", "1")
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 1), done.stderr)
        self.assertFalse((self.folder / "calls").exists())

    def test_a_long_group_has_one_round_of_two_candidates(self):
        done = self.call("--rounds", "3", "--group", "jacobi, 1000 x 1000, 40 steps", "--without-programs")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"mixed, class +10\.00 ")
        self.assertEqual((self.folder / "calls").read_text().split(), 2 * ["rtl", "mixed"])

    def test_a_line_without_a_group_hides_no_earlier_one(self):
        path = self.folder / "h.jsonl"
        path.write_text("".join(json.dumps({"machine": "mine", "ratios": each}) + "\n"
                                for each in ({"g": {"rtl": [1, 1, 1]}}, {})))
        self.assertEqual(ratios.last_record(path, "mine"), {"g": {"rtl": [1, 1, 1]}})

    def test_records_of_other_machines_are_not_compared_with(self):
        path = self.folder / "h.jsonl"
        path.write_text(json.dumps({"machine": "other", "ratios": {"g": {"rtl": [1, 1, 1]}}}) + "\n")
        self.assertEqual(ratios.last_record(path, "mine"), {})
        self.assertEqual(ratios.last_record(path, "other"), {"g": {"rtl": [1, 1, 1]}})
        self.assertEqual(ratios.last_record(self.folder / "none", "mine"), {})

    def refused(self, text, *words):
        done = self.call(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertIn(text, done.stderr.splitlines()[-1])
        self.assertFalse((self.folder / "build/bench.jsonl").exists(), "nothing is kept")

    def test_refusals(self):
        self.refused("--rounds is 0, must be 1 .. 1000", "--rounds", "0")
        self.refused("argument --row: invalid choice: 'none'", "--row", "none")
        self.place("FAIL")
        self.refused("status 1: no such device", "--rounds", "1", "--group", "jacobi, wide")
        self.place("CYCLES")
        self.refused("candidates count other cycles", "--rounds", "1", "--group", "jacobi, wide")
        (self.folder / "h.jsonl").write_text("mine\n")
        self.refused("h.jsonl, line 1, is no record of ci/bench", str(self.folder / "h.jsonl"))
        (self.folder / "build/bin/stencil-cosim").unlink()
        self.refused("is not there: ci/build release builds it")
        with self.assertRaises(CiError):
            ratios.append(self.folder / "none/h.jsonl", {})


if __name__ == "__main__":
    unittest.main(verbosity=2)
