# Combinational paths between the ports of a bus, on small netlists.
# SPDX-License-Identifier: Apache-2.0
import unittest

from netlists import cell, module

from bus_paths import paths_through
from failure import Failure


def paths(*cells, outputs=(11, 12)):
    """Inputs b_x (bits 1, 2) and other (3), outputs b_y."""
    nets = {1: "b_x[0]", 2: "b_x[1]", 11: "b_y[0]", 12: "b_y[1]", 21: "middle"}
    return paths_through(module("m", {"b_x": [1, 2], "other": [3]}, {"b_y": list(outputs)}, cells, nets), "b_")


class BusPaths(unittest.TestCase):
    def test_a_way_is_named_with_the_nets_on_it(self):
        self.assertEqual(paths(cell("$not", {"A": [1]}, {"Y": [21]}),
                               cell("$add", {"A": [21, 3], "B": [3, 3]}, {"Y": [11, 12]})),
                         ["b_x reaches b_y through middle"])

    def test_a_register_ends_it(self):
        self.assertEqual(paths(cell("$dff", {"CLK": [9], "D": [1]}, {"Q": [21]}),
                               cell("$not", {"A": [21]}, {"Y": [11]})), [])

    def test_other_ports_do_not_count(self):
        self.assertEqual(paths(cell("$not", {"A": [3]}, {"Y": [11]})), [])

    def test_an_input_that_is_an_output(self):
        self.assertEqual(paths(outputs=(11, 2)), ["b_x reaches b_y"])

    def test_bits_of_a_word_have_paths_of_their_own(self):
        self.assertEqual(paths(cell("$and", {"A": [1, 3], "B": [3, 3]}, {"Y": [31, 11]})), [])
        self.assertEqual(len(paths(cell("$and", {"A": [3, 1], "B": [3, 3]}, {"Y": [31, 11]}))), 1)
        for b0, b1, chooses, ways in ((3, 3, 3, 0), (1, 3, 3, 1), (3, 1, 3, 1), (3, 3, 1, 1)):
            mux = cell("$pmux", {"A": [3, 3], "B": [3, b0, 3, b1], "S": [chooses, 3]}, {"Y": [31, 11]})
            self.assertEqual(len(paths(mux)), ways, (b0, b1, chooses))

    def test_a_memory_read_without_a_clock_is_no_register(self):
        for first, second, ways in ((1, 3, 0), (3, 1, 1)):  # only the first read port has a clock
            memory = cell("$mem_v2", {"RD_ADDR": [first, second], "WR_DATA": [1], "WR_ADDR": [2]},
                          {"RD_DATA": [11, 12]}, RD_PORTS="00000010", RD_CLK_ENABLE="01")
            self.assertEqual(len(paths(memory)), ways, (first, second))

    def test_an_unknown_cell_is_refused(self):
        for type in ("$dlatch", "fifo"):
            with self.assertRaisesRegex(Failure, "not known to be combinational or clocked"):
                paths(cell(type, {"D": [1]}, {"Q": [11]}))

    def test_a_bus_without_ports_is_refused(self):
        with self.assertRaisesRegex(Failure, "has no inputs or no outputs c_"):
            paths_through(module("m", {"b_x": [1]}, {"b_y": [2]}, []), "c_")


unittest.main()
