# Logic depth on small netlists: inside modules, across their borders, into registers, loops.
# SPDX-License-Identifier: Apache-2.0
import unittest

from netlists import cell, flip_flop, lut, module, netlist

from depth import Depth, Depths
from failure import Failure

# i_a -> LUT -> LUT -> o_y
TWO_LUTS = module("two", {"i_a": [2]}, {"o_y": [4]}, [lut("x", 2, 3), lut("y", 3, 4)])


def inside(*modules):
    return Depths(netlist(*modules)).inside(modules[0].name)


class Inside(unittest.TestCase):
    def test_nothing_has_no_depth(self):
        self.assertEqual(inside(module("empty", {}, {}, [])), Depth())

    def test_from_port_to_port(self):
        self.assertEqual(inside(TWO_LUTS), Depth(2, 0, "input i_a", "output o_y"))

    def test_stops_at_registers(self):
        registers = module("regs", {"i_a": [2]}, {"o_y": [6]}, [lut("x", 2, 3), flip_flop("r", 3, 4), lut("y", 4, 5),
                                                                lut("z", 5, 6)])
        self.assertEqual(inside(registers), Depth(2, 0, "r (FDRE)", "output o_y"))

    def test_the_longer_of_two_ways_counts(self):
        for order in (1, -1):
            ways = [cell("LUT2", {"I0": [2], "I1": [4]}, {"O": [5]}), lut("b", 2, 3), lut("c", 3, 4)][::order]
            self.assertEqual(inside(module("m", {"i_a": [2]}, {"o_y": [5]}, ways)).levels, 3)

    def test_of_two_registers_on_a_net_the_later_counts(self):
        dsp = cell("DSP48E2", {"A": [3]}, {"P": [9]}, "dsp", AREG="0", BREG="0", MREG="1", PREG="0")
        for registers in ([dsp, flip_flop("r", 3, 4)], [flip_flop("r", 3, 4), dsp]):
            inner = module("inner", {"i_a": [3]}, {}, registers)
            top = module("top", {}, {}, [flip_flop("begin", 1, 2), cell("inner", {"i_a": [2]}, {}, "u_inner")])
            self.assertEqual(inside(top, inner), Depth(1, 0, "begin (FDRE)", "u_inner.dsp (DSP48E2)"))

    def test_levels_count_before_carries(self):
        carries = [cell("CARRY4", {"CI": [bit], "S": [], "DI": []}, {"CO": [bit + 1]}, f"c{bit}")
                   for bit in range(9, 20)]
        chain = module("chain", {"i_a": [9], "i_b": [30]}, {"o_y": [40]}, [
            *carries, cell("LUT2", {"I0": [31], "I1": [20]}, {"O": [40]}), lut("b", 30, 31)])
        self.assertEqual(inside(chain), Depth(2, 0, "input i_b", "output o_y"))

    def test_begins_and_ends_take_their_own_levels(self):
        dsp = cell("DSP48E2", {"A": [2]}, {"P": [3]}, AREG="0", BREG="0", MREG="1", PREG="0")
        self.assertEqual(inside(module("m", {}, {}, [dsp, lut("x", 3, 2)])).levels, 3)

    def test_a_constant_begins_no_path(self):
        self.assertEqual(inside(module("constant", {}, {"o_y": [3]}, [lut("x", None, 3)])), Depth())

    def test_a_register_is_called_by_the_net_it_drives(self):
        named = module("named", {}, {"o_y": [5]}, [flip_flop("$auto$1", 5, 4), lut("y", 4, 5)], {4: "state[1]"})
        self.assertEqual(inside(named).start, "state[1]")


