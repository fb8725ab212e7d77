# Runs on several ranks against the longest path of their dependencies.
# SPDX-License-Identifier: Apache-2.0
#
# longest_path_test.py MPIEXEC RUN
import os
import random
import sys
import tempfile
import unittest

import longest_path
import shapes
from trace_file import Event, read_trace

MPIEXEC, RUN = sys.argv[1:3]
SEED, SHAPES, CUT_BY_COLUMNS = 35, 25, 8
MOST = 1.10
JACOBI = "--cols 200 --stw 8 --portion 64"
STRIPS = f"--rows 1024 {JACOBI} --iterations 16 --distribution cyclic --strip-rows 64"
# ranks, options: makespan where messages take no time, longest path
RUNS = {
    (2, "--kernel gauss-seidel --tiles 2x1"): (47323, 45598),
    (4, "--kernel gauss-seidel"): (36532, 34035),
    (6, "--kernel gauss-seidel --grid 3x2"): (29522, 27587),
    (4, "--kernel gauss-seidel --rows 202 --cols 202 --tiles 1x1"): (249838, 243984),
    (4, "--kernel gauss-seidel --rows 402 --cols 402"): (326392, 318138),
    (6, "--kernel gauss-seidel --grid 2x3"): (35155, 32847),
    (2, f"{STRIPS} --schedule joined"): (659610, 649104),
    (2, f"{STRIPS} --schedule joined --blocking skewed"): (559185, 547910),
    (8, f"--rows 512 {JACOBI} --iterations 320 --schedule resident"): (1552536, 1551960),
}
# Runs whose devices wait for what they need not wait for.
SLOW = (
    (2, "--kernel gauss-seidel --tiles 2x1 --fuse off"),
    (4, "--kernel gauss-seidel --rows 402 --cols 402 --fuse off"),
    (2, f"{STRIPS} --schedule sequential"),
    (8, f"--rows 512 {JACOBI} --iterations 80"),
)


def drawn_shapes():
    dice = random.Random(SEED)
    kinds = (shapes.tiles, shapes.strips, shapes.stages, shapes.parts, shapes.resident)
    for place in range(SHAPES):
        cols, ranks = dice.randint(100, 400), dice.randint(2, 4)
        yield ranks, kinds[place % len(kinds)](dice, cols, ranks)
    for place in range(CUT_BY_COLUMNS):
        cols, ranks = dice.randint(100, 300), 4 - 2 * (place % 2)
        yield ranks, shapes.cut_columns(dice, cols, ranks)


def measured(ranks, options):
    """Makespan where messages take no time, and the longest path."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "t.pftrace")
        report = shapes.report_of(MPIEXEC, RUN, ranks, options, folder, "--network-latency", "0", "--timeline", trace)
        path = longest_path.path_of_run(read_trace(trace), report)
    makespan, limit = report["cluster"]["makespan_cycles"], longest_path.cycles_of(path)
    print(f"{makespan:<10} {limit:<10} {makespan / limit:.3f}  {ranks} {' '.join(options)}")
    return makespan, limit


class Runs(unittest.TestCase):
    def test_known_runs_are_near_their_paths(self):
        for (ranks, options), expected in RUNS.items():
            with self.subTest(ranks=ranks, options=options):
                self.assertEqual(measured(ranks, options.split()), expected)
                self.assertLessEqual(expected[0], MOST * expected[1])

    def test_drawn_shapes_are_near_their_paths(self):
        for place, (ranks, options) in enumerate(drawn_shapes()):
            with self.subTest(place=place, ranks=ranks, options=" ".join(options)):
                makespan, limit = measured(ranks, options)
                self.assertLessEqual(limit, makespan, "more than the devices can do: the path is wrong")
                self.assertLessEqual(makespan, MOST * limit)

    def test_waits_that_are_not_needed_show(self):
        for ranks, options in SLOW:
            with self.subTest(ranks=ranks, options=options):
                makespan, limit = measured(ranks, options.split())
                self.assertGreater(makespan, MOST * limit)


def transfer(bank, begin, end, row, rows, cols=10):
    return Event(bank, begin, end, {"bank": bank, "buffer": 0, "offset_words": row * cols, "length_words": rows * cols})


def block_of(step, strip, rows, compute):
    return {"step": step, "strip": strip, "rows": rows, "niter": 1, "keep": rows, "before": 0, "cycles.compute": compute}


# Two ranks of 4 rows and one halo row, 2 steps: rank 1 sweeps longer in the first step, rank 0 in the second.
def hand_made(rank, computes):
    def track(name, events):
        return f"rank {rank}: device, 1 ns = 1 cycle/{name}", events
    blocks = [block_of(step, rank, 5, computes[step]) for step in (0, 1)]
    commands = [Event("sweep", 200 + 1000 * step, 700 + 1000 * step, {"rows": 5, "niter": 1, "f_buffer": 0})
                for step in (0, 1)]
    owned = 0 if rank == 0 else 1  # the first row that the rank owns
    return dict((
        track("load DMA", [transfer("f", 0, 50, 0, 5), transfer("r", 50, 100, 0, 5),
                           transfer("f", 1100, 1110, 4 if rank == 0 else 0, 1)]),
        track("engine", commands),
        track("store DMA", [transfer("f", 700, 710, 3 if rank == 0 else 1, 1), transfer("f", 1700, 1740, owned, 4)]),
        track("blocks", [Event("block", 0, 0, block) for block in blocks]),
    ))


class Path(unittest.TestCase):
    report = {"problem": {"rows": 8, "cols": 10, "stw": 1, "block_rows": None}, "machine": {"ranks": 2},
              "gauss_seidel": None, "stages": None}

    def path(self, trace):
        return longest_path.described(longest_path.path_of_run(trace, self.report))

    def test_goes_over_the_rank_that_is_waited_for(self):
        trace = {**hand_made(0, (300, 500)), **hand_made(1, (400, 350))}
        self.assertEqual(self.path(trace), "rank 1: load 100, sweep 400, store 10; rank 0: load 10, sweep 500, store 40")

    def test_stays_on_a_rank_that_is_not_waited_for(self):
        trace = {**hand_made(0, (300, 350)), **hand_made(1, (400, 450))}
        self.assertEqual(self.path(trace), "rank 1: load 100, sweep 850, store 40")

    def test_rows_that_nobody_has_stored_are_refused(self):
        trace = {**hand_made(0, (300, 500)), **hand_made(1, (400, 350))}
        trace["rank 1: device, 1 ns = 1 cycle/store DMA"].pop(0)
        with self.assertRaisesRegex(ValueError, "rows 4 .. 4 are loaded in step 1, and 1 of them"):
            self.path(trace)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
