# The record and its page: written, read, refused, compared; devices; variants of a configuration.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import math
import os
import tempfile
import unittest

import netlists  # also the way to the sources

import delays
from configurations import Configuration, read_configurations, variants_of
from depth import Depth
from devices import DEVICES, Device, largest_share, smallest_device
from failure import Failure
from pages import modules_page, synthesis_page
from primitives import Resources
from record import Record, Row, differences, read_record
from rules import area_breaches, control_levels, deep_breaches, mapped_breaches
from static_timing import Slowest
from timing_record import TimingRecord, TimingRow
from yosys import Mapping

ENGINE = Row("wide", "engine", 4, Resources(1000, 40, 2000, 8, 3, 5), Depth(7, 2),
             Depth(9, 1, "u_a.x[1]", "rows.0 (RAMB36E2)"))
SMALL = Configuration("small", {"PES": 4, "LANES": 1, "F_BUFFERS": 2, "LINE_BEATS": 1024, "AXI_DATA_W": 64})


def record_of(*rows):
    return Record("Yosys 0.23", list(rows))


def changed(**values):
    return dataclasses.replace(ENGINE, **values)


def through_file(text, read=read_record):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return read(path)


class File(unittest.TestCase):
    def test_survives(self):
        record = record_of(changed(module="fifo DEPTH=4"), changed(arriving=Depth()))
        self.assertEqual(through_file(record.text()), record)

    def test_lines_that_are_none_are_refused(self):
        head = record_of().text()
        line = "wide\tengine\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\tx\ty"
        self.assertEqual(len(through_file(head + line + "\n").rows), 1)
        for wrong in ("wide\tengine\t1\t2", line.replace("\t11\t", "\televen\t"), line.removesuffix("\ty"),
                      line + "\tz"):
            with self.assertRaisesRegex(Failure, ":3: not a line of the record"):
                through_file(head + wrong + "\n")
        with self.assertRaisesRegex(Failure, ":2: must be the line of column names"):
            through_file("something\nelse\n")
        with self.assertRaisesRegex(Failure, "cannot read"):
            read_record("/nonexistent")

    def test_a_table_of_configurations(self):
        table = '[{"name": "endless", "simulation_only": true, "parameters": {"PES": 64}}]'
        self.assertEqual(through_file(table, read_configurations), [Configuration("endless", {"PES": 64}, True)])
        for wrong in ("", "{}", '[{"name": "x"}]', table.replace("64", '"x"')):
            with self.assertRaisesRegex(Failure, "is no table of configurations|has no configurations"):
                through_file(wrong, read_configurations)


    def test_one_configuration_is_replaced_at_its_place(self):
        record = record_of(*(changed(configuration=name) for name in ("a", "b", "b", "c")))
        record.replace("b", [changed(configuration="b", module="new")])
        self.assertEqual([(row.configuration, row.module) for row in record.rows],
                         [("a", "engine"), ("b", "new"), ("c", "engine")])


