# The clock estimate: OpenSTA on small netlists, delays, the record, the pages.
# SPDX-License-Identifier: Apache-2.0
import os
import tempfile
import unittest

from netlists import cell, flip_flop, lut, module, netlist

import delays
from cell_models import parts_of
from configurations import Configuration
from delays import DELAYS, NEAR, WIRES, routed_path_ns, wire_ns
from failure import Failure
from primitives import PRIMITIVES
from static_timing import OUTPUTS, FalsePath, Slowest, slowest_paths
from timing_pages import clock_section, delays_section, module_cells, paths_section
from timing_record import PORTS, TimingRecord, TimingRow, read_timing_record, slowest, timing_differences, timing_rows

CLOCK = 99
UNCERTAINTY = DELAYS["clock uncertainty"].ns


def timed(*modules, false_paths=()):
    """The first module is the top; net CLOCK of each is its clock."""
    for each in modules:
        each.inputs.setdefault("clk", [CLOCK])
        for inner in each.cells:
            if inner.type in (other.name for other in modules):
                inner.ports["clk"] = [CLOCK]
    with tempfile.TemporaryDirectory() as folder:
        return slowest_paths(netlist(*modules), folder, false_paths)


def ns(*steps, wires="routed"):
    """Delays by name, wires by the pins they drive, and what lies between clock and path."""
    return UNCERTAINTY + sum(DELAYS[step].ns if isinstance(step, str) else wire_ns(wires, step) for step in steps)


def carries():
    """The chain of R1: enters at bit 2 of the first CARRY4, leaves the eighth."""
    for place in range(8):
        ports = {"CI": [None if place == 0 else 100 + place - 1], "CYINIT": [None], "DI": [None] * 4, "S": [None] * 4}
        if place == 0:
            ports["S"][2] = 12
        yield cell("CARRY4", ports, {"O": [None] * 4, "CO": [None] * 3 + [100 + place]}, f"carry{place}")


def loads(net, number):
    """Further LUTs that a net drives."""
    return [cell("LUT1", {"I0": [net]}, {"O": [1000 * net + place]}, f"load{net}_{place}") for place in range(number)]


