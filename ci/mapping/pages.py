# The synthesis pages of the documentation: the record as Markdown tables.
# SPDX-License-Identifier: Apache-2.0
from comparison import comparison_section
from configurations import variants_of
from devices import DEVICES, USABLE_SHARE, largest_share, smallest_device
from failure import Failure
from rules import MOST_LEVELS, SMALL_MEMORIES
from timing_pages import ESTIMATE, clock_section, delays_section, module_cells, paths_section

SHOWN_LEVELS = 5  # paths with fewer levels have no line
COLUMNS = "LUT | of them memory | FF | DSP | block RAM | UltraRAM"
RULES = "--:|--:|--:|--:|--:|--:"

INTRODUCTION = """# What the accelerator becomes on an FPGA

```
ci/synthesis
```

maps every named configuration for UltraScale+ with Debian's {tool}, estimates its clock, and compares the result with
the records, `synthesis.tsv` and `synthesis-timing.tsv`. `ci/synthesis --update` writes the records, this page and
[the modules](synthesis-modules.md), with `--only NAME` the lines of one configuration; none is edited by hand.

It fails if there is a latch, a second driver, a combinational loop, a memory outside of block RAM and
UltraRAM, a multiplication outside of DSPs, more than {levels} levels into a module that is no operator, an area above
its goal, a configuration that fits no device below, or a figure that differs from the record. Three tests run it:
`synthesis:record` (label `slow`) checks everything, `synthesis:elaborate` the rules that need no mapping,
`synthesis:page` compares the pages with the record, and the record with the two limits.

- Each module is mapped once, on its own (`synth_xilinx -family xcup -uram -nowidelut`, hierarchy kept), so
  nothing is optimised across module borders; a vendor's tool needs less. Nothing is placed or routed.
- LUT: with one to six inputs, never two in one; `of them memory`: LUTs that are RAM or shift registers.
  Block RAM in units of 36 Kbit, UltraRAM of 288 Kbit, DSP: DSP48E2.
- Depth is written `levels+carries`. A LUT, a LUT read as memory, the entry into a carry chain and a
  multiplier without registers are one level each; the step from one CARRY4 to the next is one carry and no
  level. The longest path of a configuration counts: of those with the most levels, one with the most carries.
- A device holds a configuration if it uses at most {usable:.0f} % of each resource: the rest is for placement and
  for the logic around the accelerator.
- Memories that may be LUTs:
"""

MODULES = """# Area and depth of each module

Of [the configurations](synthesis.md), which also has the units; written by `ci/synthesis --update`.

- `inside`: the longest path between registers, memories and ports of a module, its submodules included.
- `arriving`: the longest path that ends in registers or memories of the module itself, wherever in the design
  it begins.
- `routed, ns`, `unplaced, ns`: the slowest path that ends there, set-up included, with each table of wires. An
  {estimate}.
"""

VARIANTS = """## What one parameter costs

A configuration, and the resources added by a change of one parameter. `KERNELS=5` has no tiles.
"""


def synthesis_page(record, timing, configurations):
    """Maps nothing. Raises Failure that names a configuration which the record lacks."""
    mapped = _mapped(record, configurations)
    parts = [_introduction(record.tool), _configurations(configurations, mapped), _devices(),
             comparison_section(record, timing, [configuration for configuration, _ in mapped]), clock_section(timing, mapped),
             delays_section(), VARIANTS]
    parts += [_variants(configuration, rows, record) for configuration, rows in mapped if variants_of(configuration)]
    return "\n".join(parts)


def modules_page(record, timing, configurations):
    """The page beside it: every module of each configuration, and the longest paths of the largest. Raises likewise."""
    mapped = _mapped(record, configurations)
    parts = [MODULES.format(estimate=ESTIMATE), *(_modules(configuration, rows, timing) for configuration, rows in mapped)]
    if mapped:
        parts.append(_paths(*max(mapped, key=lambda entry: entry[1][0].resources.luts)))
    parts += [paths_section(timing, configuration) for configuration, _ in mapped]
    return "\n".join(parts)


def _mapped(record, configurations):
    return [(configuration, _rows(record, configuration)) for configuration in configurations
            if not configuration.simulation_only]