class Differences(unittest.TestCase):
    def test_growth_is_worse(self):
        for values, text in (({"inside": Depth(8, 0)}, "worse: wide, engine: depth inside was 7+2, is 8+0"),
                             ({"inside": Depth(7, 3)}, "worse: wide, engine: depth inside was 7+2, is 7+3"),
                             ({"inside": Depth(6, 9)}, "changed: wide, engine: depth inside was 7+2, is 6+9"),
                             ({"arriving": Depth(10, 0)}, "worse: wide, engine: depth arriving was 9+1, is 10+0"),
                             ({"resources": Resources(1021, 40, 2000, 8, 3, 5)},
                              "worse: wide, engine: LUT was 1000, is 1021"),
                             ({"resources": Resources(1000, 40, 2000, 8, 4, 5)},
                              "worse: wide, engine: half block RAM was 3, is 4"),
                             ({"instances": 3}, "changed: wide, engine: instances was 4, is 3")):
            self.assertEqual(differences(record_of(ENGINE), record_of(changed(**values))), [text])

    def test_the_noise_of_the_mapper_and_names_of_paths_do_not_count(self):
        for luts in (980, 1020):
            noisy = changed(resources=Resources(luts, 40, 2000, 8, 3, 5))
            self.assertEqual(differences(record_of(ENGINE), record_of(noisy)), [])
        self.assertEqual(differences(record_of(ENGINE), record_of(changed(arriving=Depth(9, 1, "x", "y")))), [])

    def test_modules_that_came_or_went(self):
        self.assertEqual(differences(record_of(changed(module="old")), record_of(changed(module="new"))),
                         ["new: wide, new: not in the record", "gone: wide, old: only in the record"])

    def test_another_tool_is_noted_where_something_differs(self):
        self.assertEqual(differences(record_of(ENGINE), Record("Yosys 0.99", [ENGINE])), [])
        self.assertEqual(differences(record_of(ENGINE), Record("Yosys 0.99", [changed(instances=3)]))[-1],
                         "note: recorded with Yosys 0.23, this is Yosys 0.99")


