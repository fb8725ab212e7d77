# Netlists as yosys writes them, the rows made of them, and the rules.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import tempfile
import unittest

from netlists import cell, flip_flop, lut, module, netlist

from failure import Failure
from netlist import CONSTANT, read_netlist
from primitives import Resources
from rows import rows_of
from rules import elaborated_breaches, mapped_breaches
from yosys import Mapping

FIFO = {
    "attributes": {"top": "1"}, "parameter_default_values": {"DEPTH": "00000100", "KIND": "wide "},
    "ports": {"i_a": {"direction": "input", "bits": [2, 3]}, "o_y": {"direction": "output", "bits": [4]}},
    "cells": {"z": {"type": "LUT1", "parameters": {"INIT": "01"}, "attributes": {"src": "fifo.v:7"},
                    "port_directions": {"I0": "input", "O": "output"}, "connections": {"I0": [2], "O": [4]}},
              "a": {"type": "MYSTERY", "parameters": {}, "attributes": {}, "connections": {"D": ["1", 3]}}},
    "netnames": {"$made_up": {"hide_name": 1, "bits": [2, 9]}, "i_a": {"hide_name": 0, "bits": [2, 3]}}}
LIBRARY = {"attributes": {"blackbox": "1"}, "ports": {}, "cells": {}, "netnames": {}}


def read(modules):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "netlist.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(modules if isinstance(modules, str) else json.dumps({"modules": modules}))
        return read_netlist(path)


class Reading(unittest.TestCase):
    def test_a_module(self):
        found = read({"$paramod\\fifo\\DEPTH=s32'100": FIFO, "LUT1": LIBRARY})
        self.assertEqual(list(found.modules), [found.top])
        fifo = found.modules[found.top]
        self.assertEqual((fifo.base, fifo.parameters), ("fifo", {"DEPTH": 4}))
        self.assertEqual((fifo.inputs, fifo.outputs), ({"i_a": [2, 3]}, {"o_y": [4]}))
        self.assertEqual(fifo.nets, {2: "i_a[0]", 3: "i_a[1]", 9: "$made_up[1]"})
        mystery, taken = fifo.cells  # in the order of names
        self.assertEqual((mystery.ports, mystery.outputs), ({"D": [CONSTANT, 3]}, frozenset()))
        self.assertEqual((taken.outputs, taken.source, taken.number("INIT")), ({"O"}, "fifo.v:7", 1))
        with self.assertRaisesRegex(Failure, "cell z of type LUT1 has no number WIDTH"):
            taken.number("WIDTH")

    def test_other_files_are_refused(self):
        for wrong in ("", "[]", '{"modules": {"m": {}}}'):
            with self.assertRaisesRegex(Failure, "is no netlist of yosys"):
                read(wrong)
        with self.assertRaisesRegex(Failure, "has no module marked as top"):
            read({"LUT1": LIBRARY})
        with self.assertRaisesRegex(Failure, "cannot read /nonexistent"):
            read_netlist("/nonexistent")


class Rows(unittest.TestCase):
    def test_instances_and_resources_are_counted_over_the_levels(self):
        inner = [module(f"inner{depth}", {}, {}, [lut("x", 2, 3)] * depth) for depth in (1, 2)]
        for depth, each in enumerate(inner, 1):
            each.base, each.parameters = "inner", {"DEPTH": depth, "WIDTH": 8, "ROW_W": depth}
        middle = module("middle", {}, {}, [cell(f"inner{depth}", {}, {}, f"u{place}")
                                           for place, depth in enumerate((2, 2, 1))])
        wires = module("wires", {}, {}, [])
        top = module("top", {}, {}, [*(cell("middle", {}, {}, name) for name in "abc"), flip_flop("r", 1, 2),
                                     cell("wires", {}, {}, "w")])
        rows = rows_of("", netlist(top, middle, *inner, wires))
        self.assertEqual([(row.module, row.instances, row.resources) for row in rows], [
            ("top", 1, Resources(15, 0, 1)), ("middle", 3, Resources(5)), ("inner DEPTH=1", 3, Resources(1)),
            ("inner DEPTH=2", 6, Resources(2))])


class Rules(unittest.TestCase):
    def memory(self, base, words, clock="1"):
        found = module("m", {}, {}, [cell("$mem_v2", {}, {}, "rows", SIZE=f"{words:b}", WIDTH="1000", RD_PORTS="1",
                                          RD_CLK_ENABLE=clock)])
        found.base = base
        return netlist(found)

    def mapped(self, elaborated, *types, multipliers=(), memories=()):
        cells = [cell(type, {}, {}, f"rows.{place}") for place, type in enumerate(types)]
        found = netlist(module("m", {}, {}, cells))
        return mapped_breaches(elaborated, Mapping(found, list(multipliers), list(memories)))

    def test_a_large_memory_must_be_blocks(self):
        large = self.memory("memory_bank", 1025)
        self.assertEqual(self.mapped(large, "RAMB36E2", "URAM288"), [])
        self.assertEqual(self.mapped(large, "RAMB36E2", "RAM64M8"),
                         ["memory_bank: rows (1025 x 8 bits) became LUT RAM, must be block RAM"])
        self.assertEqual(self.mapped(large, "FDRE"), ["memory_bank: rows (1025 x 8 bits) did not map to any memory"])

    def test_a_small_one_may_be_luts(self):
        self.assertEqual(self.mapped(self.memory("fifo", 64), "RAM64M8"), [])
        self.assertEqual(len(self.mapped(self.memory("engine", 64), "RAM64M8")), 1)
        self.assertEqual(elaborated_breaches(self.memory("fifo", 64, "0")), [])
        self.assertEqual(elaborated_breaches(self.memory("delay_ring", 64, "0")),
                         ["delay_ring: rows (64 x 8 bits) is read without a clock: no block RAM does that"])

    def test_latches_soft_multipliers_and_lost_memories(self):
        empty = netlist(module("m", {}, {}, []))
        self.assertEqual(self.mapped(empty, "LDCE", multipliers=["m/a"], memories=["m/b"]),
                         ["m: rows.0 is a latch", "m/a did not map to DSPs", "m/b became registers"])
        for type in ("$dlatch", "$adlatch", "$sr", "$_DLATCH_P_"):
            latch = netlist(module("m", {}, {}, [cell(type, {}, {})]))
            self.assertEqual(elaborated_breaches(latch), ["m: u is a latch"])


unittest.main()
