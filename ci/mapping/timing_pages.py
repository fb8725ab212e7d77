# The clock estimate on the pages of the documentation.
# SPDX-License-Identifier: Apache-2.0
import textwrap

import delays
from timing_record import TABLES, slowest

ESTIMATE = "estimate, not placed"
NOT_MEASURED = "not measured"

TEXT = """{tools} adds up delays along the paths of the mapped netlist, with two tables of wires: `routed` for a device that
is half full, `unplaced` as Vivado guesses before placement. Nothing has been placed, and no figure is a measurement of
hardware. A path lasts from the clock of a register or port to the clock of the next one, set-up included. Ports come
from and go to registers next door. Registers that a vendor's tool would move into a DSP are counted as flip-flops, and
paths to them as wires. `ci/synthesis --only NAME --false-path FROM,TO` shows what would be slowest without the paths
from registers FROM to registers TO (names as below, `*` for any text; `,TO` may be left out).
"""


def clock_section(timing, mapped):
    """Of all configurations; mapped: of pages."""
    lines = [f"## Clock: {ESTIMATE}", "", TEXT.format(tools=timing.tool),
             f"| configuration, {ESTIMATE} | routed, ns | MHz | unplaced, ns | MHz | from | to |",
             "|---|--:|--:|--:|--:|---|---|"]
    for configuration, _ in mapped:
        rows = timing.of(configuration.name)
        if not rows:
            lines.append(f"| {configuration.name} | {NOT_MEASURED} |  | {NOT_MEASURED} |  |  |  |")
            continue
        figures = [slowest(rows, table) for table in TABLES]
        cells = " | ".join(f"{path.ns:.2f} | {1000 / path.ns:.0f}" for path in figures)
        lines.append(f"| {configuration.name} | {cells} | `{figures[0].start}` | `{figures[0].end}` |")
    return "\n".join([*lines, "", "From and to: of the path with wires `routed`.", ""])


def delays_section():
    """Every delay with its source."""
    lines = [f"## Delays: {ESTIMATE}", "",
             *textwrap.wrap(f"R1 to S1 are public reports of Vivado 2021.2 for small designs on an xczu3eg-sbva484, "
                            f"speed grade -1, slow corner: {' '.join(delays.PLACE.split())}.", 116), ""]
    lines += [f"- {name}: {text}" for name, text in delays.REPORTS.items()]
    estimates = " and ".join(f"{delays.routed_path_ns(table):.3f} ns with wires `{table}`" for table in TABLES)
    lines += ["", *textwrap.wrap(
        f"The one routed path that calibrates them: R1 from fsm/out_reg[1] to comb_reg/out_reg[0], through 3 LUTs and "
        f"4 CARRY8, takes {delays.ROUTED_PATH_NS} ns there, 0.783 ns of it logic. The delays below make it {estimates}.",
        116), "", f"| delay, {ESTIMATE} | ns | source |", "|---|--:|---|"]
    lines += [f"| {delay.what} | {delay.ns:.3f} | {delay.source} |" for delay in delays.DELAYS.values()]
    loads = [load for load in delays.LOADS if load == int(load) and 2 <= load <= 1024]
    lines += ["", f"| wires, {ESTIMATE} | within a slice | 1 pin | " + " | ".join(f"{load:.0f}" for load in loads) +
              " or more | source |", "|---|--:|--:|" + "--:|" * len(loads) + "---|"]
    for name, wires in delays.WIRES.items():
        values = [f"{delays.wire_ns(name, load):.3f}" for load in (delays.NEAR, 1, *loads)]
        lines.append(f"| {name}: {wires.what} | {' | '.join(values)} | {wires.source} |")
    return "\n".join(lines) + "\n"


def module_cells(timing, row):
    """Two cells of the line of a module: its slowest path with each table of wires."""
    rows = timing.of(row.configuration)
    found = [each for each in rows if each.module == row.module]
    if not found:
        return f"{'' if rows else NOT_MEASURED} | {'' if rows else NOT_MEASURED}"
    return " | ".join(f"{found[0].paths[table].ns:.2f}" for table in TABLES)


def paths_section(timing, configuration):
    """Where the slowest path into each module begins and ends."""
    lines = [f"## Slowest paths in `{configuration.name}`: {ESTIMATE}", ""]
    rows = timing.of(configuration.name)
    if not rows:
        return "\n".join([*lines, f"{NOT_MEASURED.capitalize()}.", ""])
    lines += [f"| module, {ESTIMATE} | routed, ns | from | to | unplaced, ns |", "|---|--:|---|---|--:|"]
    lines += [f"| {row.module} | {row.paths['routed'].ns:.2f} | `{row.paths['routed'].start}` | "
              f"`{row.paths['routed'].end}` | {row.paths['unplaced'].ns:.2f} |" for row in rows]
    return "\n".join(lines) + "\n"
