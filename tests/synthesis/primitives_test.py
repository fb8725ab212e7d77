# Resources and timing of each kind of primitive.
# SPDX-License-Identifier: Apache-2.0
import unittest

from netlists import cell

from failure import Failure
from primitives import CARRY, LEVEL, PRIMITIVES, Resources, Timing, primitive_of, total


def passes(timing):
    return {(source, target): length for source, target, length in timing.passes}


class Primitives(unittest.TestCase):
    def test_an_unknown_one_is_an_error(self):
        with self.assertRaisesRegex(Failure, "primitive MYSTERY is not known"):
            Timing(cell("MYSTERY", {}, {}))

    def test_a_lut_is_a_level(self):
        timing = Timing(cell("LUT2", {"I0": [2], "I1": [3]}, {"O": [4]}))
        self.assertEqual(passes(timing), {(2, 4): LEVEL, (3, 4): LEVEL})
        self.assertEqual(timing.begins + timing.ends, [])

    def test_a_register_ends_and_begins_and_its_clock_is_no_path(self):
        timing = Timing(cell("FDRE", {"C": [2], "CE": [3], "R": [4], "D": [5]}, {"Q": [6]}))
        self.assertEqual((timing.passes, timing.begins, timing.ends), ([], [(6, 0)], [(3, 0), (4, 0), (5, 0)]))

    def test_a_carry_chain_takes_a_level_to_enter_and_none_to_go_on(self):
        found = passes(Timing(cell("CARRY4", {"CI": [2], "CYINIT": [3], "S": [10, 11, 12, 13], "DI": [20, 21, 22, 23]},
                                   {"O": [30, 31, 32, 33], "CO": [40, 41, 42, 43]})))
        self.assertEqual(found[2, 43], CARRY)
        for pair in ((3, 43), (10, 33), (21, 41)):
            self.assertEqual(found[pair], LEVEL + CARRY, pair)
        self.assertNotIn((12, 31), found, "a sum depends on no higher bit")
        self.assertNotIn((21, 31), found, "nor on its own generate")

    def test_lut_memory_is_written_by_the_clock_and_read_through_a_level(self):
        timing = Timing(cell("RAM32M16", {"ADDRA": [2], "ADDRH": [3], "DIA": [4], "WE": [5], "WCLK": [6]},
                             {"DOA": [7], "DOH": [8]}))
        self.assertEqual(passes(timing), {(2, 7): LEVEL, (3, 8): LEVEL})
        self.assertEqual({bit for bit, _ in timing.ends}, {2, 3, 4, 5})

    def test_dual_port_lut_memory_has_an_address_for_each_output(self):
        timing = Timing(cell("RAM64X1D", {"A0": [2], "DPRA0": [3], "D": [4]}, {"SPO": [5], "DPO": [6]}))
        self.assertEqual(passes(timing), {(2, 5): LEVEL, (3, 6): LEVEL})

    def test_block_rams_are_registers(self):
        timing = Timing(cell("URAM288", {"ADDR_A": [2], "CLK": [3]}, {"DOUT_B": [4]}))
        self.assertEqual((timing.passes, timing.begins, timing.ends), ([], [(4, 0)], [(2, 0)]))

    def test_a_multiplier_is_a_level_on_the_side_without_registers(self):
        def dsp(a, m, p):
            return Timing(cell("DSP48E2", {"A": [2], "CLK": [3]}, {"P": [4]}, AREG=a, BREG=a, MREG=m, PREG=p))

        self.assertEqual(passes(dsp("0", "0", "0"))[2, 4], LEVEL)
        self.assertEqual((dsp("0", "0", "1").ends, dsp("0", "0", "1").begins), ([(2, LEVEL)], [(4, 0)]))
        self.assertEqual((dsp("1", "0", "0").ends, dsp("1", "0", "0").begins), ([(2, 0)], [(4, LEVEL)]))

    def test_resources_of_each_kind(self):
        expected = {"LUT6": Resources(luts=1), "MUXF7": Resources(), "CARRY4": Resources(),
                    "FDRE": Resources(flip_flops=1), "LDCE": Resources(flip_flops=1), "SRL16E": Resources(1, 1),
                    "RAM128X1S": Resources(2, 2), "RAM64M": Resources(4, 4), "RAM32M16": Resources(8, 8),
                    "RAMB18E2": Resources(half_block_rams=1), "RAMB36E2": Resources(half_block_rams=2),
                    "URAM288": Resources(ultra_rams=1), "DSP48E2": Resources(dsps=1)}
        for name, resources in expected.items():
            self.assertEqual(primitive_of(cell(name, {}, {})).resources, resources, name)
        self.assertEqual({primitive.kind for primitive in PRIMITIVES.values()},
                         {PRIMITIVES[name].kind for name in expected}, "a kind that is not tested here")
        self.assertEqual(total([Resources(1, 2, 3), Resources(10, 0, 5, 6, 7, 8)]), Resources(11, 2, 8, 6, 7, 8))
        self.assertEqual(total([]), Resources())


unittest.main()