class Devices(unittest.TestCase):
    def test_the_list_goes_from_small_to_large(self):
        for smaller, larger in zip(DEVICES, DEVICES[1:]):
            self.assertTrue(all(a < b for a, b in zip(smaller.holds, larger.holds)))

    def test_the_smallest_holds_every_resource_with_room_to_spare(self):
        holds = DEVICES[0].holds
        self.assertEqual(smallest_device(Resources()), DEVICES[0])
        self.assertEqual(smallest_device(Resources(luts=holds.luts * 79 // 100)), DEVICES[0])
        self.assertEqual(smallest_device(Resources(luts=holds.luts * 81 // 100)), DEVICES[1])
        for name, number in holds._asdict().items():
            self.assertEqual(smallest_device(Resources(**{name: number})), DEVICES[1], name)
        self.assertIsNone(smallest_device(Resources(ultra_rams=DEVICES[-1].holds.ultra_rams)))

    def test_the_fullest_resource_is_named(self):
        holds = DEVICES[0].holds
        used = Resources(holds.luts // 4, 0, holds.flip_flops // 3, holds.dsps // 2)
        self.assertEqual(largest_share(used, DEVICES[0]), (0.5, "DSP"))
        bare = Device("bare", "", Resources(100, 100, 100, 100, 100, 0))
        self.assertEqual(largest_share(Resources(ultra_rams=1), bare), (math.inf, "UltraRAM"))


class Levels(unittest.TestCase):
    def test_ten_into_control_are_the_most(self):
        control = [changed(arriving=Depth(levels, 3, "u_queue.used[1]", "o_error[0]")) for levels in (9, 10, 11)]
        self.assertEqual(deep_breaches(control),
                         ["engine: 11 levels from u_queue.used[1] to o_error[0], must be at most 10"])

    def test_those_inside_are_no_matter(self):
        self.assertEqual(deep_breaches([changed(inside=Depth(17, 1))]), [])

    def test_operators_have_as_many_as_their_latency_leaves(self):
        deep = Depth(17, 1, "s3_sum[55]", "s4[0]")
        self.assertEqual(deep_breaches([changed(module="fp_div5", arriving=deep)]), [])
        self.assertEqual(len(deep_breaches([changed(module="tile_fp_gate", arriving=deep)])), 1)

    def test_the_most_into_control_are_those_of_no_operator(self):
        rows = [changed(arriving=Depth(levels)) for levels in (4, 9, 7)]
        self.assertEqual(control_levels([*rows, changed(module="fp_add", arriving=Depth(17))]), 9)
        self.assertEqual(control_levels([]), 0)


class Areas(unittest.TestCase):
    def test_a_goal_is_of_the_whole_configuration(self):
        def breaches(name, luts, flip_flops, module="stencil_accel"):
            return area_breaches(changed(configuration=name, module=module, resources=Resources(luts, 0, flip_flops)))
        self.assertEqual(breaches("small-fast", 45000, 38000) + breaches("small-fast KERNELS=5", 34500, 38000), [])
        self.assertEqual(breaches("small-fast", 45001, 38001),
                         ["45001 LUT, must be at most 45000", "38001 FF, must be at most 38000"])
        self.assertEqual(breaches("small-fast KERNELS=5", 34501, 0), ["34501 LUT, must be at most 34500"])
        self.assertEqual(breaches("small", 45001, 38001) + breaches("small-fast", 45001, 38001, "kernels"), [])


class SmallMemories(unittest.TestCase):
    """Those that may be LUTs, by module, words and bits."""
    def breaches(self, name, words, width):
        memory = netlists.cell("$mem_v2", {}, {}, "ring", SIZE=f"{words:b}", WIDTH=f"{width:b}")
        mapped = netlists.cell("RAM64X1D", {}, {}, "ring.0.0")
        return mapped_breaches(netlists.netlist(netlists.module(name, {}, {}, [memory])),
                               Mapping(netlists.netlist(netlists.module(name, {}, {}, [mapped])), [], []))

    def test_words_and_bits_are_bounded(self):
        for name, words, width in (("delay_ring", 128, 32), ("fifo", 64, 512), ("slot_delay", 128, 32),
                                   ("memory_bank", 1024, 4)):
            self.assertEqual(self.breaches(name, words, width), [])
            for more in ((2 * words, width // 2), (words, width + 1)):
                self.assertEqual(self.breaches(name, *more), [
                    f"{name}: ring ({more[0]} x {more[1]} bits) became LUT RAM, must be block RAM"])
        self.assertEqual(len(self.breaches("engine", 2, 1)), 1)


class Variants(unittest.TestCase):
    def test_each_changes_one_thing(self):
        for variant in variants_of(SMALL):
            differs = {name for name, value in variant.parameters.items() if SMALL.parameters.get(name) != value}
            self.assertEqual(len(differs - {"LINE_BEATS"}) or len(differs), 1, variant)

    def test_more_lanes_hold_the_same_words_in_a_line(self):
        self.assertEqual(variants_of(SMALL)[0],
                         Configuration("small LANES=2", {**SMALL.parameters, "LANES": 2, "LINE_BEATS": 512}))

    def test_a_missing_parameter_is_refused(self):
        with self.assertRaisesRegex(Failure, "configuration small has no parameter LANES"):
            variants_of(Configuration("small", {"PES": 4}))

    def test_of_the_twin_that_without_tiles_alone(self):
        twin = dataclasses.replace(SMALL, name="small-fast")
        self.assertEqual(variants_of(twin), [Configuration("small-fast KERNELS=5", {**SMALL.parameters, "KERNELS": 5})])
        self.assertEqual(variants_of(Configuration("bare", {"PES": 4})), [])


class Page(unittest.TestCase):
    def setUp(self):
        """Every variant has a hundred LUTs more than the previous one."""
        top = Row("small", "stencil_accel", 1, Resources(44000, 9, 2000, 97, 53, 16), Depth(17, 1), Depth())
        adder = Row("small", "fp_add", 16, Resources(1103, 14, 418), Depth(17, 1),
                    Depth(17, 1, "u.s3_sum[39]", "u.s4[54]"))
        self.record = record_of(top, adder, *(
            dataclasses.replace(top, configuration=variant.name,
                                resources=top.resources._replace(luts=44100 + 100 * place))
            for place, variant in enumerate(variants_of(SMALL))))
        self.record.rows[-1].resources = top.resources._replace(luts=34000, half_block_rams=50)

    def test_its_rows(self):
        configurations = [SMALL, Configuration("endless", {"PES": 64}, True)]
        timing = TimingRecord("Yosys 0.23, OpenSTA 2.0.17", [])
        page, modules = (make(self.record, timing, configurations) for make in (synthesis_page, modules_page))
        for line in ("| small | 4 | 44,000 | 9 | 2,000 | 97 | 26.5 | 16 | 17+1 | XCK26 | LUT 38 % |",
                     "| small, change | points per cycle | LUT | of them memory | FF | DSP | block RAM | UltraRAM | depth |",
                     "| LANES=2 | 8 | +100 |  |  |  |  |  | 17+1 |", "| LANES=4 | 16 | +200 |  |  |  |  |  | 17+1 |",
                     "| KERNELS=5 | 4 | -10,000 |  |  |  | -1.5 |  | 17+1 |",
                     "- endless (for simulation only, not mapped): PES=64"):
            self.assertIn(f"\n{line}\n", page)
        for line in ("| fp_add | 16 | 1,103 | 14 | 418 | 0 | 0 | 0 | 17+1 | 17+1 | not measured | not measured |",
                     "| 17+1 | fp_add | `u.s3_sum[39]` | `u.s4[54]` |",
                     "| stencil_accel | 1 | 44,000 | 9 | 2,000 | 97 | 26.5 | 16 | 17+1 |  | not measured | not measured |"):
            self.assertIn(f"\n{line}\n", modules)
            self.assertNotIn(line, page)

    def test_each_before_and_now_with_its_twin_behind_it(self):
        twin = Configuration("small-fast", {**SMALL.parameters, "ADD_LATENCY": 7, "MUL_LATENCY": 8, "DIV_LATENCY": 4})
        other = Configuration("new", {**SMALL.parameters, "ADD_LATENCY": 5, "MUL_LATENCY": 6})
        small = Configuration("small", other.parameters)
        self.record.rows[0].resources = Resources(56033, 9, 25583)
        for name, luts in (("small-fast", 44342), ("small-fast KERNELS=5", 32354), ("new", 7)):
            self.record.rows.append(Row(name, "stencil_accel", 1, Resources(luts, 0, 31418), Depth(10, 1), Depth()))
        self.record.rows.append(Row("small-fast", "status", 1, Resources(7), Depth(2), Depth(8, 0, "a", "b")))
        timing = TimingRecord("tools", [TimingRow("small-fast", "status", delays.digest(), {
            "routed": Slowest(6.25, "a", "b"), "unplaced": Slowest(5.0, "a", "b")})])
        page = synthesis_page(self.record, timing, [small, other, twin])
        self.assertIn("""
| small | 5/6/2 | before | 57,500 | 25,485 | 20+7 | 20 | 10.30 | 97 | 6.96 | 144 |
| small | 5/6/2 | now | 56,033 | 25,583 | 17+1 |  | not measured |  | not measured |  |
| small-fast | 7/8/4 | now | 44,342 | 31,418 | 10+1 | 8 | 6.25 | 160 | 5.00 | 200 |
| small KERNELS=5 | 5/6/2 | before | 45,531 | 20,868 | 17+1 |  | not measured |  | not measured |  |
| small KERNELS=5 | 5/6/2 | now | 34,000 | 2,000 | 17+1 |  | not measured |  | not measured |  |
| small-fast KERNELS=5 | 7/8/4 | now | 32,354 | 31,418 | 10+1 |  | not measured |  | not measured |  |
| new | 5/6/2 | now | 7 | 31,418 | 10+1 |  | not measured |  | not measured |  |

""", page)
        self.assertIn("\n- `small-fast KERNELS=5`: at most 34,500 LUT and 38,000 FF\n\n", page)

    def test_a_configuration_without_a_record_is_refused(self):
        for page in (synthesis_page, modules_page):
            with self.assertRaisesRegex(Failure, "configuration other is not in the record"):
                page(self.record, TimingRecord("tools", []), [SMALL, Configuration("other", SMALL.parameters)])


unittest.main()