class Paths(unittest.TestCase):
    def test_the_routed_path_lies_between_the_two_tables(self):
        top = module("top", {}, {}, [flip_flop("begin", 1, 2), *loads(2, 8), lut("a", 2, 10), *loads(10, 3),
                                     lut("b", 10, 12), *carries(), lut("c", 107, 13), flip_flop("end", 13, 1)])
        found = timed(top)
        for wires in WIRES:
            path = found[wires]["top"]
            self.assertEqual(path[1:], ("begin (FDRE)", "end (FDRE)"))
            self.assertAlmostEqual(path.ns - UNCERTAINTY, routed_path_ns(wires), delta=0.0011)
        self.assertLess(routed_path_ns("unplaced"), delays.ROUTED_PATH_NS)
        self.assertGreater(routed_path_ns("routed"), delays.ROUTED_PATH_NS)

    def test_loads_are_counted_across_modules_and_a_way_through_one_costs_nothing(self):
        wire = module("wire", {"i_a": [2]}, {"o_x": [2], "o_y": [2]}, [])
        inner = module("inner", {"i_a": [2]}, {}, [lut("x", 2, 3), flip_flop("r", 3, 4)])
        top = module("top", {}, {}, [
            flip_flop("begin", 1, 2), cell("wire", {"i_a": [2]}, {"o_x": [5], "o_y": [6]}, "u_wire"), *loads(5, 5),
            cell("inner", {"i_a": [6]}, {}, "u_first"), cell("inner", {"i_a": [5]}, {}, "u_second")])
        found = timed(top, wire, inner)
        for wires in WIRES:
            path = found[wires]["inner"]
            self.assertEqual(path[1:], ("begin (FDRE)", path.end))
            self.assertIn(path.end, ("u_first.r (FDRE)", "u_second.r (FDRE)"))
            self.assertAlmostEqual(path.ns, ns("register out", 7, "lut", NEAR, wires=wires), delta=0.0011)
        self.assertNotIn("top", found["routed"], "no path ends in a register of its own")

    def test_ports_come_from_and_go_to_registers(self):
        top = module("top", {"i_a": [1]}, {"o_y": [4, 1]}, [lut("x", 1, 2), flip_flop("r", 2, 3), lut("y", 3, 4)],
                     {3: "state"})
        found = timed(top)["routed"]
        self.assertEqual(found["top"][1:], ("port i_a", "state"))
        self.assertAlmostEqual(found["top"].ns, ns("port in", "lut", NEAR), delta=0.0011)
        self.assertEqual(found[OUTPUTS][1:], ("state", "port o_y[0]"))

    def test_a_multiplier_has_the_registers_of_its_parameters(self):
        pins = {"A": [2, None], "B": [3], "C": [None], "CEP": [5], "CLK": [CLOCK]}
        way = {"000": (("register out", 1, "dsp in", "dsp multiply", "dsp product", "dsp add", "dsp out", NEAR), "end"),
               "001": (("register out", 1, "dsp in", "dsp multiply", "dsp product", "dsp add", "dsp setup"), "dsp"),
               "010": (("register out", 1, "dsp in", "dsp multiply", "dsp setup"), "dsp"),
               "110": (("dsp in register", "dsp multiply", "dsp setup"), "dsp"),
               "011": (("register out", 1, "dsp in", "dsp multiply", "dsp setup"), "dsp"),
               "111": (("dsp in register", "dsp multiply", "dsp setup"), "dsp")}
        for tag, (steps, end) in way.items():
            dsp = cell("DSP48E2", dict(pins), {"P": [6]}, "dsp", AREG=tag[0], BREG=tag[0], MREG=tag[1], PREG=tag[2])
            top = module("top", {}, {}, [*(flip_flop(f"r{bit}", 7, bit) for bit in (2, 3, 4, 5)), dsp,
                                         flip_flop("end", 6, 8)])
            path = timed(top)["routed"]["top"]
            self.assertAlmostEqual(path.ns, ns(*steps), delta=0.0011, msg=tag)
            self.assertTrue(path.end.startswith(end), (tag, path))
        adder = cell("DSP48E2", pins | {"A": [None], "B": [None], "C": [2]}, {"P": [3]}, "dsp", MREG="1")
        self.assertAlmostEqual(timed(module("top", {}, {}, [flip_flop("r", 7, 2), adder, flip_flop("end", 3, 4)]))[
            "routed"]["top"].ns, ns("register out", 1, "dsp in", "dsp add", "dsp out", NEAR), delta=0.0011)

    def test_the_output_register_of_a_memory_counts(self):
        for parameters, out in (({"DOA_REG": "0"}, "block memory out"), ({"DOA_REG": "1"}, "block memory register out")):
            ram = cell("RAMB36E2", {"CLKARDCLK": [CLOCK], "ADDRARDADDR": [2]}, {"DOUTADOUT": [3]}, "ram", **parameters)
            top = module("top", {}, {}, [ram, lut("x", 3, 4), flip_flop("r", 4, 5)])
            self.assertAlmostEqual(timed(top)["routed"]["top"].ns, ns(out, 1, "lut", NEAR), delta=0.0011)

    def test_false_paths_are_left_out(self):
        top = module("top", {}, {}, [flip_flop("begin", 1, 2), lut("a", 2, 3), lut("b", 3, 4), flip_flop("end", 4, 5),
                                     lut("c", 5, 6), flip_flop("next", 6, 7)])
        self.assertEqual(timed(top)["routed"]["top"].end, "end (FDRE)")
        for false_path in (FalsePath("beg*"), FalsePath("begin (FDRE)", "e*"), FalsePath("*", "end*")):
            self.assertEqual(timed(top, false_paths=[false_path])["routed"]["top"].end, "next (FDRE)", str(false_path))


