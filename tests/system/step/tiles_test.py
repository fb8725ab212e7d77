# One problem in tiles through C, C++, Fortran and `run`: every bit, and the same cycles, tiles, classes and fields in all
# reports.
# SPDX-License-Identifier: Apache-2.0
#
# tiles_test.py MPIEXEC RUN C CXX [FORTRAN]: programs.
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

MPIEXEC, RUN, *PROGRAMS = sys.argv[1:]
BOUND = 300  # seconds that a program may take
ROWS, COLS, ROUNDS, SWEEPS = 102, 81, 3, 3
FIELDS = ("ok", "mismatches", "first_mismatch", "error", "classes", "blocks", "blocks_omitted", "totals", "machine",
          "gauss_seidel", "stages")
# What a program of its own cannot know of its arrays.
OWN = {"seed", "input"}


def cuts(points, parts):
    """The first line of each part but the first, as VSDA deals them."""
    sizes = [points // parts + (points % parts > part) for part in range(parts)]
    return [sum(sizes[:part]) for part in range(1, parts)]


class Tiles(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def path(self, name):
        return os.path.join(self.scratch.name, name)

    def start(self, ranks, command, **variables):
        report = self.path("report.json")
        result = subprocess.run([MPIEXEC, "-n", str(ranks), "--oversubscribe", *command], capture_output=True, text=True,
                                timeout=BOUND, env=dict(os.environ, STENCIL_REPORT=report, **variables),
                                stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        with open(report, encoding="utf-8") as file:
            return json.load(file), result

    def run_report(self, ranks, grid, accel, tiles, rounds=ROUNDS, check="block"):
        values = [((row * 37 + col * 101) % 64) / 8 for row in range(ROWS) for col in range(COLS)]
        head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({ROWS}, {COLS}), }}"
        head += " " * (-(len(head) + 11) % 64) + "\n"
        with open(self.path("f.npy"), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() +
                       struct.pack(f"<{len(values)}d", *values))
        command = [RUN, "run", "--kernel", "gauss-seidel", "--rows", str(ROWS), "--cols", str(COLS), "--rounds",
                   str(rounds), "--sweeps", str(SWEEPS), "--tiles", tiles, "--grid", "x".join(map(str, grid)), "--input",
                   self.path("f.npy"), "--output", self.path("run.npy"), "--accel", accel, "--check", check,
                   "--report", self.path("report.json")]
        for option, points, parts in (("--row-cuts", ROWS, grid[0]), ("--col-cuts", COLS, grid[1])):
            if parts > 1:
                command += [option, ",".join(map(str, cuts(points, parts)))]
        report, _ = self.start(ranks, command)
        with open(self.path("run.npy"), "rb") as file:
            return report, file.read()[-8 * ROWS * COLS:]

    def client(self, ranks, program, accel, **variables):
        field = self.path("field.bin")
        arguments = map(str, (ROWS, COLS, ROUNDS, SWEEPS, field))
        report, result = self.start(ranks, [program, *arguments], STENCIL_ACCEL=accel, STENCIL_CHECK="block", **variables)
        self.assertTrue(result.stdout.startswith(f"{ROWS} x {COLS} points, {ROUNDS} rounds"), result.stdout)
        self.assertEqual(result.stdout.count("\n"), 1, result.stdout)
        self.assertNotIn("stencil: ", result.stderr)
        self.assertRegex(result.stderr.splitlines()[-1], r"^PASS: [1-9][0-9,]* values compared, 0 differ")
        covers = report["ok_covers"]
        self.assertEqual(covers.pop("rounds"), ROUNDS * ranks)
        self.assertIn(f"{ROUNDS * ranks} rounds of tiles", covers.pop("text"))
        self.assertEqual(set(covers.values()), {0}, covers)
        with open(field, "rb") as file:
            return report, file.read()

    def expect_same(self, ours, theirs, what):
        self.assertEqual(set(theirs) - set(ours), {"ok_covers"}, what)
        self.assertEqual(set(ours) - set(theirs), {"command"}, what)
        for field in FIELDS:
            self.assertEqual(theirs[field], ours[field], (what, field))
        known = {key: value for key, value in ours["problem"].items() if key not in OWN}
        self.assertEqual({key: value for key, value in theirs["problem"].items() if key not in OWN}, known, what)
        # `run` also compares the field at the end.
        self.assertEqual(theirs["compared"], ours["compared"] - ROWS * COLS, what)

    def compare(self, accel, ranks, programs, tiles):
        """The first program has whole rows on every rank, the others a grid of two columns where ranks are even."""
        across = 2 if ranks % 2 == 0 else 1
        known = {}
        for number, program in enumerate(programs):
            grid = (ranks, 1) if number == 0 else (ranks // across, across)
            if grid not in known:
                known[grid] = self.run_report(ranks, grid, accel, tiles)
            ours, field = known[grid]
            theirs, result = self.client(ranks, program, accel, STENCIL_TILES=tiles)
            self.assertEqual(result, field, (program, accel, ranks))
            self.expect_same(ours, theirs, (program, accel, ranks))

    def test_a_round_in_a_pipeline(self):
        """Where nobody looks at single tiles, they are fused in both, and a step takes the cycles of a run of one round."""
        others = [(program, 4, (2, 2), "2x2", "2x2") for program in PROGRAMS[1:]]
        for program, ranks, grid, tiles, fused in ((PROGRAMS[0], 1, (1, 1), "2x3", "2x1"),
                                                   (PROGRAMS[0], 2, (2, 1), "3x1", "2x1"), *others):
            ours, field = self.run_report(ranks, grid, "model", tiles, rounds=1, check="off")
            self.assertEqual(ours["gauss_seidel"]["fused_tiles"], fused)
            arguments = map(str, (ROWS, COLS, 1, SWEEPS, self.path("field.bin")))
            theirs, _ = self.start(ranks, [program, *arguments], STENCIL_ACCEL="model", STENCIL_TILES=tiles)
            for name in ("classes", "blocks", "totals", "machine", "gauss_seidel"):
                self.assertEqual(theirs[name], ours[name], (program, ranks, tiles, name))
            with open(self.path("field.bin"), "rb") as file:
                self.assertEqual(file.read(), field, (program, ranks, tiles))

    def test_model(self):
        self.compare("model", 1, [PROGRAMS[0], PROGRAMS[-1]], "2x3")
        self.compare("model", 2, PROGRAMS, "2x3")
        self.compare("model", 4, PROGRAMS, "2x2")

    def test_rtl(self):
        self.compare("rtl", 2, PROGRAMS[:1], "2x2")

    def test_the_library_chooses_the_tiles_that_end_first(self):
        ranks = 2
        chosen, _ = self.client(ranks, PROGRAMS[0], "model")
        tiles = chosen["problem"]["tiles"]
        same, _ = self.run_report(ranks, (ranks, 1), "model", tiles)
        self.expect_same(same, chosen, tiles)
        for other in {"1x1", "2x1", "2x2"} - {tiles}:
            worse, _ = self.client(ranks, PROGRAMS[0], "model", STENCIL_TILES=other)
            self.assertLessEqual(chosen["gauss_seidel"]["makespan_cycles"], worse["gauss_seidel"]["makespan_cycles"],
                                 (tiles, other))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
