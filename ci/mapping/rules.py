# The rules that the RTL must keep to count as hardware. A breach is a line that names module and place.
# SPDX-License-Identifier: Apache-2.0
import typing

from primitives import primitive_of

TOP = "stencil_accel"


class SmallMemory(typing.NamedTuple):
    """A module whose memories may be LUTs."""
    module: str
    most_words: int
    most_bits: int
    read_without_clock: bool
    reason: str


SMALL_MEMORIES = (
    SmallMemory("delay_ring", 128, 4096, False, "carries data past the operators"),
    SmallMemory("fifo", 64, 32768, True, "a few words between two handshakes, read without a clock"),
    SmallMemory("memory_bank", 1024, 4096, False, "tags of a short line: a block RAM would stay almost empty"),
    SmallMemory("slot_delay", 128, 4096, False, "carries data from one row slot to another"),
)


MOST_LEVELS = 10  # into a module that is no operator: a figure that the RTL was made to reach
OPERATORS = "fp_"  # begins the names of their modules, whose depth is a matter of their latency


class AreaGoal(typing.NamedTuple):
    """What a configuration, or a variant of one, may have at most."""
    luts: int
    flip_flops: int


AREA_GOALS = {  # figures that the RTL was made to reach
    "small-fast": AreaGoal(45000, 38000),
    "small-fast KERNELS=5": AreaGoal(34500, 38000),  # without tiles
}


def elaborated_breaches(netlist):
    """No latch; every memory has a clocked read port, except small ones."""
    breaches = []
    for module, cell in _cells(netlist):
        if "dlatch" in cell.type or cell.type == "$sr" or cell.type.startswith("$_DLATCH"):
            breaches.append(f"{_describe(module, cell)} is a latch")
        if not _is_memory(cell) or cell.number("RD_CLK_ENABLE") == (1 << cell.number("RD_PORTS")) - 1:
            continue
        small = _small_memory(module, cell)
        if not small or not small.read_without_clock:
            breaches.append(f"{_describe(module, cell)} is read without a clock: no block RAM does that")
    return breaches


def mapped_breaches(elaborated, mapping):
    """Every memory of the elaborated design is block RAM or UltraRAM, except small ones; every multiplication is in
    DSPs; no latch."""
    breaches = []
    for module, memory in _cells(elaborated):
        if not _is_memory(memory):
            continue
        mapped = mapping.netlist.modules.get(module.name)
        # yosys cuts a memory into primitives that bear its name.
        kinds = {primitive_of(cell).kind for cell in (mapped.cells if mapped else ())
                 if mapping.netlist.is_primitive(cell) and f"{cell.name}.".startswith(f"{memory.name}.")}
        in_luts = "lut memory" in kinds
        if in_luts and not _small_memory(module, memory):
            breaches.append(f"{_describe(module, memory)} became LUT RAM, must be block RAM")
        elif not in_luts and not kinds & {"block memory", "ultra memory"}:
            breaches.append(f"{_describe(module, memory)} did not map to any memory")
    breaches += [f"{_describe(module, cell)} is a latch" for module, cell in _cells(mapping.netlist)
                 if mapping.netlist.is_primitive(cell) and primitive_of(cell).kind == "latch"]
    breaches += [f"{cell} did not map to DSPs" for cell in mapping.soft_multipliers]
    breaches += [f"{cell} became registers" for cell in mapping.unmapped_memories]
    return breaches


def deep_breaches(rows):
    """Control is shallow: no module but those of operators has a register or memory behind a longer path."""
    return [f"{row.module}: {row.arriving.levels} levels from {row.arriving.start} to {row.arriving.end}, "
            f"must be at most {MOST_LEVELS}" for row in _control(rows) if row.arriving.levels > MOST_LEVELS]


def control_levels(rows):
    """The most levels into a module of a configuration that is no operator; 0 if only its sum was kept."""
    return max((row.arriving.levels for row in _control(rows)), default=0)


def _control(rows):
    return [row for row in rows if not row.module.startswith(OPERATORS)]


def area_breaches(top):
    """The row of a whole configuration, or any other, against the goal that there may be for it."""
    goal = AREA_GOALS.get(top.configuration) if top.module == TOP else None
    if not goal:
        return []
    return [f"{used} {resource}, must be at most {most}"
            for resource, used, most in (("LUT", top.resources.luts, goal.luts),
                                         ("FF", top.resources.flip_flops, goal.flip_flops)) if used > most]


def _cells(netlist):
    return ((module, cell) for _, module in sorted(netlist.modules.items()) for cell in module.cells)


def _is_memory(cell):
    return cell.type in ("$mem_v2", "$mem")


def _small_memory(module, memory):
    """The rule that lets a memory be LUTs; None: it must be block RAM."""
    words = memory.number("SIZE")
    bits = words * memory.number("WIDTH")
    return next((small for small in SMALL_MEMORIES if small.module == module.base and words <= small.most_words and
                 bits <= small.most_bits), None)


def _describe(module, cell):
    size = f" ({cell.number('SIZE')} x {cell.number('WIDTH')} bits)" if "SIZE" in cell.parameters else ""
    return f"{module.base}: {cell.name}{size}" + (f" at {cell.source}" if cell.source else "")