class Borders(unittest.TestCase):
    def test_a_path_goes_through_instances(self):
        instances = [cell("two", {"i_a": [2]}, {"o_y": [3]}, "u_first"),
                     cell("two", {"i_a": [3]}, {"o_y": [4]}, "u_second")]
        top = module("top", {}, {}, [flip_flop("r", 4, 2), *instances])
        self.assertEqual(inside(top, TWO_LUTS), Depth(4, 0, "r (FDRE)", "r (FDRE)"))

    def test_ends_inside_of_instances_are_named(self):
        inner = module("inner", {"i_a": [2]}, {"o_y": [5]}, [lut("x", 2, 3), flip_flop("r", 3, 4), lut("y", 4, 5)])
        top = module("top", {}, {}, [cell("inner", {"i_a": [2]}, {"o_y": [2]}, "u_inner")])
        self.assertEqual(inside(top, inner), Depth(2, 0, "u_inner.r (FDRE)", "u_inner.r (FDRE)"))
        self.assertEqual(Depths(netlist(top, inner)).inside("inner").levels, 1, "ports count as registers")

    def test_the_farthest_register_behind_an_input_counts(self):
        inner = module("inner", {"i_a": [2]}, {}, [flip_flop("near", 2, 9), lut("x", 2, 3), flip_flop("far", 3, 8)])
        top = module("top", {"i_a": [1]}, {}, [cell("inner", {"i_a": [1]}, {}, "u_inner")])
        self.assertEqual(inside(top, inner).end, "u_inner.far (FDRE)")

    def test_a_path_within_an_instance_counts(self):
        inner = module("inner", {}, {}, [flip_flop("r", 4, 2), lut("x", 2, 3), lut("y", 3, 4)])
        top = module("top", {}, {}, [cell("inner", {}, {}, "u_inner")])
        self.assertEqual(inside(top, inner), Depth(2, 0, "u_inner.r (FDRE)", "u_inner.r (FDRE)"))

    def test_a_wire_through_a_module_is_followed(self):
        wire = module("wire", {"i_a": [2]}, {"o_x": [2], "o_y": [2]}, [])
        top = module("top", {"i_a": [1]}, {"o_x": [5], "o_y": [6]}, [
            lut("a", 1, 2), cell("wire", {"i_a": [2]}, {"o_x": [3], "o_y": [4]}, "u_wire"), lut("x", 3, 5),
            lut("y", 4, 7), lut("z", 7, 6)])
        self.assertEqual(inside(top, wire), Depth(3, 0, "input i_a", "output o_y"))


class Arriving(unittest.TestCase):
    def test_a_path_belongs_to_the_module_that_holds_the_register(self):
        inner = module("inner", {"i_a": [2]}, {"o_y": [4]}, [lut("x", 2, 3), flip_flop("r", 3, 4)])
        top = module("top", {"i_a": [1]}, {}, [
            flip_flop("begin", 1, 2), lut("a", 2, 3), lut("b", 3, 4),
            cell("inner", {"i_a": [4]}, {"o_y": [5]}, "u_inner"), flip_flop("end", 5, 6)])
        self.assertEqual(Depths(netlist(top, inner)).arriving(), {
            "inner": Depth(3, 0, "begin (FDRE)", "u_inner.r (FDRE)"),
            "top": Depth(0, 0, "input i_a", "begin (FDRE)")})

    def test_the_instance_with_the_longest_path_counts(self):
        inner = module("inner", {"i_a": [2]}, {}, [flip_flop("r", 2, 3)])
        middle = module("middle", {"i_a": [2]}, {}, [cell("inner", {"i_a": [2]}, {}, "u_inner")])
        top = module("top", {"i_a": [1]}, {}, [
            cell("middle", {"i_a": [1]}, {}, "u_near"), lut("a", 1, 2), cell("middle", {"i_a": [2]}, {}, "u_far")])
        self.assertEqual(Depths(netlist(top, middle, inner)).arriving(), {
            "inner": Depth(1, 0, "input i_a", "u_far.u_inner.r (FDRE)")})

    def test_a_path_that_begins_in_the_module_has_the_name_of_an_instance(self):
        inner = module("inner", {}, {}, [flip_flop("r", 3, 2), lut("x", 2, 3)])
        middle = module("middle", {}, {}, [cell("inner", {}, {}, "u_inner")])
        top = module("top", {}, {}, [cell("middle", {}, {}, "u_middle")])
        self.assertEqual(Depths(netlist(top, middle, inner)).arriving(), {
            "inner": Depth(1, 0, "u_middle.u_inner.r (FDRE)", "u_middle.u_inner.r (FDRE)")})

    def test_a_module_without_registers_has_none(self):
        self.assertEqual(Depths(netlist(TWO_LUTS)).arriving(), {})


class Loops(unittest.TestCase):
    def test_one_across_modules_is_refused_by_name(self):
        instances = [cell("two", {"i_a": [2]}, {"o_y": [3]}, "u_there"),
                     cell("two", {"i_a": [3]}, {"o_y": [2]}, "u_back")]
        top = module("top", {}, {}, instances, {2: "ping", 3: "pong"})
        with self.assertRaisesRegex(Failure, "combinational loop through ping, pong of top"):
            Depths(netlist(top, TWO_LUTS))


unittest.main()
