# Tests ci/faults on a tree of one module, whose "bench" is a script: what survives, does not build or fails anyway is
# told as such, and a result that no longer holds is seen.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "ci" / "campaign" / "faults_main.py"
sys.path[1:1] = [str(TOOL.parent), str(TOOL.parents[1] / "runner")]
import matrix  # noqa: E402

MODULE = """// gate: passes a bit on.
module gate (
    input  wire i_a,
    input  wire i_b,
    output wire o_y,
    output wire o_z
);

  assign o_y = i_a & i_b;
  assign o_z = i_a | i_b;

endmodule
"""

# Copies the module beside the bench, as a compiler does; "SYNTAX" is what it does not take.
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(mini NONE)
set(program ${CMAKE_BINARY_DIR}/bin/gate_test)
add_custom_command(OUTPUT ${program}
  COMMAND python3 ${CMAKE_SOURCE_DIR}/compile.py ${STENCIL_BENCH_RTL_DIR}/gate.v ${CMAKE_SOURCE_DIR}/bench.py ${program}
  DEPENDS ${STENCIL_BENCH_RTL_DIR}/gate.v ${CMAKE_SOURCE_DIR}/bench.py)
add_custom_target(gate_test DEPENDS ${program})
add_custom_target(device_test DEPENDS ${program} COMMAND cmake -E copy ${program} ${CMAKE_BINARY_DIR}/bin/device_test)
"""

COMPILE = """import os, sys
source, bench, program = sys.argv[1:]
for number, line in enumerate(open(source), 1):
    if "SYNTAX" in line:
        sys.exit(f"%Error: {source}:{number}:3: syntax error")
os.makedirs(os.path.dirname(program), exist_ok=True)
open(program, "w").write("#!/usr/bin/python3\\nTEXT = " + repr(open(source).read()) + "\\n" + open(bench).read())
os.chmod(program, 0o755)
"""

# Evaluates the lines of the module in Python. The device's bench knows the output o_z, that of the module o_y.
BENCH = """
import os, re, sys
open(os.environ["RUNS"], "a").write(os.path.basename(sys.argv[0]) + "\\n")
chosen = os.environ.get("STENCIL_FAULT", "").replace("-", "_")
def value(output, a, b):
    words = re.search(f"assign {output} = (.*);", TEXT)[1].replace("i_a", str(a)).replace("i_b", str(b))
    words = words.replace("1'b0", "0").replace("1'b1", "1")
    return eval(re.sub(r"fault_(\\w+)", lambda found: str(int(found[1] == chosen)), words)) & 1
pairs = [(a, b) for a in (0, 1) for b in (0, 1)]
right = {"Y": lambda: all(value("o_y", a, b) == (a & b) for a, b in pairs),
         "Z": lambda: all(value("o_z", a, b) == (a | b) for a, b in pairs), "Zero": lambda: value("o_z", 0, 0) == 0}
names = ["Y"] if "gate_test" in sys.argv[0] else ["Z", "Zero"]
BROKEN
failed = False
for name in names:
    print(f"[ RUN      ] Gate.{name}", flush=True)
    if failed and "--gtest_fail_fast" in sys.argv:
        print(f"[  SKIPPED ] Gate.{name} (0 ms)")
        continue
    if chosen == "crash":
        os.abort()
    if right[name]():
        print(f"[       OK ] Gate.{name} (0 ms)")
        continue
    failed = True
    print(f"[  FAILED  ] Gate.{name} (0 ms)")
