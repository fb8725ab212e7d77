# What workloads that differ show together.
# SPDX-License-Identifier: Apache-2.0
#
# causes_test.py
import os
import sys
import types
import unittest

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(SOURCE, "ci", "gate")]
import causes


def outcome(name, *pairs):
    return types.SimpleNamespace(workload=types.SimpleNamespace(name=name), causes=list(pairs))


class Contradictions(unittest.TestCase):
    def test_causes_that_exclude_one_another_are_guesses(self):
        told = causes.contradictions([
            outcome("narrow", ("store", "burst overhead"), ("store", "registers of a job"), ("load", "burst overhead")),
            outcome("shapes", ("store", "not explained")),
            outcome("tiles", ("store", "start of a store, or wait before a command"), ("load", "burst overhead")),
        ])
        self.assertEqual(told, ["store: not explained: no cause fits all workloads, what each shows alone is a guess (narrow: "
                                "burst overhead or registers of a job; tiles: start of a store or wait before a command)"])

    def test_one_cause_among_candidates_of_each_is_no_contradiction(self):
        self.assertEqual(causes.contradictions([
            outcome("tiles", ("compute", "pass overhead, or command overhead")),
            outcome("narrow", ("compute", "command overhead")),
            outcome("first", ("stall", "pass gap"))]), [])

    def test_what_one_workload_explains_stands(self):
        self.assertEqual(causes.contradictions([outcome("tiles", ("load", "pass gap")),
                                                outcome("shapes", ("load", "not explained"))]), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