class Refused(unittest.TestCase):
    """One line that names the reason."""

    def refused(self, text, *cells, inputs=None, false_paths=()):
        with self.assertRaisesRegex(Failure, text) as caught:
            timed(module("top", inputs or {}, {}, list(cells)), false_paths=false_paths)
        self.assertNotIn("\n", str(caught.exception))

    def test_a_primitive_without_a_delay(self):
        for type in ("LDCE", "MYSTERY"):
            self.refused(f"cell u: primitive {type} has no delay", cell(type, {"D": [1]}, {"Q": [2]}))

    def test_no_path(self):
        self.refused("no path ends in a register or a port", flip_flop("r", None, 2))

    def test_no_clock(self):
        self.refused("has no clock: 0 nets", lut("x", 1, 2))
        self.refused("has no clock: 1 nets clock its registers, 0 of them",
                     lut("x", 1, 3), cell("FDRE", {"C": [3], "D": [1]}, {"Q": [2]}))
        self.refused("has no clock: 2 nets", flip_flop("r", 1, 2), cell("FDRE", {"C": [98], "D": [2]}, {"Q": [1]}),
                     inputs={"other": [98]})
        self.refused("cell u of type FDRE has no clock", cell("FDRE", {"C": [None], "D": [1]}, {"Q": [2]}))

    def test_a_false_path_that_leaves_out_nothing(self):
        cells = [flip_flop("begin", None, 2), lut("x", 2, 3), flip_flop("end", 3, 4)]
        self.refused(r"false path 'nothing\*': no register is called 'nothing\*'", *cells,
                     false_paths=[FalsePath("nothing*")])
        self.refused("false path 'begin.*,x': no register is called 'x'", *cells,
                     false_paths=[FalsePath("begin*", "x")])
        self.refused("false path 'end.*': no path leads there", *cells, false_paths=[FalsePath("end*")])


class Delays(unittest.TestCase):
    def test_each_names_its_source(self):
        for entry in [*DELAYS.values(), *WIRES.values()]:
            self.assertRegex(entry.source, "^(assumed$|[RSP][12]|within a slice R1)", entry)
            if entry.source != "assumed":
                self.assertRegex(entry.source, r"\d\.\d", "a source without its figure")
        for wires in WIRES.values():
            self.assertEqual(len(wires.ns), len(delays.LOADS))
            self.assertEqual(list(wires.ns), sorted(wires.ns))

    def test_every_primitive_that_is_counted_has_delays(self):
        pins = {"C": [1], "CLK": [1], "WCLK": [1], "CLKARDCLK": [1], "I0": [2], "S": [3] * 4}
        for name, primitive in PRIMITIVES.items():
            if primitive.kind != "latch":
                parts_of(cell(name, pins, {"O": [4]}))

    def test_the_digest_changes_with_them(self):
        before = delays.digest()
        kept = DELAYS["lut"]
        try:
            DELAYS["lut"] = kept._replace(ns=kept.ns + 0.001)
            self.assertNotEqual(delays.digest(), before)
        finally:
            DELAYS["lut"] = kept
        self.assertEqual(delays.digest(), before)


def row(name="engine", routed=4.0, unplaced=3.0, configuration="small", digest=None):
    return TimingRow(configuration, name, digest or delays.digest(), {
        "routed": Slowest(routed, "u_a.x[1]", "u_b.y"), "unplaced": Slowest(unplaced, "u_c.z", "rows.0 (URAM288)")})