sys.exit(failed)
"""

CHECKER = """// SPDX-License-Identifier: Apache-2.0
module gate_proof (
    input  wire clk,
    input  wire i_a,
    input  wire i_b,
    output wire wrong_or,
    output wire seen_both
);
  wire y, z;
  gate u_gate (.i_a(i_a), .i_b(i_b), .o_y(y), .o_z(z));
  reg a, b, or_was, started = 1'b0;
  always @(posedge clk) {a, b, or_was, started} <= {i_a, i_b, z, 1'b1};
  assign wrong_or = started & or_was != (a | b);
  assign seen_both = started & a & b;
endmodule
"""
PROOF = {"module": "gate", "files": ["gate.v"], "method": "pdr", "bound": 5, "limit_s": 20, "properties": [
    {"name": "or", "holds": "It is the or.", "seen": "both", "fault": {"old": "i_a | i_b;", "new": "i_a & i_b;"}}]}

# One operation a line, so that a mutant's place tells what it does; o_z needs no `spare`.
SOURCES = """TEST(Gate, Y) {
  EXPECT_EQ(1, 1);  // of the module
}
TEST(Gate, Z) {
}
TEST(Gate, Zero) {
}
"""


def fault(name, old, new, **more):
    return {"name": name, "old": old, "new": new, "report": f"The fault {name}.", **more}


CAUGHT = fault("and-or", "i_a & i_b;", "(i_a & i_b) | (CHOSEN & i_b);")
LATE = fault("or-and", "i_a | i_b;", "(i_a & ~CHOSEN) | i_b;")  # wrong in one case of four
TWICE = fault("same", "i_a & i_b;", "(i_a | CHOSEN) & i_b;")


class FaultsCase(unittest.TestCase):
    """A project of one module, with the faults of a table."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.tables = self.root / "tests/rtl/faults"
        for folder in ("rtl", "tests/rtl/faults", "tests/rtl/gate"):
            (self.root / folder).mkdir(parents=True)
        (self.root / "CMakeLists.txt").write_text(CMAKE)
        (self.root / "compile.py").write_text(COMPILE)
        (self.root / "rtl/gate.v").write_text(MODULE)
        (self.root / "tests/rtl/gate/gate_test.cpp").write_text(SOURCES)
        (self.tables / "ladders.json").write_text(json.dumps({"device": ["device_test"]}))
        self.bench()
        self.write(CAUGHT, LATE)

    def tearDown(self):
        self.folder.cleanup()

    def bench(self, broken=""):
        (self.root / "bench.py").write_text(BENCH.replace("BROKEN", broken))

    def write(self, *faults):
        (self.tables / "gate.json").write_text(json.dumps({"file": "gate.v", "tests": ["gate_test"],
                                                           "faults": list(faults)}))

    def call(self, *words):
        environment = {**os.environ, "RUNS": str(self.root / "runs")}
        done = subprocess.run([sys.executable, "-BES", str(TOOL), "--source", str(self.root), *words],
                              capture_output=True, text=True, env=environment, check=False)
        return done.returncode, done.stdout + done.stderr

    def runs(self):
        return (self.root / "runs").read_text().split()

    def record(self):
        return json.loads((self.tables / "record.json").read_text())["faults"]


class Faults(FaultsCase):
    def test_the_cheapest_test_that_catches_a_fault_is_recorded_until_something_changes(self):
        status, text = self.call("--update", "--json", str(self.root / "results"))
        self.assertEqual(status, 0, text)
        self.assertIn("2 faults: 2 caught", text)
        record = self.record()
        self.assertEqual(record["and-or"]["caught_by"], ["gate_test:Gate.Y"])
        self.assertEqual(record["or-and"]["caught_by"], ["device_test:Gate.Z"])
        self.assertEqual((record["or-and"]["file"], record["or-and"]["line"]), ("rtl/gate.v", 10))
        self.assertEqual(json.loads((self.root / "results").read_text())["faults"], record)
        # Bases: one run of each bench. Faults: the first ends at its module's bench.
        self.assertEqual(sorted(self.runs()), ["device_test"] * 2 + ["gate_test"] * 3)
        status, text = self.call("--check")
        self.assertEqual((status, text), (0, "ci/faults: 2 faults, 0 complaints\n"))
        for path, old, new, complaint in (
                ("rtl/gate.v", "i_a | i_b", "i_b | i_a", "or-and: rtl/gate.v has changed"),
                ("tests/rtl/gate/gate_test.cpp", "EXPECT_EQ(1, 1)", "EXPECT_EQ(1, 2)", "and-or: gate_test:Gate.Y has"),
                ("tests/rtl/gate/gate_test.cpp", "(Gate, Z)", "(Gate, Zz)", "or-and: there is no test device_test"),
                ("tests/rtl/faults/gate.json", "CHOSEN & i_b", "CHOSEN & i_a", "and-or: its row has changed"),
                ("tests/rtl/faults/gate.json", '"and-or"', '"other"', "other: was never run"),
                ("tests/rtl/faults/gate.json", '"and-or"', '"other"', "the record has a fault and-or"),
                ("tests/rtl/faults/gate.json", "i_a & i_b;\"", "i_c;\"", "and-or: its text does not occur once")):
            kept = (self.root / path).read_text()
            self.assertIn(old, kept)
            (self.root / path).write_text(kept.replace(old, new))
            status, text = self.call("--check")
            self.assertEqual(status, 1, text)
            self.assertIn(complaint, text)
            (self.root / path).write_text(kept)
        for path, old, new in (("rtl/gate.v", "passes a bit on", "passes two bits on"),
                               ("tests/rtl/gate/gate_test.cpp", "of the module", "of one module")):
            kept = (self.root / path).read_text()
            (self.root / path).write_text(kept.replace(old, new))
        self.assertEqual(self.call("--check")[0], 0, "a comment decides nothing")

    def test_the_tests_of_a_row_are_asked_before_all_others_and_decide_the_result(self):
        self.write({**LATE, "tests": ["device_test:Zero", "device_test"]})
        status, text = self.call("--update")
        self.assertEqual(status, 0, text)
        self.assertEqual(set(self.runs()), {"device_test"}, "not the module's bench")
        self.write(LATE)
        status, text = self.call("--check")
        self.assertEqual((status, "or-and: its row has changed" in text), (1, True), text)

    def test_a_survivor_is_named_and_a_claim_of_equivalence_judged(self):
        reason = {"reason": "It does nothing.", "clause": "Command"}
        self.write(CAUGHT, fault("mute", "i_a | i_b;", "i_a | i_b | (CHOSEN & i_b);"))
        status, text = self.call("--update")
        self.assertEqual(status, 1, text)
        self.assertIn("rtl/gate.v:10: The fault mute.", text)
        self.assertIn("1 caught, 1 survived", text)
        self.assertIn("mute: survived", self.call("--check")[1])
        self.write({**CAUGHT, "equivalent": reason}, fault("mute", "i_a | i_b;", "i_a | i_b | (CHOSEN & i_b);",
                                                           equivalent=reason))
        status, text = self.call()
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"and-or +differs .*gate_test:Gate.Y")
        self.assertRegex(text, r"mute +equivalent")
        self.assertIn("It does nothing. (Command)", text)

    def test_what_does_not_build_is_never_caught(self):
        self.write(fault("bad", "i_a | i_b;", "i_a | i_b | SYNTAX & CHOSEN;"), CAUGHT)
        status, text = self.call("--update")
        self.assertEqual(status, 2, text)
        self.assertIn("bad does not build: %Error", text)
        self.assertNotIn("caught", text)
        self.assertFalse((self.tables / "record.json").exists())

    def test_a_base_that_fails_judges_nothing(self):
        for broken, what in (("right['Y'] = lambda: False", "gate_test:Gate.Y fails"), ("names = []", "no test ran"),
                             ("sys.exit(3)", "ended with status 3 and no failed test")):
            self.bench(broken)
            status, text = self.call("--update")
            self.assertEqual(status, 2, text)
            self.assertIn(what, text)
            self.assertNotIn(" caught ", text)
        self.assertFalse((self.tables / "record.json").exists())

    def test_an_end_without_a_failed_test_is_no_verdict_and_a_crash_is_that_of_its_test(self):
        self.bench("sys.exit(3) if chosen == 'and_or' else None")
        status, text = self.call("--fault", "and-or")
        self.assertEqual(status, 2, text)
        self.assertIn("and-or: gate_test ended with status 3", text)
        self.bench("os.kill(os.getpid(), 15) if chosen == 'and_or' else None")
        status, text = self.call("--fault", "and-or")
        self.assertEqual(status, 2, text)
        self.assertIn("and-or: gate_test was stopped from outside by signal SIGTERM; that is no verdict", text)
        self.bench()
        self.write(fault("crash", "i_a & i_b;", "i_a & i_b & (i_b | CHOSEN);"))
        status, text = self.call()
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"crash +caught .*gate_test:Gate.Y")

    def test_only_a_property_that_is_refuted_catches_a_fault(self):
        proofs = self.root / "tests/rtl/proofs"
        proofs.mkdir()
        (proofs / "gate.v").write_text(CHECKER)
        (proofs / "gate.json").write_text(json.dumps(PROOF))
        self.bench("names = [name for name in names if name != 'Z']")
        # The second one changes the line of the proof's own fault, which is no verdict on the property.
        self.write(LATE, fault("mute", "i_a | i_b;", "i_a | i_b | (CHOSEN & i_b);"))
        status, text = self.call("--update")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"or-and +caught .*prove:gate\n")
        self.assertRegex(text, r"mute +survived")
        self.assertIsNotNone(self.record()["or-and"]["digests"]["tests"]["prove:gate"])
        (proofs / "gate.v").write_text(CHECKER.replace("!= (a | b)", "!= (a & b)"))
        status, text = self.call("--fault", "or-and")
        self.assertEqual(status, 2, text)
        self.assertIn("without any fault prove:gate does not pass: prove:gate fails", text)

    def test_a_call_goes_on_where_one_ended(self):
        self.assertEqual(self.call()[0], 0)
        before = len(self.runs())
        status, text = self.call("--resume")
        self.assertEqual((status, len(self.runs())), (0, before), text)
        self.assertEqual(text.count("(known)"), 2)
        (self.root / "rtl/gate.v").write_text(MODULE.replace("a bit", "two bits"))
        self.call("--resume")
        self.assertGreater(len(self.runs()), before)

    def test_stale_results_alone_run_again_and_are_then_written_without_another_run(self):
        self.assertEqual(self.call("--update")[0], 0)
        self.assertEqual(self.call("--stale")[1], "ci/faults: no fault is to be run\n")
        kept = (self.root / "tests/rtl/gate/gate_test.cpp").read_text()
        (self.root / "tests/rtl/gate/gate_test.cpp").write_text(kept.replace("EXPECT_EQ(1, 1)", "EXPECT_EQ(2, 2)"))
        status, text = self.call("--check")
        self.assertEqual((status, text.splitlines()[-1]),
                         (1, "1 results hold no longer, of gate: ci/faults --stale --resume --update runs and writes them"))
        before = len(self.runs())
        status, text = self.call("--stale", "--resume")
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"and-or +caught ")
        self.assertNotIn("or-and", text, "its test is as it was")
        self.assertEqual(len(self.runs()), before + 2, "the base and the fault")
        self.assertEqual(self.call("--check")[0], 1, "the record is as it was")
        status, text = self.call("--stale", "--resume", "--update")
        self.assertEqual((status, len(self.runs())), (0, before + 2), text)
        self.assertIn("(known)", text)
        self.assertEqual(self.call("--check")[0], 0)
        # A test that has lost its force: the fault is no longer caught, and is named.
        self.bench("right['Y'] = lambda: True")
        (self.root / "tests/rtl/gate/gate_test.cpp").write_text(kept.replace("EXPECT_EQ(1, 1)", "EXPECT_EQ(3, 3)"))
        status, text = self.call("--stale", "--resume")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"and-or +survived .*\n +rtl/gate.v:9: The fault and-or.")

    def test_the_matrix_names_what_is_needless_and_what_is_trivial(self):
        self.write(fault("all", "i_a | i_b;", "i_a | i_b | CHOSEN;"), LATE,
                   fault("trivial", "i_a & i_b;", "(i_a & i_b) ^ CHOSEN;"))
        (self.tables / "ladders.json").write_text(json.dumps({"device": ["gate_test"]}))
        status, text = self.call("--matrix", "--fault", "trivial")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"trivial +trivial")
        (self.tables / "ladders.json").write_text(json.dumps({"device": ["device_test"]}))
        status, text = self.call("--matrix", "--fault", "or-and", "--update")
        self.assertEqual(re.findall("^catches nothing.*", text, re.M), ["catches nothing: device_test:Gate.Zero"])
        self.assertIn("matrix: 1 faults, 2 tests, of which 1 catch a fault alone, 0 only what others catch too, 1 none: ", text)
        self.assertEqual(self.record()["or-and"]["caught_by"], ["device_test:Gate.Z"])
        self.call("--matrix", "--fault", "all", "--update")
        self.assertEqual(sorted(self.record()), ["all", "or-and"])
        status, text = self.call("--matrix", "--fault", "all", "--fault", "or-and")
        self.assertIn("catches nothing that no other test catches: device_test:Gate.Zero", text)
        self.assertIn("of which 1 catch a fault alone, 1 only what others catch too, 0 none: ", text)
        self.assertEqual((self.root / "build/faults/matrix.tsv").read_text().splitlines(),
                         ["fault\tmodule\tresult\tdevice_test:Gate.Z\tdevice_test:Gate.Zero",
                          "all\tgate\ttrivial\t1\t1", "or-and\tgate\tcaught\t1\t0"])
        before = len(self.runs())
        self.assertIn("of which 1 catch a fault alone, 1 only what",
                      self.call("--matrix", "--resume", "--fault", "all", "--fault", "or-and")[1])
        self.assertEqual(len(self.runs()), before, "all of it was known")
        (self.tables / "ladders.json").write_text(json.dumps({"device": []}))
        status, text = self.call("--matrix", "--fault", "or-and")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"\nsurvives: or-and: rtl/gate.v:10: The fault or-and.\n")
        (self.tables / "ladders.json").write_text(json.dumps({"device": ["device_test"]}))
        self.write(LATE, fault("crash", "i_a & i_b;", "i_a & i_b & (i_b | CHOSEN);"))
        (self.tables / "ladders.json").write_text(json.dumps({"device": ["gate_test", "device_test"]}))
        self.call("--matrix", "--fault", "crash", "--update")
        self.assertEqual(self.record()["crash"]["caught_by"], ["gate_test:Gate.Y", "device_test:Gate.Z"])
        self.assertEqual(sorted(self.record()), ["crash", "or-and"], "faults that no table has leave the record")

    def test_a_test_of_the_matrix_counts_with_all_its_parameters(self):
        one, two, other = "b:Stalls/Port.Waits/None", "b:Stalls/Port.Waits/Both", "b:Port/0.Resets"
        self.assertEqual([matrix.case_of(test) for test in (one, other, "b:Gate.Y", "prove:gate")],
                         ["b:Port.Waits", "b:Port.Resets", "b:Gate.Y", "prove:gate"])

        def needless(*caught):
            return matrix.needless([types.SimpleNamespace(caught_by=list(tests), passed=[
                test for test in (one, two, other) if test not in tests]) for tests in caught])

        self.assertEqual(needless([one, two], [two, other]), ["b:Port.Resets"])
        self.assertEqual(needless([one], [other]), [])
        self.assertEqual(needless([one, two]), ["b:Port.Resets"])
        self.assertEqual(needless([one, other]), ["b:Port.Resets", "b:Port.Waits"])

    def test_tables_that_are_wrong_are_refused(self):
        for row, what in ((fault("two", "i_a", "CHOSEN"), "the text that two replaces occurs"),
                          (fault("plain", "i_a & i_b;", "i_a;"), "'new' must have CHOSEN"),
                          (fault("Bad", "i_a & i_b;", "CHOSEN;"), "the name 'Bad' must be"),
                          ({**CAUGHT, "report": "no sentence"}, "'report' must be a sentence"),
                          ({**CAUGHT, "equivalent": {"reason": "So."}}, "'equivalent' needs a 'proof'"),
                          ({**CAUGHT, "old": "i_a & i_b;", "new": "i_a & i_b;"}, "and-or changes nothing")):
            self.write(row)
            status, text = self.call()
            self.assertEqual(status, 2, text)
            self.assertIn(what, text)
        self.write(CAUGHT, TWICE)
        self.assertIn("change the same place", self.call()[1])
        self.write(CAUGHT)
        self.assertIn("there are no faults of 'fifo': gate", self.call("fifo")[1])
        self.assertIn("there is no fault 'no'", self.call("--fault", "no")[1])


if __name__ == "__main__":
    unittest.main()
