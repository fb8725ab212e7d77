# The section of the page that holds each configuration against what it was, and against its twin with more registers.
# SPDX-License-Identifier: Apache-2.0
import typing

from configurations import variants_of
from depth import Depth
from rules import AREA_GOALS, control_levels
from timing_pages import ESTIMATE, NOT_MEASURED
from timing_record import TABLES, slowest

TWIN = "-fast"  # ends the name of a configuration that has more registers in its operators
PARAMETERS = ("ADD_LATENCY", "MUL_LATENCY", "DIV_LATENCY")
DIVISION = 2  # of a configuration that has no DIV_LATENCY


class Before(typing.NamedTuple):
    """As first mapped with an estimate of the clock, by the same tools with the same delays, when control decided in the
    cycle in which it acted. The records of commit cae0eb5c, of nine-point of c5595d21, of wide of 4b3a7244: `ci/synthesis`
    there maps them again."""
    luts: int
    flip_flops: int
    depth: Depth
    control: int  # levels into the deepest module that is no operator; 0: not recorded
    routed_ns: float  # 0: not estimated
    unplaced_ns: float


BEFORE = {
    "small": Before(57500, 25485, Depth(20, 7), 20, 10.298, 6.956),
    "small KERNELS=5": Before(45531, 20868, Depth(17, 1), 0, 0, 0),
    "wide-bus": Before(69307, 25894, Depth(22, 4), 22, 11.191, 7.585),
    "wide": Before(370634, 152900, Depth(22, 4), 22, 11.178, 7.583),
    "five-point": Before(85528, 36428, Depth(22, 4), 22, 11.101, 7.568),
    "heat": Before(65011, 29467, Depth(22, 4), 22, 11.243, 7.569),
    "nine-point": Before(84352, 38577, Depth(17, 1), 16, 8.562, 5.701),
}

TEXT = """`before`: as first mapped with these delays, when control decided in the cycle in which it acted. `NAME{twin}`: the twin
of `NAME` with more registers in its operators. Latencies: ADD_LATENCY/MUL_LATENCY/DIV_LATENCY. `into control`: the most
levels of a path that arrives in a module that is no operator. The cycles that registers cost are in
[CONTRACT.md](../rtl/CONTRACT.md); `tune --clocks` weighs cycles against MHz
([cycles.md](cycles.md#latencies-of-the-arithmetic)). Goals:

{goals}"""

GOAL = "- `{name}`: at most {goal.luts:,} LUT and {goal.flip_flops:,} FF\n"


def comparison_section(record, timing, mapped):
    goals = "".join(GOAL.format(name=name, goal=goal) for name, goal in AREA_GOALS.items())
    lines = [f"## Before and after: {ESTIMATE}", "", TEXT.format(twin=TWIN, goals=goals),
             f"| configuration, {ESTIMATE} | latencies | | LUT | FF | depth | into control | routed, ns | MHz | unplaced, ns | "
             "MHz |", "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for configuration in _compared(mapped):
        rows = record.of(configuration.name)
        before = BEFORE.get(configuration.name)
        if before:
            lines.append(_line(configuration, "before", before.luts, before.flip_flops, before.depth, before.control,
                               _clock(before.routed_ns, before.unplaced_ns)))
        clocks = timing.of(configuration.name)
        used = rows[0].resources
        lines.append(_line(configuration, "now", used.luts, used.flip_flops, rows[0].inside, control_levels(rows),
                           _clock(*(slowest(clocks, table).ns if clocks else 0 for table in TABLES))))
    return "\n".join(lines) + "\n"


def _compared(mapped):
    """Configurations, and variants of which it is known what they or their plain twins were; a twin behind that of which
    it is one."""
    every = [each for configuration in mapped for each in (configuration, *variants_of(configuration))
             if each is configuration or _plain(each) in BEFORE]
    places = {configuration.name: place for place, configuration in enumerate(every)}
    return sorted(every, key=lambda each: places.get(_plain(each), places[each.name]))


def _plain(configuration):
    """The name of what a twin is one of; its own of any other."""
    return configuration.name.replace(TWIN, "")


def _line(configuration, when, luts, flip_flops, depth, control, clock):
    latencies = "/".join(str(configuration.parameters.get(name, DIVISION)) for name in PARAMETERS)
    return (f"| {configuration.name} | {latencies} | {when} | {luts:,} | {flip_flops:,} | {depth} | {control or ''} | "
            f"{clock} |")


def _clock(*figures_ns):
    return " | ".join(f"{ns:.2f} | {1000 / ns:.0f}" if ns else f"{NOT_MEASURED} | " for ns in figures_ns)
