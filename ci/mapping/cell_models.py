# How long signals take through each kind of primitive: what a Liberty file says of it.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import typing

from delays import DELAYS
from failure import Failure
from primitives import CLOCKS, PRIMITIVES, Timing


class Arc(typing.NamedTuple):
    """From a pin, or from the rising edge of a clock, to an output."""
    source: str
    target: str
    ns: float
    clocked: bool = False
    wired: bool = True  # the wire of the output counts; within a DSP there is none


@dataclasses.dataclass
class Model:
    """A cell of the library. Its pins are single bits: bit 3 of port A is A_3."""
    name: str
    inputs: list
    outputs: list
    clock: frozenset = frozenset()
    near: frozenset = frozenset()  # inputs within the slice of their driver
    arcs: list = dataclasses.field(default_factory=list)
    setups: list = dataclasses.field(default_factory=list)  # (pin, clock, ns)


def pins_of(port, bits):
    """[(pin, bit)] of a port."""
    return [(port, bits[0])] if len(bits) == 1 else [(f"{port}_{place}", bit) for place, bit in enumerate(bits)]


def parts_of(cell):
    """What a cell becomes: [(Model, {pin: bit})]. A DSP is three parts in a row, so that each of its inputs need not
    have an arc to each of its outputs; bits of None are constants, text is a wire between parts. Raises Failure for a
    primitive without delays."""
    kind = PRIMITIVES[cell.type].kind if cell.type in PRIMITIVES else ""
    if kind not in MAKERS:
        raise Failure(f"cell {cell.name}: primitive {cell.type} has no delay in ci/mapping/delays.py")
    bits = {pin: bit for port, listed in cell.ports.items() for pin, bit in pins_of(port, listed)}
    outputs = [pin for port, listed in cell.ports.items() if port in cell.outputs for pin, _ in pins_of(port, listed)]
    inputs = [pin for pin in bits if pin not in outputs]
    return MAKERS[kind](cell, inputs, outputs, bits)


def _ns(name):
    return DELAYS[name].ns


def _one(cell, inputs, outputs, bits, tag="", **values):
    model = Model(cell.type + tag, inputs, outputs, **values)
    return [(model, {pin: bits[pin] for pin in inputs + outputs})]


def _through(cell):
    """[(input pin, output pin)] of the ways through a cell: those whose levels are counted."""
    pins = {port: pins_of(port, listed) for port, listed in cell.ports.items()}
    alone = dataclasses.replace(cell, ports={port: [pin for pin, _ in listed] for port, listed in pins.items()})
    return [(source, target) for source, target, _ in Timing(alone).passes]


def _logic(cell, inputs, outputs, bits):
    ns = _ns("wide mux" if cell.type.startswith("MUXF") else "lut")
    return _one(cell, inputs, outputs, bits, arcs=[Arc(pin, out, ns) for pin in inputs for out in outputs])


def _carry(cell, inputs, outputs, bits):
    arcs = []
    for out in outputs:
        port, _, place = out.partition("_")
        place = int(place or 0)
        for pin in inputs:
            entry, _, at = pin.partition("_")
            at = int(at or 0)
            if entry == "CI":
                arcs.append(Arc(pin, out, _ns("carry step") if port == "CO" else
                                _ns("carry leave") + place * _ns("carry leave bit")))
            elif entry == "CYINIT":
                arcs.append(Arc(pin, out, _ns("carry enter initial")))
            elif at < place or at == place and (port == "CO" or entry == "S"):
                arcs.append(Arc(pin, out, _ns("carry sum") if port == "O" else
                                _ns("carry enter" if entry == "S" else "carry enter data")))
    near = frozenset(pin for pin in inputs if pin == "CI" or pin.partition("_")[0] == "S")
    return _one(cell, inputs, outputs, bits, near=near, arcs=arcs)


def _clocked(cell, inputs, outputs, bits, out_ns, setup_ns, tag="", clock_of=lambda pin: None, **values):
    """A register or a memory; out_ns, setup_ns: functions of the pin."""
    clocks = [pin for pin in inputs if pin in CLOCKS and bits[pin] is not None]
    if not clocks:
        raise Failure(f"cell {cell.name} of type {cell.type} has no clock")

    def clock(pin):
        return clock_of(pin) if clock_of(pin) in clocks else clocks[0]

    arcs = [Arc(clock(out), out, out_ns(out), True) for out in outputs] + values.pop("arcs", [])
    setups = [(pin, clock(pin), setup_ns(pin)) for pin in inputs if pin not in CLOCKS]
    return _one(cell, inputs, outputs, bits, tag, clock=frozenset(clocks), arcs=arcs, setups=setups, **values)


def _register(cell, inputs, outputs, bits):
    def setup_ns(pin):
        return _ns({"D": "register setup", "CE": "register enable"}.get(pin, "register reset"))

    return _clocked(cell, inputs, outputs, bits, lambda _: _ns("register out"), setup_ns, near=frozenset("D"))


