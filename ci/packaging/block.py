# The packaged block: its top module, sources, buses and the ranges of its parameters. Every file is written from this.
# SPDX-License-Identifier: Apache-2.0
import re
from dataclasses import dataclass

import verilog

TOP = "stencil_card"
VENDOR, LIBRARY = "stencil_cosim", "accel"
DESCRIPTION = "Stencil accelerator: streaming sweeps and Gauss-Seidel tiles in binary64"
CLOCK, RESET, INTERRUPT = "ap_clk", "ap_rst_n", "irq"
OBSERVED = "perf_"  # ports for a logic analyser, which belong to no bus
# AXI buses by the prefix of their ports, the longest first: (bits of a word, what the address range holds).
BUSES = {"s_axi_control": (32, "register"), "s_axi": (64, "memory")}
WITHOUT_FORMULA = 16  # bit of KERNELS that the block cannot have
LINE_BEATS = "beats of LANES points a line buffer holds; 0: one row of MAX_COLS columns"


@dataclass(frozen=True)
class Parameter:
    name: str
    value: int
    meaning: str
    least: str = ""  # smallest and largest value; "" where there is no bound that is a number
    most: str = ""
    choices: tuple = ()


@dataclass(frozen=True)
class Block:
    module: verilog.Module
    parameters: tuple
    version: str  # of the contract
    sources: tuple  # below rtl/

    def bus_of(self, port):
        """The bus of a port and its signal there: ("s_axi", "AWID"). Ports outside the buses have the bus ""."""
        for bus in BUSES:
            if port.name.startswith(bus + "_"):
                return bus, port.name[len(bus) + 1:].upper()
        return "", ""


def _parameter(name, value, rows):
    if name == "LINE_BEATS":
        return Parameter(name, value, LINE_BEATS, "0")
    if name not in rows:
        raise verilog.BadVerilog(f"parameter {name} of {TOP} is in no row of the table Parameters of rtl/CONTRACT.md")
    allowed, meaning = rows[name]
    meaning = re.sub(r"\[C[\d.]+\] ", "", meaning)
    if bounds := re.fullmatch(r"(\d+)\.\.(\d+)", allowed):
        return Parameter(name, value, meaning, bounds[1], bounds[2])
    if bound := re.fullmatch(r">= (\d+)", allowed):
        return Parameter(name, value, meaning, bound[1])
    if re.fullmatch(r"\d+(\.\.\d+)?(, \d+(\.\.\d+)?)+", allowed):
        numbers = []
        for part in allowed.split(", "):
            first, _, last = part.partition("..")
            numbers += range(int(first), int(last or first) + 1)
        if name == "KERNELS":
            numbers = [number for number in numbers if number < WITHOUT_FORMULA]
        return Parameter(name, value, meaning, choices=tuple(numbers))
    return Parameter(name, value, meaning)


def read(tree):
    """The block of a source tree. Raises BadVerilog."""
    contract = (tree / "rtl/CONTRACT.md").read_text(encoding="utf-8")
    version = re.search(r"Contract version: (\d+)\.", contract)
    if not version:
        raise verilog.BadVerilog("rtl/CONTRACT.md: no 'Contract version: N.'")
    rows = {row[0].strip(" `"): (row[2].strip(), row[3].strip())
            for row in (line.strip("|").split("|") for line in contract.splitlines() if re.match(r"\| `[A-Z]", line))
            if len(row) == 4}
    sources = verilog.sources(tree / "rtl", TOP)
    place = f"rtl/{sources[-1]}"
    module = verilog.module(TOP, (tree / place).read_text(encoding="utf-8"), place)
    block = Block(module, tuple(_parameter(name, value, rows) for name, value in module.parameters.items()),
                  f"{version[1]}.0", tuple(sources))
    names = {port.name for port in module.ports}
    for name in (CLOCK, RESET, INTERRUPT):
        if name not in names:
            raise verilog.BadVerilog(f"{place}: no port {name}")
    for port in module.ports:
        if not block.bus_of(port)[0] and port.name not in (CLOCK, RESET, INTERRUPT) \
                and not port.name.startswith(OBSERVED):
            raise verilog.BadVerilog(f"{place}: port {port.name} belongs to no bus: its name must begin with "
                                     f"{', '.join(bus + '_' for bus in BUSES)} or {OBSERVED}")
    return block
