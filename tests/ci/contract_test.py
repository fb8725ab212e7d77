# ci/contract on a copy of the tree: it notices each number that differs from the tables, and repairs it.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT, HEADER = "rtl/CONTRACT.md", "sim/device/contract/tables.hpp"
STATUS, REGISTERS, COUNTERS = (f"rtl/control/{name}.v" for name in ("status", "registers", "perf_counters"))


class ContractTables(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name)
        for part in ("rtl", "ci/contract_tables"):
            shutil.copytree(ROOT / part, self.tree / part)
        for part in ("ci/contract", HEADER):
            (self.tree / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, self.tree / part)

    def edit(self, path, old, new):
        text = (self.tree / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.tree / path).write_text(text.replace(old, new, 1), encoding="utf-8")

    def run_tool(self, *arguments):
        return subprocess.run([str(self.tree / "ci/contract"), *arguments], capture_output=True, text=True, check=False,
                              timeout=300)

    def differing(self):
        outcome = self.run_tool()
        self.assertEqual(outcome.returncode, 1 if outcome.stdout else 0, outcome.stderr)
        return sorted(line.split("   <- ")[0] for line in outcome.stdout.splitlines())

    def refused(self, text):
        outcome = self.run_tool()
        self.assertEqual(outcome.returncode, 2, outcome.stdout)
        self.assertEqual(len(outcome.stderr.splitlines()), 1)
        self.assertIn(text, outcome.stderr)

    def test_the_tree_is_as_the_tables_say(self):
        self.assertEqual(self.differing(), [])

    def free_error(self):
        """The first code that the table has no row for."""
        text = (ROOT / DOCUMENT).read_text(encoding="utf-8")
        taken = re.findall(r"^\| (\d+) \|", text[text.index("| code |"):].split("\n\n")[0], re.M)
        return next(code for code in range(len(taken) + 1) if str(code) not in taken)

    def test_an_edit_of_a_table_differs_from_all_that_uses_the_row(self):
        for old, new, files in (("| 0x110 | ERROR |", "| 0x0f8 | ERROR |", [HEADER, REGISTERS]),
                                ("| 12 | HELD |", f"| {self.free_error()} | HELD |", [HEADER, STATUS]),
                                ("DATA | [C8.40] a data burst", "DATA | [C8.40] a burst", [HEADER]),
                                ("| 4 | COMPUTE |", "| 5 | COMPUTE |", [HEADER, COUNTERS]),
                                ("| 0x118 | MODE | read, write |", "| 0x118 | MODE | read |", [HEADER]),
                                ("| five-point | 8 | 4 |", "| five-point | 8 | 5 |", [HEADER]),
                                ("0x53544e4300000006:", "0x53544e4300000007:", [HEADER, REGISTERS]),
                                ("Contract version: 6.", "Contract version: 7.", [HEADER])):
            with self.subTest(new):
                self.edit(DOCUMENT, old, new)
                self.assertEqual(self.differing(), sorted(files))
                shutil.copy(ROOT / DOCUMENT, self.tree / DOCUMENT)

    def test_an_edit_of_what_is_made_differs_and_is_repaired(self):
        for path, old, new in ((STATUS, "ERROR_HELD = 4'd12", "ERROR_HELD = 4'd11"),
                               (REGISTERS, "REG_MODE = 12'h118", "REG_MODE = 12'h119"),
                               (COUNTERS, "  localparam [2:0] CAUSE_IDLE = 3'd0;\n", ""),
                               (HEADER, "REG_MODE = 0x118", "REG_MODE = 0x110")):
            with self.subTest(new):
                right = (self.tree / path).read_text(encoding="utf-8")
                self.edit(path, old, new)
                self.assertEqual(self.differing(), [path])
                self.assertEqual(self.run_tool("--update").returncode, 0)
                self.assertEqual((self.tree / path).read_text(encoding="utf-8"), right)

    def test_a_module_gets_the_names_that_it_uses(self):
        self.edit(STATUS, ": ERROR_HELD;", ": ERROR_ROWS;")
        self.run_tool("--update")
        text = (self.tree / STATUS).read_text(encoding="utf-8")
        self.assertIn("ERROR_ROWS = 4'd1;", text)
        self.assertNotIn("ERROR_HELD =", text)

    def test_bad_tables_are_refused(self):
        for old, new, text in (("| 0x118 | MODE |", "| 0x110 | MODE |", "offset 0x110 comes twice"),
                               ("| 0x118 | MODE |", "| 0x11c | MODE |", "offset 0x11c must be 0x000 .. 0xff8"),
                               ("| 0x118 | MODE |", "| 0x118 | ERROR |", "register ERROR comes twice"),
                               ("| MODE | read, write |", "| MODE | sometimes |", "access 'sometimes' must be one of"),
                               ("| 12 | HELD |", "| 6 | HELD |", "error 6 comes twice"),
                               ("| 6 | DATA |", "| 6 |", "2 cells, the table has 3"),
                               ("| 3 | five-point |", "| 4 | five-point |", "kernel five-point: bit 4 must be 3"),
                               ("| five-point | 8 |", "| five-point | 16 |", "TILE 16 comes twice"),
                               ("| five-point | 8 |", "| Five point | 8 |", "kernel Five point: a name has"),
                               ("| five-point | 8 |", "| jacobi | 8 |", "kernel jacobi comes twice"),
                               ("| perf_cause | name |", "| cause | name |", "section Cycles has no table"),
                               ("Contract version: 6", "Contract", "Contract version: N"),
                               ("0x53544e4300000006:", "6:", "register ID")):
            with self.subTest(new):
                self.edit(DOCUMENT, old, new)
                self.refused(text)
                shutil.copy(ROOT / DOCUMENT, self.tree / DOCUMENT)

    def test_a_number_declared_elsewhere_is_refused(self):
        self.edit(STATUS, "  wire new_error =", "  localparam [3:0] ERROR_NEW = 4'd15;\n  wire new_error =")
        self.refused("rtl/control/status.v: 'localparam [3:0] ERROR_NEW")

    def test_an_unknown_option_is_refused(self):
        self.assertEqual(self.run_tool("--fix").returncode, 2)


if __name__ == "__main__":
    unittest.main()