class Records(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "file")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return read_timing_record(path)

    def test_survives(self):
        record = TimingRecord("Yosys 0.23, OpenSTA 2.0.17", [row(), row("fifo DEPTH=4", 3.5, 2.125)])
        self.assertEqual(self.read(record.text()), record)

    def test_lines_that_are_none_are_refused(self):
        head = TimingRecord("tools", []).text()
        line = "small\tengine\t12345678\t4.0\ta\tb\t3.0\tc\td"
        self.assertEqual(len(self.read(head + line + "\n").rows), 1)
        for wrong in ("small\tengine", line.replace("4.0", "four"), line + "\tz"):
            with self.assertRaisesRegex(Failure, ":3: not a line of the record"):
                self.read(head + wrong + "\n")
        with self.assertRaisesRegex(Failure, ":2: must be the line of column names"):
            self.read("tools\nelse\n")
        with self.assertRaisesRegex(Failure, "cannot read"):
            read_timing_record("/nonexistent")

    def test_rows_have_the_labels_of_the_other_record(self):
        fifos = [module(f"fifo{depth}", {}, {}, []) for depth in (4, 8)]
        for depth, each in zip((4, 8), fifos):
            each.base, each.parameters = "fifo", {"DEPTH": depth}
        paths = {table: {"fifo8": Slowest(2.0, "a", "b"), OUTPUTS: Slowest(3.0, "c", "d")} for table in WIRES}
        rows = timing_rows("small", netlist(module("top", {}, {}, []), *fifos), paths)
        self.assertEqual([each.module for each in rows], ["fifo DEPTH=8", PORTS])
        self.assertEqual(slowest(rows, "routed").ns, 3.0)

    def test_one_configuration_is_replaced_at_its_place(self):
        record = TimingRecord("tools", [row(configuration=name) for name in ("a", "b", "c")])
        record.replace("b", [row("new", configuration="b")])
        record.replace("d", [row(configuration="d")])
        self.assertEqual([(each.configuration, each.module) for each in record.rows],
                         [("a", "engine"), ("b", "new"), ("c", "engine"), ("d", "engine")])

    def test_differences(self):
        def found(*measured, recorded=(row(),), tools="tools"):
            return timing_differences(TimingRecord("tools", list(recorded)), "small", list(measured), tools)

        self.assertEqual(found(row(routed=4.079, unplaced=2.941)), [], "the noise of the mapper")
        self.assertEqual(found(row(routed=4.081)),
                         ["worse: small, engine: slowest path with wires routed was 4.000 ns, is 4.081 ns"])
        self.assertEqual(found(row(unplaced=2.9), tools="others"),
                         ["changed: small, engine: slowest path with wires unplaced was 3.000 ns, is 2.900 ns",
                          "note: recorded with tools, these are others"])
        self.assertEqual(found(row(), row("other")), ["new: small, other: not in the record of the clock estimate"])
        self.assertEqual(found(row(), recorded=[row(), row("other")]),
                         ["gone: small, other: only in the record of the clock estimate"])
        for recorded in ((), (row(digest="00000000"),), (row(configuration="wide"),)):
            self.assertIn("new: small: its clock estimate is not in the record", found(row(), recorded=recorded)[0])


class Pages(unittest.TestCase):
    def test_figures_or_not_measured(self):
        timing = TimingRecord("Yosys 0.23, OpenSTA 2.0.17", [row(), row("fifo", 8.0, 5.0), row(configuration="wide"),
                                                             row(configuration="old", digest="00000000")])
        mapped = [(Configuration(name, {}), []) for name in ("small", "old")]
        page = clock_section(timing, mapped)
        self.assertIn("\n| small | 8.00 | 125 | 5.00 | 200 | `u_a.x[1]` | `u_b.y` |\n", page)
        self.assertIn("\n| old | not measured |  | not measured |  |  |  |\n", page)
        self.assertEqual(module_cells(timing, row()), "4.00 | 3.00")
        self.assertEqual(module_cells(timing, row("without")), " | ")
        self.assertEqual(module_cells(timing, row(configuration="old")), "not measured | not measured")
        self.assertIn("\n| fifo | 8.00 | `u_a.x[1]` | `u_b.y` | 5.00 |\n", paths_section(timing, mapped[0][0]))
        self.assertIn("\nNot measured.\n", paths_section(timing, mapped[1][0]))

    def test_every_delay_is_shown_and_every_table_says_that_nothing_is_placed(self):
        text = delays_section()
        for delay in DELAYS.values():
            self.assertIn(f"\n| {delay.what} | {delay.ns:.3f} | {delay.source} |\n", text)
        timing = TimingRecord("tools", [row()])
        small = Configuration("small", {})
        for page in (text, clock_section(timing, [(small, [])]), paths_section(timing, small)):
            heads = [above for above, below in zip(page.split("\n"), page.split("\n")[1:]) if below.startswith("|---")]
            self.assertTrue(heads)
            for head in heads:
                self.assertIn("estimate, not placed", head)


unittest.main()
