# The delays of the clock estimate, each with its source; nothing here was measured on hardware of ours.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import typing

ASSUMED = "assumed"

# Public reports of Vivado 2021.2 for small designs on an xczu3eg-sbva484, speed grade -1, slow corner.
PLACE = """GitHub repository gussmith23/lakeroad-evaluation, commit 5dcc84596ac26590cf3733a9cd2e245b4addc577, folder
runs/2022-07-06-1704-full/vivado-eval/xilinx-ultrascale-plus-vivado-eval/vivado-synth-opt-place-route"""
REPORTS = {
    "R1": "if.futil-ultrascale-timing-route.v, placed and routed",
    "R2": "inlining.futil-vanilla-timing-route.v, placed and routed",
    "P1": "pipelined-mac.futil-ultrascale-timing-summary-place.v, placed",
    "S1": "std-fp-sdiv.futil-vanilla-timing-synth.v, after synthesis",
}


class Delay(typing.NamedTuple):
    ns: float
    what: str
    source: str  # begins with a report, or is "assumed"


DELAYS = {
    "lut": Delay(0.10, "LUT, any input to output", "R1, R2: mean of the 8 LUTs on both paths, 0.039 to 0.202"),
    "wide mux": Delay(0.08, "MUXF7 to MUXF9", ASSUMED),
    "carry enter": Delay(0.226, "CARRY4, S to CO", "R1 0.196, R2 0.238, S1 0.245: mean, of a CARRY8"),
    "carry enter data": Delay(0.177, "CARRY4, DI to CO", "S1 0.177, of a CARRY8"),
    "carry enter initial": Delay(0.15, "CARRY4, CYINIT to CO and O", ASSUMED),
    "carry step": Delay(0.0, "CARRY4, CI to CO", "R1 0.051 per CARRY8 with its wire; each CARRY4 pays a wire in the slice"),
    "carry leave": Delay(0.072, "CARRY4, CI to O[0]", "S1 0.072"),
    "carry leave bit": Delay(0.011, "CARRY4, CI to O, each further bit", "S1 0.072 at bit 0, R2 0.146 at bit 7"),
    "carry sum": Delay(0.20, "CARRY4, S or DI to O", ASSUMED),
    "register out": Delay(0.096, "register, clock to Q", "R1 0.096, R2 0.096"),
    "register setup": Delay(0.0, "register, set-up of D", "R1 -0.027, R2 -0.027; not credited"),
    "register enable": Delay(0.05, "register, set-up of CE", ASSUMED),
    "register reset": Delay(0.06, "register, set-up of R and S", ASSUMED),
    "lut memory out": Delay(0.40, "LUT RAM and shift register, clock to output", ASSUMED),
    "lut memory setup": Delay(0.10, "LUT RAM and shift register, set-up", ASSUMED),
    "block memory out": Delay(0.95, "block RAM, clock to output without its output register", ASSUMED),
    "block memory register out": Delay(0.28, "block RAM, clock to output with its output register", ASSUMED),
    "block memory setup": Delay(0.30, "block RAM, set-up", ASSUMED),
    "ultra memory out": Delay(1.30, "UltraRAM, clock to output without its output register", ASSUMED),
    "ultra memory register out": Delay(0.30, "UltraRAM, clock to output with its output register", ASSUMED),
    "ultra memory setup": Delay(0.35, "UltraRAM, set-up", ASSUMED),
    "dsp in": Delay(0.195, "DSP48E2, A, B, C or D past registers that are not used", "R2 0.195"),
    "dsp in register": Delay(0.263, "DSP48E2, clock of A and B to the multiplier", "P1 0.263"),
    "dsp multiply": Delay(0.829, "DSP48E2, pre-adder and multiplier", "R2, P1: 0.092 + 0.737"),
    "dsp product": Delay(0.059, "DSP48E2, product to the adder", "R2, P1: 0.059"),
    "dsp product register": Delay(0.20, "DSP48E2, clock of M to the adder", ASSUMED),
    "dsp add": Delay(0.699, "DSP48E2, adder", "R2, P1: 0.699"),
    "dsp cascade": Delay(0.698, "DSP48E2, PCIN through the adder", "R2, P1: 0.698"),
    "dsp out": Delay(0.141, "DSP48E2, adder to P", "R2 0.141"),
    "dsp out register": Delay(0.20, "DSP48E2, clock to P", ASSUMED),
    "dsp setup": Delay(0.0, "DSP48E2, set-up of its registers", "P1 -0.010; not credited"),
    "dsp control setup": Delay(0.10, "DSP48E2, set-up of enables, resets and modes", ASSUMED),
    "clock uncertainty": Delay(0.035, "clock uncertainty", "R1, R2, P1: 0.035"),
    "port in": Delay(0.395, "port, from the clock of a register outside", ASSUMED),
    "port out": Delay(0.30, "port, to a register outside", ASSUMED),
}

# A wire's delay depends on the number of pins it drives, between these by interpolation, beyond them not at all: there
# a vendor's tool copies the driver.
NEAR = 0.02  # of a pin: a wire within the slice of its driver, to D behind a LUT, S of a carry, CI of the next one
LOADS = (0.0, 0.1, 0.99, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 100000)


class Wires(typing.NamedTuple):
    ns: tuple  # by LOADS; the first is that of a wire within a slice
    what: str
    source: str


WIRES = {
    "routed": Wires((0.03, 0.03, 0.30, 0.33, 0.38, 0.44, 0.50, 0.58, 0.68, 0.80, 0.95, 1.30, 1.30),
                    "a device that is half full, after routing",
                    "within a slice R1, R2: mean of 9 wires, 0.011 to 0.060; the others assumed: R1 and R2 have 0.102 "
                    "to 0.396 in devices that are almost empty"),
    "unplaced": Wires((0.03, 0.03, 0.21, 0.215, 0.225, 0.235, 0.245, 0.265, 0.285, 0.31, 0.34, 0.40, 0.40),
                      "Vivado's guess before placement",
                      "S1: 0.216 at 3 pins, 0.228 at 5, 0.271 at 34, 0.254 at 70; the others assumed"),
}

# The path of R1, from fsm/out_reg[1] to comb_reg/out_reg[0]: its delay there, and what it passes: delays by name, and
# wires by the pins that they drive. Four CARRY8 are eight CARRY4.
ROUTED_PATH_NS = 1.625
ROUTED_PATH = ("register out", 9, "lut", 4, "lut", NEAR, "carry enter", *(NEAR, "carry step") * 7, 1, "lut", NEAR)


def digest():
    """Eight hexadecimal digits that change with any delay or load: figures of two digests are not compared."""
    numbers = [(name, delay.ns) for name, delay in sorted(DELAYS.items())]
    text = repr((numbers, NEAR, LOADS, [(name, wires.ns) for name, wires in sorted(WIRES.items())]))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def wire_ns(table, loads):
    """Of a wire that drives so many pins, in this table of WIRES."""
    values = WIRES[table].ns
    for place in range(1, len(LOADS)):
        if loads <= LOADS[place]:
            share = max(0.0, loads - LOADS[place - 1]) / (LOADS[place] - LOADS[place - 1])
            return values[place - 1] + share * (values[place] - values[place - 1])
    return values[-1]


def routed_path_ns(table):
    """The estimate of ROUTED_PATH."""
    return sum(DELAYS[step].ns if isinstance(step, str) else wire_ns(table, step) for step in ROUTED_PATH)