def _rows(record, configuration):
    rows = record.of(configuration.name)
    if not rows:
        raise Failure(f"configuration {configuration.name} is not in the record")
    return rows


def _introduction(tool):
    memories = (f"  `{small.module}` up to {small.most_words} words and {small.most_bits} bits ({small.reason})"
                for small in SMALL_MEMORIES)
    return INTRODUCTION.format(tool=tool, levels=MOST_LEVELS, usable=100 * USABLE_SHARE) + ";\n".join(memories) + ".\n"


def _configurations(configurations, mapped):
    lines = ["## Configurations", "",
             f"| configuration | points per cycle | {COLUMNS} | depth | smallest device | fullest there |",
             f"|---|--:|{RULES}|--:|---|---|"]
    for configuration, rows in mapped:
        device = smallest_device(rows[0].resources)
        share, resource = largest_share(rows[0].resources, device) if device else (0, "")
        lines.append(f"| {configuration.name} | {_points(configuration)} | {_cells(rows[0].resources)} | "
                     f"{rows[0].inside} | {device.name} | {resource} {100 * share:.0f} % |" if device else
                     f"| {configuration.name} | {_points(configuration)} | {_cells(rows[0].resources)} | "
                     f"{rows[0].inside} | none |  |")
    lines.append("")
    for simulated in (False, True):
        lines += [f"- {configuration.name}{' (for simulation only, not mapped)' * simulated}: " + " ".join(
            f"{name}={value}" for name, value in sorted(configuration.parameters.items()))
            for configuration in configurations if configuration.simulation_only == simulated]
    return "\n".join(lines) + "\n"


def _devices():
    lines = [f"| device | found on | {COLUMNS} |", f"|---|---|{RULES}|"]
    lines += [f"| {device.name} | {device.found_on} | {_cells(device.holds)} |" for device in DEVICES]
    return "\n".join([*lines, "", "From AMD DS890 and DS987.", ""])


def _variants(configuration, rows, record):
    base = rows[0]
    lines = [f"| {configuration.name}, change | points per cycle | {COLUMNS} | depth |", f"|---|--:|{RULES}|--:|",
             f"| none | {_points(configuration)} | {_cells(base.resources)} | {base.inside} |"]
    for variant in variants_of(configuration):
        top = _rows(record, variant)[0]
        added = [new - old for new, old in zip(top.resources, base.resources)]
        texts = [_block_rams(abs(number)) if place == 4 else f"{abs(number):,}" for place, number in enumerate(added)]
        cells = ["" if number == 0 else "+-"[number < 0] + text for number, text in zip(added, texts)]
        lines.append(f"| {variant.name.removeprefix(configuration.name + ' ')} | {_points(variant)} | "
                     f"{' | '.join(cells)} | {top.inside} |")
    return "\n".join(lines) + "\n"


def _modules(configuration, rows, timing):
    lines = [f"## Modules of `{configuration.name}`", "", "One instance, with its submodules.", "",
             f"| module | instances | {COLUMNS} | inside | arriving | routed, ns: {ESTIMATE} | unplaced, ns: {ESTIMATE} |",
             f"|---|--:|{RULES}|--:|--:|--:|--:|"]
    lines += [f"| {row.module} | {row.instances} | {_cells(row.resources)} | {row.inside} | "
              f"{row.arriving if row.arriving.end else ''} | {module_cells(timing, row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _paths(configuration, rows):
    lines = [f"## Longest paths in `{configuration.name}`", "",
             f"Paths that arrive in registers of each module, from {SHOWN_LEVELS} levels on.", "",
             "| arriving | module | from | to |", "|--:|---|---|---|"]
    longest = sorted((row for row in rows if row.arriving.levels >= SHOWN_LEVELS),
                     key=lambda row: row.arriving[:2], reverse=True)
    lines += [f"| {row.arriving} | {row.module} | `{row.arriving.start}` | `{row.arriving.end}` |" for row in longest]
    return "\n".join(lines) + "\n"


def _points(configuration):
    return configuration.parameters["PES"] * configuration.parameters["LANES"]


def _cells(resources):
    return " | ".join(_block_rams(number) if place == 4 else f"{number:,}" for place, number in enumerate(resources))


def _block_rams(halves):
    return f"{halves // 2:,}" + ".5" * (halves % 2)