def _lut_memory(cell, inputs, outputs, bits):
    return _clocked(cell, inputs, outputs, bits, lambda _: _ns("lut memory out"), lambda _: _ns("lut memory setup"),
                    arcs=[Arc(source, target, _ns("lut")) for source, target in _through(cell)])


def _block_memory(cell, inputs, outputs, bits):
    """Two ports: A reads with CLKARDCLK, B with CLKBWRCLK."""
    registered = {side: _flag(cell, f"DO{side}_REG") for side in "AB"}

    def side(pin):
        name = pin.partition("_")[0]
        if name in ("ENARDEN", "REGCEAREGCE", "WEA", "ADDRENA") or name.startswith(("ADDRARD", "RSTRAMA", "RSTREGA")):
            return "A"
        return "A" if name in ("DINADIN", "DINPADINP", "DOUTADOUT", "DOUTPADOUTP") else "B"

    def out_ns(pin):
        return _ns("block memory register out" if registered[side(pin)] else "block memory out")

    return _clocked(cell, inputs, outputs, bits, out_ns, lambda _: _ns("block memory setup"),
                    f"_{registered['A']:d}{registered['B']:d}",
                    lambda pin: "CLKARDCLK" if side(pin) == "A" else "CLKBWRCLK")


def _ultra_memory(cell, inputs, outputs, bits):
    registered = {side: _flag(cell, f"OREG_{side}") for side in "AB"}

    def out_ns(pin):
        side = "A" if "_A" in pin else "B"
        return _ns("ultra memory register out" if registered[side] else "ultra memory out")

    return _clocked(cell, inputs, outputs, bits, out_ns, lambda _: _ns("ultra memory setup"),
                    f"_{registered['A']:d}{registered['B']:d}")


def _dsp(cell, inputs, outputs, bits):
    """Multiplier, adder, output: each begins with a register that a parameter puts in."""
    registered = [_flag(cell, "AREG") and _flag(cell, "BREG"), _flag(cell, "MREG"), _flag(cell, "PREG")]
    tag = "".join(str(int(each)) for each in registered)
    ports = {pin: pin.partition("_")[0] for pin in inputs}
    clocks = [pin for pin in inputs if pin == "CLK" and bits[pin] is not None]
    if any(registered) and not clocks:
        raise Failure(f"cell {cell.name} of type {cell.type} has no clock")
    factors = [pin for pin in inputs if ports[pin] in ("A", "B", "D", "ACIN", "BCIN")]
    addends = [pin for pin in inputs if ports[pin] in ("C", "PCIN")]
    controls = [pin for pin in inputs if pin not in factors + addends + ["CLK"]]
    stages = (("multiplier", factors, ["m"], lambda _: _ns("dsp in") + _ns("dsp multiply"),
               _ns("dsp in register") + _ns("dsp multiply")),
              ("adder", ["m", *addends], ["s"], lambda pin: _ns("dsp add") + (
                  _ns("dsp product") if pin == "m" else _ns("dsp in") if ports[pin] == "C" else
                  _ns("dsp cascade") - _ns("dsp add")), _ns("dsp product register") + _ns("dsp add")),
              ("output", ["s"], outputs, lambda _: _ns("dsp out"), _ns("dsp out register")))
    parts = []
    for stage, (name, pins, results, through_ns, out_ns) in enumerate(stages):
        model = Model(f"{cell.type}_{tag}_{name}", list(pins), results, near=frozenset("ms"))
        wired = results is outputs
        if registered[stage]:
            taken = controls if not any(registered[:stage]) else []
            model.inputs += clocks + taken
            model.clock = frozenset(clocks)
            # An addend meets no register of the product.
            held = [pin for pin in pins if pin not in addends]
            model.setups = [(pin, clocks[0], _ns("dsp setup") + (_ns("dsp in") if stage == 0 else 0.0)) for pin in held]
            model.setups += [(pin, clocks[0], _ns("dsp control setup")) for pin in taken]
            model.arcs = [Arc(clocks[0], out, out_ns, True, wired) for out in results]
            pins = [pin for pin in pins if pin in addends]
        model.arcs += [Arc(pin, out, through_ns(pin), False, wired) for pin in pins for out in results]
        parts.append((model, {pin: bits.get(pin, pin) for pin in model.inputs + results}))
    return parts


def _flag(cell, parameter):
    """A parameter of binary digits that is not 0, or the word TRUE."""
    value = cell.parameters.get(parameter, "0").strip()
    return value == "TRUE" or set(value) <= set("01xz") and "1" in value


MAKERS = {"logic": _logic, "carry": _carry, "register": _register, "lut memory": _lut_memory,
          "block memory": _block_memory, "ultra memory": _ultra_memory, "dsp": _dsp}
