# ci/signoff on a small tree: whatever keeps a clause from being signed off is reported with its line.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "ci" / "clauses" / "signoff_main.py"
sys.path[1:1] = [str(ROOT / "ci" / folder) for folder in ("clauses", "runner", "mapping", "proofs", "campaign")]
import kept  # noqa: E402
import page  # noqa: E402
import sheet  # noqa: E402
import showing  # noqa: E402
import sources  # noqa: E402
import standing  # noqa: E402
import table  # noqa: E402

CONTRACT, LEVELS, BENCH = "rtl/CONTRACT.md", "sim/app/check_dut/levels.cpp", "tests/rtl/one_test.cpp"
PROOF, RECORD, FAULTS = "tests/rtl/proofs/one.json", "tests/rtl/faults/record.json", "tests/rtl/faults/one.json"

TREE = {
    CONTRACT: """# The contract
Says how to read it.

## Ports

[C2.1] The device has ports. [C2.2] Nothing else
is there.

| code | meaning |
|---|---|
| 1 | [C2.3] rows is 0 |
| 2 | cols is 0 |

## Latencies

Not binding: quick.

Nor is this.

## Clauses

| clause | why |
|---|---|
| C2.2 | nobody can look everywhere |
""",
    BENCH: """// One bench.
class One {};

// A comment.
// Holds C2.1.
TEST(One, HasPorts) {
  Random random(17);
}

TEST_P(Device, Refuses) {
  EXPECT_EQ(1, 1) << "seed 18";
}
""",
    LEVELS: """rows{
  {L::registers, "Device.Refuses", registers,
   "C2.3"},
};
""",
    "tests/CMakeLists.txt": "stencil_holds(lint:one C2.1)\n",
    "rtl/one.v": "module one;  // a comment\nendmodule\n",
    "tests/rtl/proofs/one.v": "module one_proof(output wire wrong_most, output wire seen_last);\nendmodule\n",
    PROOF: json.dumps({"module": "one", "files": ["one.v"], "method": "pdr", "bound": 5, "limit_s": 5, "properties": [
        {"name": "most", "holds": "It ends.", "clauses": ["C2.3"], "seen": "last",
         "fault": {"old": "endmodule", "new": "wire x; endmodule"}}]}, indent=1),
    FAULTS: json.dumps({"file": "one.v", "tests": [], "faults": [{"name": "one-lost", "old": "a", "new": "b CHOSEN"}]}),
}
NINJA = """rule test
  command = printf '$verdict\\t0.10\\t2026-01-02 03:04:05\\tcall\\tkey\\t\\n' > $out && cp $out results/$stem
  description = test $test
"""


def short_digest(text):
    return hashlib.sha256(" ".join(re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S).split()).encode()).hexdigest()[:16]


