# Tiles, strips and stages of shapes drawn by seed, each against the least that its own calls allow.
# SPDX-License-Identifier: Apache-2.0
#
# limits_test.py MPIEXEC RUN
#
# A sweep takes what its block's `compute` cycles are, loads and stores a cycle for each word of eight bytes. The limit of
# a rank is the largest of their sums over its blocks, and of chains in which one must follow another:
#   of strips, whose blocks are loaded before they are swept and swept before they are stored: first load, all sweeps,
#   last store; all loads, last sweep, last store; first load, first sweep, all stores;
#   of tiles the largest sum, and before and behind it the load of the first and the store of the last tile. Where tiles
#   move in pieces beside their sweeps they may be faster.
# The limit of a run is the largest of its ranks: what messages make longer is not in it.
import random
import sys
import tempfile
import unittest

import shapes

MPIEXEC, RUN = sys.argv[1:3]
SEED, SHAPES = 34, 21
MOST = 1.10
WORD = 8


def drawn_shapes():
    dice = random.Random(SEED)
    kinds = (shapes.tiles, shapes.strips, shapes.stages)
    for place in range(SHAPES):
        cols, ranks = dice.randint(100, 400), dice.choice((1, 1, 2))
        yield ranks, kinds[place % 3](dice, cols, ranks)


def chains_of_strips(costs):
    load, sweep, store = map(sum, zip(*costs))
    first, last = costs[0], costs[-1]
    return first[0] + sweep + last[2], load + last[1] + last[2], first[0] + first[1] + store


def limit_of(report, options):
    ranks = {}
    for block in report["blocks"]:
        ranks.setdefault(block["rank"], []).append(block)
    limit = 0
    for blocks in ranks.values():
        costs = [(block["bytes_to_device"] / WORD, block["cycles"]["compute"], block["bytes_from_device"] / WORD)
                 for block in blocks]
        longest = max(map(sum, zip(*costs)))
        if "--strip-rows" in options:
            longest = max(longest, *chains_of_strips(costs))
        if "--tiles" in options:  # the last store of a rank may have all its tiles
            longest += costs[0][0] + min(costs[-1][2], blocks[-1]["rows"] * blocks[-1]["cols"])
        limit = max(limit, longest)
    return limit


class Limits(unittest.TestCase):
    def test_shapes_are_at_their_limits(self):
        with tempfile.TemporaryDirectory() as folder:
            print("cycles     limit      ratio  ranks, run --accel model --check off")
            for place, (ranks, options) in enumerate(drawn_shapes()):
                report = shapes.report_of(MPIEXEC, RUN, ranks, options, folder)
                cycles, limit = report["totals"]["cycles"], limit_of(report, options)
                ratio = cycles / limit
                print(f"{cycles:<10} {limit:<10.0f} {ratio:.3f}  {ranks} {' '.join(options)}")
                with self.subTest(place=place, ranks=ranks, options=" ".join(options)):
                    self.assertEqual(report["blocks_omitted"], 0)
                    if "--tiles" not in options:
                        self.assertGreaterEqual(ratio, 1, "more than the device can do: the limit is wrong")
                    self.assertLessEqual(ratio, MOST)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
