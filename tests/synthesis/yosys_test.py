# Each rule refuses a module that breaks it, and a planted way through a bus is found, through yosys itself:
# yosys_test.py WORK [unittest arguments]
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import sys
import unittest

from netlists import ROOT

from bus_paths import paths_through
from configurations import Configuration
from failure import Failure
from record import Record, differences
from rows import rows_of
from rules import elaborated_breaches, mapped_breaches
from yosys import Design, elaborate, elaborate_together, map_to_ultrascale_plus

WORK = sys.argv.pop(1)
MUTANTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutants")


class Case(unittest.TestCase):
    def mutant(self, module, **parameters):
        return Design(MUTANTS, module, parameters, os.path.join(WORK, self.id()))

    def expect_one(self, lines, text):
        self.assertTrue(any(text in line for line in lines), lines)


class Elaborated(Case):
    def refused(self, module, text, **parameters):
        with self.assertRaisesRegex(Failure, text):
            elaborate(self.mutant(module, **parameters))

    def test_broken_nets_are_refused(self):
        self.refused("two_drivers", "conflicting drivers")
        self.refused("loop", "logic loop")

    def test_a_warning_of_yosys_is_an_error(self):
        self.refused("undriven", "is used but has no driver")

    def test_an_unknown_parameter_is_refused(self):
        self.refused("healthy", "PES", PES=4)

    def test_a_latch_is_a_breach(self):
        self.expect_one(elaborated_breaches(elaborate(self.mutant("latch"))), "is a latch")

    def test_a_memory_read_without_a_clock_is_a_breach(self):
        self.expect_one(elaborated_breaches(elaborate(self.mutant("async_memory"))), "read without a clock")

    def test_a_fault_of_one_of_many_sets_is_found_together(self):
        def together(module, *sets):
            return elaborate_together(self.mutant(module), [Configuration("", parameters) for parameters in sets])

        self.assertEqual(elaborated_breaches(together("adder_chain", {"TERMS": 1}, {"TERMS": 2}, {"TERMS": 1})), [])
        for module, *sets in (("adder_chain", {"TERMS": 1}, {"PES": 4}), ("undriven", {}), ("loop", {})):
            with self.assertRaises(Failure):
                together(module, *sets)
        self.expect_one(elaborated_breaches(together("latch", {})), "is a latch")


class Mapped(Case):
    def breaches(self, module):
        design = self.mutant(module)
        return mapped_breaches(elaborate(design), map_to_ultrascale_plus(design))

    def rows(self, module, **parameters):
        design = self.mutant(module, **parameters)
        return rows_of("mutant", map_to_ultrascale_plus(design).netlist)

    def test_a_healthy_module_has_none(self):
        self.assertEqual(self.breaches("healthy"), [])
        used = self.rows("healthy")[0].resources
        self.assertEqual((used.half_block_rams, used.dsps), (4, 2))

    def test_breaches(self):
        for module, text in (("latch", "is a latch"), ("async_memory", "must be block RAM"),
                             ("cleared_memory", "became registers"), ("soft_multiplier", "did not map to DSPs")):
            self.expect_one(self.breaches(module), text)

    def test_a_loop_across_modules_is_refused(self):
        elaborate(self.mutant("loop_across"))  # finds nothing
        with self.assertRaisesRegex(Failure, "combinational loop through"):
            self.rows("loop_across")

    def test_a_deeper_adder_is_worse_than_the_record(self):
        two, four = (Record("", self.rows("adder_chain", TERMS=terms)) for terms in (2, 4))
        self.assertEqual(differences(two, two), [])
        self.assertRegex(differences(two, four)[0], "^worse: mutant, adder_chain: depth inside was")


class Operators(Case):
    """A latency chooses where registers stand: in binary64 no path of eight stages is deeper than seven levels."""
    def levels(self, module, latency):
        design = Design(os.path.join(ROOT, "rtl"), module, {"LATENCY": latency}, os.path.join(WORK, f"{module}_{latency}"))
        return rows_of(module, map_to_ultrascale_plus(design).netlist)[0].inside.levels

    def test_eight_stages_have_seven_levels(self):
        for module in ("fp_add", "fp_mul"):
            self.assertLessEqual(self.levels(module, 8), 7, module)


class Bus(Case):
    """One small configuration, since the buses are similar in all: two words per beat."""
    def paths_of(self, tree):
        design = Design(tree, "stencil_accel", {"PES": 1, "MEMORY_WORDS": 16, "MAX_COLS": 4, "AXI_DATA_W": 128},
                        os.path.join(WORK, self.id()))
        netlist = elaborate(design, flat=True)
        return [line for bus in ("s_axi_", "s_axil_") for line in paths_through(netlist.modules[netlist.top], bus)]

    def test_no_input_reaches_an_output_without_a_register(self):
        self.assertEqual(self.paths_of(os.path.join(ROOT, "rtl")), [])

    def test_a_planted_way_is_found_and_named(self):
        """Ready that waits for valid, ready that depends on the address, a queue that is ready because its head
        leaves."""
        tree = os.path.join(WORK, "planted")
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "rtl"), tree)
        for name, line, ending in (("axil_port.v", "s_axil_awready = ~aw_kept", " & s_axil_awvalid"),
                                   ("axil_port.v", "s_axil_arready = ~ar_kept", " & i_read_ready"),
                                   ("fifo.v", "o_ready = ~held[SLOT_W]", " | i_ready")):
            path = os.path.join(tree, "bus", name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.assertIn(f"{line};", text)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(f"{line};", f"{line}{ending};"))
        paths = self.paths_of(tree)
        for way in ("s_axil_awvalid reaches s_axil_awready", "s_axil_araddr reaches s_axil_arready",
                    "s_axi_wvalid reaches s_axi_awready through ", "s_axi_bready reaches s_axi_wready through "):
            self.assertTrue(any(line.startswith(way) for line in paths), f"{way} is missing among {paths}")


unittest.main()