class SignOff(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name)
        for path, text in TREE.items():
            self.write(path, text)

    def write(self, path, text):
        (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
        (self.tree / path).write_text(text, encoding="utf-8")

    def edit(self, path, old, new):
        self.assertIn(old, TREE[path])
        self.write(path, TREE[path].replace(old, new, 1))

    def run_tool(self, *arguments, source=None):
        return subprocess.run(["python3", "-BES", str(TOOL), "--source", str(source or self.tree), *arguments],
                              capture_output=True, text=True, check=False, timeout=300)

    def complaints(self, faults=False):
        """In this process: the many cases would cost more than a second otherwise."""
        lines = sources.read_sources(str(self.tree))
        return list(lines.complaints) + sources.bare(lines) * faults

    def test_every_clause_of_the_tree_is_held_by_tests_that_have_caught_a_fault(self):
        outcome = self.run_tool("--check", "--faults", source=ROOT)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""), outcome.stdout)
        self.assertRegex(outcome.stdout, r"ci/signoff: 1\d\d clauses, \d+ that nothing can hold, 0 complaints")

    def test_what_is_wrong_in_the_sources_is_reported_with_its_line(self):
        self.assertEqual(self.complaints(), [])
        for path, old, new, expected in (
                (CONTRACT, "| 2 | cols", "| 2 | [C2.4] cols", f"{CONTRACT}:12: C2.4 is held by no test and no proof"),
                (CONTRACT, "| 1 | [C2.3]", "| 1 | [C2.1]", f"{CONTRACT}:11: C2.1 comes twice: first in line 6"),
                (CONTRACT, "[C2.3]", "[C2.4]", f"{CONTRACT}:1: C2.3 is gone"),
                (CONTRACT, "[C2.3]", "[C3.1]", f"{CONTRACT}:11: C3.1 stands in section Ports, whose clauses are C2.N"),
                (CONTRACT, "\n## Latencies", "\nOne more rule.\n\n## Latencies", f"{CONTRACT}:14: a paragraph without a clause"),
                (CONTRACT, "## Latencies", "## Latencies\n\n[C2.4] Late.", f"{CONTRACT}:16: C2.4 stands in section Latencies"),
                (CONTRACT, "| C2.2 | nobody", "| C2.9 | nobody", f"{CONTRACT}:24: there is no clause C2.9"),
                (CONTRACT, "| C2.2 | nobody", "| C2.1 | nobody", f"{CONTRACT}:6: C2.1 is held, although a reason says"),
                (CONTRACT, "look everywhere |\n", "look everywhere |\n\n| retired | why |\n|---|---|\n| C2.3 | gone |\n",
                 f"{CONTRACT}:11: C2.3 is retired (line 28)"),
                (CONTRACT, "| clause | why |", "| clause | because |", f"{CONTRACT}:22: a table of section Clauses has"),
                (BENCH, "Holds C2.1.", "Holds C2.7.", f"{BENCH}:5: there is no clause C2.7"),
                (BENCH, "Holds C2.1.", "Holds C2.3-C2.1.", f"{BENCH}:5: 'C2.3-C2.1' is no range"),
                (BENCH, "Holds C2.1.", "Holds C2.1, C2.1.", f"{BENCH}:5: clause C2.1 comes twice"),
                (BENCH, "Holds C2.1.", "Holds C2.1 and more.", f"{BENCH}:5: 'C2.1 and more' is no clause"),
                (BENCH, "Holds C2.1.", "Holds C2.1", f"{BENCH}:5: a list of clauses fills its lines"),
                (BENCH, "TEST(One", "\nTEST(One", f"{BENCH}:5: clauses must stand right before the TEST"),
                (BENCH, "(Device, Refuses)", "(Device, Takes)", f"{LEVELS}:2: there is no test Device.Refuses"),
                (LEVELS, "C2.3", "C2.4", f"{LEVELS}:2: there is no clause C2.4"),
                ("tests/CMakeLists.txt", "C2.1", "C1.1", "tests/CMakeLists.txt:1: there is no clause C1.1"),
                (PROOF, '"C2.3"', '"C2.8"', f"{PROOF}:11: there is no clause C2.8")):
            with self.subTest(f"{path}: {new}"):
                self.edit(path, old, new)
                found = self.complaints()
                self.assertTrue(any(line.startswith(expected) for line in found), f"{expected}\n{found}")
                self.write(path, TREE[path])

    def test_a_retired_number_is_held_no_more(self):
        text = TREE[CONTRACT].replace("[C2.3] ", "").replace("everywhere |\n", "everywhere |\n\n| retired | why |\n|---|---|\n"
                                                             "| C2.3 | rows may be 0 |\n")
        self.write(CONTRACT, text)
        self.assertIn(f"{LEVELS}:2: clause C2.3 is retired: rows may be 0", self.complaints())

    digests = {"rtl": short_digest(TREE["rtl/one.v"]), "tests": {"one_test:One.HasPorts": short_digest(
        TREE[BENCH][TREE[BENCH].index("TEST(One"):TREE[BENCH].index("\n}")])},
        "fault": hashlib.sha256(json.dumps(json.loads(TREE[FAULTS])["faults"][0], sort_keys=True).encode()).hexdigest()[:16]}

    def record(self, **changes):
        entry = {"module": "one", "file": "rtl/one.v", "line": 1, "sentence": "A port is lost.", "between": False,
                 "clause": [], "result": "caught", "caught_by": ["one_test:One.HasPorts"], "cpu_s": 0.1, "matrix": False,
                 "digests": self.digests, **changes}
        self.write(RECORD, json.dumps({"format": 1, "faults": {"one-lost": entry}}, indent=1))

    def test_a_clause_of_which_nothing_has_caught_a_fault(self):
        bare = f"{CONTRACT}:6: C2.1: none of 2 tests that hold it has caught a fault"
        self.assertTrue(self.complaints(faults=True)[0].startswith(bare))
        outcome = self.run_tool("--check", "--faults")
        self.assertEqual(outcome.returncode, 1)
        self.assertTrue(outcome.stdout.startswith(bare))
        self.record()
        self.assertEqual(self.complaints(faults=True), [], "C2.3 has the fault of its proof")
        self.record(clause=["C2.3", "Latencies"])
        self.assertTrue(self.complaints(faults=True)[0].startswith(bare), "it breaks other clauses")
        self.record(clause=["Ports"])
        self.assertEqual(self.complaints(faults=True), [])
        self.record(caught_by=["one_test:Other/0.HasPorts/two"])
        self.assertTrue(self.complaints(faults=True)[0].startswith(bare))
        self.write("tests/CMakeLists.txt", "stencil_holds(lint:one C2.1 PLANTED lint:planted)\n")
        self.assertEqual(self.complaints(faults=True), [])
        self.record(caught_by=[])
        self.assertEqual(self.complaints(), [f"{RECORD}:4: one-lost is recorded as caught, by no test"])

    def test_a_fault_whose_rtl_row_or_test_has_changed_counts_no_more(self):
        for path, old, new, stale in (("rtl/one.v", "module one", "module two", True), ("rtl/one.v", "a comment", "", False),
                                      (FAULTS, "b CHOSEN", "c CHOSEN", True), (FAULTS, "one-lost", "one-gone", True),
                                      (BENCH, "random(17)", "random(16)", True), (BENCH, "// A comment", "// Another", False)):
            with self.subTest(f"{path}: {new}"):
                self.record()
                self.edit(path, old, new)
                self.assertEqual(len(self.complaints(faults=True)), int(stale))
                self.write(path, TREE[path])

    def build(self, verdict="passed"):
        """Passes of all tests, as ninja knows them."""
        folder = self.tree / "build" / "release"
        for name in ("passed", "results", "inputs", "log"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        rules = NINJA
        for name in ("one_test:One.HasPorts", "one_test:Shapes/Device.Refuses/four", "one_test:Device.Refuses<2>",
                     "lint:one"):
            stem = name.replace(":", "%3A").replace("/", "%2F").replace("<", "%3C").replace(">", "%3E")
            rules += (f"build passed/{stem}: test inputs/common inputs/=rtl%2Fone.v program\n  test = {name}\n"
                      f"  stem = {stem}\n  verdict = {verdict}\n")
        (folder / "tests.ninja").write_text(rules, encoding="utf-8")
        (folder / "inputs" / "=rtl%2Fone.v").write_text(hashlib.sha256(TREE["rtl/one.v"].encode()).hexdigest(), encoding="utf-8")
        for name in ("program", "inputs/common"):
            (folder / name).write_text("x", encoding="utf-8")
        subprocess.run(["ninja", "-C", folder, "-f", "tests.ninja"], capture_output=True, check=True)
        return folder

    def statuses(self, signed_off, whole=False):
        """Of each clause, on the page and in the text too. whole: by the command, with its files and its exit status."""
        if whole:
            outcome = self.run_tool("--json", str(self.tree / "s.json"), "--html", str(self.tree / "s.html"))
            self.assertEqual((outcome.returncode, outcome.stderr), (0 if signed_off else 1, ""), outcome.stdout)
            self.sheet = json.loads((self.tree / "s.json").read_text(encoding="utf-8"))
            self.page = (self.tree / "s.html").read_text(encoding="utf-8")
            text = outcome.stdout
        else:
            build = standing.Build(str(self.tree), str(self.tree / "build" / "release"))
            found = sheet.read_sheet(str(self.tree), build, standing.Proofs(str(self.tree), build))
            self.sheet, self.page, text = showing.data(found), page.page(found), showing.text(found, ())
        self.text = text
        self.assertEqual(self.sheet["schema"], "stencil-cosim/signoff/1")
        self.assertEqual(self.sheet["signed_off"], signed_off)
        for row in self.sheet["clauses"]:
            self.assertRegex(self.page, f'<tr id="{row["clause"]}">.*\n?.*{re.escape(row["status"])}')
            self.assertRegex(text, rf"(?m)^{re.escape(row['clause'])} +{re.escape(row['status'])} ")
        return {row["clause"]: row["status"] for row in self.sheet["clauses"]}

    def test_results_stand_until_what_they_depend_on_changes(self):
        self.assertEqual(self.statuses(False), {"C2.1": "not run", "C2.2": "cannot be held", "C2.3": "not run"})
        folder = self.build()
        self.assertEqual(self.statuses(True, whole=True), {"C2.1": "held", "C2.2": "cannot be held", "C2.3": "held"})
        holder = self.sheet["clauses"][0]["held_by"][1]
        self.assertEqual((holder["name"], holder["cases"], holder["seeds"], holder["key"]), ("One.HasPorts", 1, [17], "key"))
        stale = {"C2.1": "not proven (stale)", "C2.2": "cannot be held", "C2.3": "not proven (stale)"}
        self.edit("rtl/one.v", "module one", "module two")  # a file that ninja does not know
        self.assertEqual(self.statuses(False, whole=True), stale)
        self.write("rtl/one.v", TREE["rtl/one.v"])
        self.assertEqual(self.statuses(True)["C2.1"], "held")
        self.assertEqual(self.sheet["coverage"], "ci/coverage has not run")
        for rtl, expected in ((self.sheet["rtl_sha256"], "all is reached"), ("0" * 64, "not proven (stale): ci/coverage has run on another RTL")):
            self.write(sheet.COVERAGE, json.dumps({"rtl_sha256": rtl, "text": "all is reached"}))
            self.statuses(True)
            self.assertEqual(self.sheet["coverage"], expected)
            self.assertIn(f"Coverage: {expected}.", self.page)
            self.assertIn(f"coverage: {expected}\n", self.text)
        (folder / "program").write_text("y", encoding="utf-8")  # one that ninja knows
        self.assertEqual(self.statuses(False), stale)
        self.build()
        (folder / "passed" / "lint%3Aone").unlink()  # as the launcher does, with its record, when a test fails
        (folder / "results" / "lint%3Aone").write_text("failed\t0.1\twhen\tcall\tkey\twhy\n", encoding="utf-8")
        self.assertEqual(self.statuses(False)["C2.1"], "failed", "a test that passes covers up none that fails")
        self.write("tests/CMakeLists.txt", "stencil_holds(lint:gone C2.1)\n")
        self.statuses(False)
        self.assertEqual(self.sheet["complaints"], ["tests/CMakeLists.txt:1: there is no test lint:gone"])

    def test_one_clause_in_full(self):
        self.build()
        self.record()
        outcome = self.run_tool("C2.1-C2.2")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        for text in ("test One.HasPorts: passed (1 case, 2026-01-02 03:04:05, seed 17)", f"{BENCH}:6",
                     "caught: one-lost, A port is lost. (rtl/one.v:1)", "nobody can look everywhere",
                     "3 clauses: 2 held, 1 cannot be held; 3 tests, 1 proof of a property, 1 fault caught"):
            self.assertIn(text, outcome.stdout)
        self.assertNotIn("C2.3 ", outcome.stdout)
        for word in ("C2.9", "ports"):
            self.assertEqual(self.run_tool(word).returncode, 2)

    def test_a_proof_counts_by_the_digest_of_its_files_and_tools(self):
        self.assertEqual(self.statuses(False)["C2.3"], "not run")
        key = table.read_proof(str(self.tree), "one").key(str(self.tree), kept.versions())
        row = {"property": "most", "result": "proved", "cycle": None, "trace": None, "seen_at": 2, "fault_at": 3,
               "complaints": []}
        for one, expected in (("other", "not proven (stale)"), (key, "held")):
            self.write("build/prove/one/result.json", json.dumps({"key": one, "seconds": 1.0, "rows": [row]}))
            self.assertEqual(self.statuses(False)["C2.3"], expected)
        self.assertEqual(self.sheet["clauses"][2]["faults_caught"], ["prove:one.most"])
        self.record(caught_by=["prove:one"], digests={**self.digests, "tests": {}})
        self.statuses(False)
        self.assertEqual(self.sheet["clauses"][2]["faults_caught"], ["one-lost", "prove:one.most"])
        self.edit("rtl/one.v", "a comment", "another comment")
        self.assertEqual(self.statuses(False)["C2.3"], "not proven (stale)")


if __name__ == "__main__":
    unittest.main()
