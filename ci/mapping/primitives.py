# The UltraScale+ primitives that yosys maps to: the resources of each, and where paths begin, end and pass.
# SPDX-License-Identifier: Apache-2.0
#
# Source of names and ports: AMD UG974, UltraScale Architecture Libraries Guide. yosys uses CARRY4 where the device has
# CARRY8, which is two of them.
import re
import typing

from failure import Failure

# The length of a path as one number. A LUT, a wide multiplexer, a LUT read as memory, the entry into a carry chain and
# a multiplier between registers are one level each; the step from one CARRY4 to the next is one carry and no level.
# Levels count first.
CARRY = 1
LEVEL = 1 << 16


class Resources(typing.NamedTuple):
    luts: int = 0  # with any number of inputs, memories and shift registers included; never two in one
    memory_luts: int = 0  # of them, those that are memory or shift registers
    flip_flops: int = 0
    dsps: int = 0  # DSP48E2
    half_block_rams: int = 0  # 18 Kbit each
    ultra_rams: int = 0  # 288 Kbit each


def total(resources):
    return Resources(*map(sum, zip(Resources(), *resources)))


class Primitive(typing.NamedTuple):
    kind: str  # logic, carry, register, latch, lut memory, block memory, ultra memory, dsp
    resources: Resources


def _primitives():
    def add(kind, resources, *names):
        table.update((name, Primitive(kind, resources)) for name in names)

    table = {}
    add("logic", Resources(luts=1), "LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6", "INV")
    add("logic", Resources(), "MUXF7", "MUXF8", "MUXF9")
    add("carry", Resources(), "CARRY4")
    add("register", Resources(flip_flops=1), "FDRE", "FDSE", "FDCE", "FDPE")
    add("latch", Resources(flip_flops=1), "LDCE", "LDPE")
    for luts, names in ((1, "SRL16E SRLC32E RAM32X1S RAM64X1S"), (2, "RAM128X1S RAM32X1D RAM64X1D"),
                        (4, "RAM256X1S RAM128X1D RAM32M RAM64M"),
                        (8, "RAM512X1S RAM256X1D RAM32M16 RAM64M8 RAM64X8SW RAM32X16DR8")):
        add("lut memory", Resources(luts=luts, memory_luts=luts), *names.split())
    add("block memory", Resources(half_block_rams=1), "RAMB18E2")
    add("block memory", Resources(half_block_rams=2), "RAMB36E2")
    add("ultra memory", Resources(ultra_rams=1), "URAM288")
    add("dsp", Resources(dsps=1), "DSP48E2")
    return table


PRIMITIVES = _primitives()
CLOCKS = {"C", "CLK", "WCLK", "CLKARDCLK", "CLKBWRCLK", "G"}
ADDRESS = re.compile(r"A\d*|DPRA.*|.*ADDR.*")  # pins of a read port: A0, A, ADDRA, DPRA3, RADDR


def primitive_of(cell):
    """Raises Failure for an unknown primitive, so that none is counted as free by accident."""
    if cell.type not in PRIMITIVES:
        raise Failure(f"cell {cell.name}: primitive {cell.type} is not known to this report")
    return PRIMITIVES[cell.type]


class Timing:
    """How signals go through a cell. Clocks are no paths."""

    def __init__(self, cell):
        self.passes = []  # (bit, bit, length): combinational
        self.begins = []  # (bit, length): driven by a register or memory, after this much
        self.ends = []  # (bit, length): taken by one
        self.inputs = [(port, bits) for port, bits in cell.ports.items() if port not in cell.outputs]
        self.outputs = [(port, bits) for port, bits in cell.ports.items() if port in cell.outputs]
        kind = primitive_of(cell).kind
        if kind == "logic":
            self._through()
        elif kind == "carry":
            self._carry()
        elif kind == "lut memory":  # the clock writes; a read goes through a LUT
            self._clocked(0, 0)
            self._through(lambda inwards, outwards: ADDRESS.fullmatch(inwards) and _reads(inwards, outwards))
        elif kind == "dsp":
            self._dsp(cell)
        else:
            self._clocked(0, 0)

    def _arc(self, source, target, length):
        if source is not None and target is not None:
            self.passes.append((source, target, length))

    def _through(self, passes=lambda inwards, outwards: True):
        """A level from every bit of the inputs to every bit of the outputs, where the ports have a way."""
        for inwards, sources in self.inputs:
            for outwards, targets in self.outputs:
                if passes(inwards, outwards):
                    for source in sources:
                        for target in targets:
                            self._arc(source, target, LEVEL)

    def _clocked(self, before, after):
        self.begins += [(bit, after) for _, bits in self.outputs for bit in bits if bit is not None]
        self.ends += [(bit, before) for port, bits in self.inputs if port not in CLOCKS for bit in bits
                      if bit is not None]

    def _carry(self):
        """Bit i of CO and O depends on no higher bit of DI and S; O[i] on lower bits of DI only."""
        for outwards, targets in self.outputs:
            for place, target in enumerate(targets):
                for inwards, sources in self.inputs:
                    if inwards in ("CI", "CYINIT"):
                        self._arc(sources[0], target, CARRY if inwards == "CI" else LEVEL + CARRY)
                        continue
                    last = place if outwards == "O" and inwards == "DI" else place + 1
                    for source in sources[:last]:
                        self._arc(source, target, LEVEL + CARRY)

    def _dsp(self, cell):
        before = cell.number("AREG") != 0 and cell.number("BREG") != 0
        after = cell.number("PREG") != 0
        if before or after or cell.number("MREG") != 0:
            self._clocked(0 if before else LEVEL, 0 if after else LEVEL)
        else:
            self._through()


def _reads(address, output):
    """RAM32M16 and RAM64M8 have an address for each output: ADDRB reads DOB."""
    if len(address) == 5 and address.startswith("ADDR"):
        return output[-1] == address[-1]
    if output == "SPO":
        return address[0] == "A"
    if output == "DPO":
        return address.startswith("DPRA")
    return True
