# A mapped netlist without its modules, as Verilog that OpenSTA reads: cells c0, c1 .. and nets n0, n1 .. .
# SPDX-License-Identifier: Apache-2.0
import typing

from cell_models import Model, parts_of
from depth import register_name
from failure import Failure
from netlist import indexed

TOP = "flat"


class Placed(typing.NamedTuple):
    """A primitive, or a part of one, in the flat netlist."""
    model: Model
    pins: dict  # pin -> net
    module: str  # of the netlist; its index in Flat.cells is its number in names
    name: str  # instance path and net, "u_add.s3_sum[4]"


class Flat:
    """Raises Failure for a primitive without delays, and unless all clocks are one input of the top."""

    def __init__(self, netlist):
        self.cells = []
        self.models = {}  # by name
        self.ports = {}  # name with index -> (net, whether it is an output)
        self._same = []  # net -> the net it is joined with, which an output that is an input brings about
        self._parts = {}  # cell type and what tells its models apart -> models
        top = netlist.modules[netlist.top]
        nets = self._nets(top)
        for is_output, ports in ((False, top.inputs), (True, top.outputs)):
            for port, bits in ports.items():
                for place, bit in enumerate(bits):
                    if bit is not None:
                        self.ports[indexed(port, bits, place)] = (nets[bit], is_output)
        self._place(netlist, top, "", nets)
        self.cells = [cell._replace(pins={pin: self._root(net) for pin, net in cell.pins.items()})
                      for cell in self.cells]
        self.ports = {name: (self._root(net), is_output) for name, (net, is_output) in self.ports.items()}
        self.clock = self._find_clock()

    def verilog(self):
        nets = {net for cell in self.cells for net in cell.pins.values()} | {net for net, _ in self.ports.values()}
        inside = [f"  wire n{net};\n" for net in sorted(nets)]
        # Two ports may be one net: each has a name of its own, and an assignment.
        ports = list(enumerate(self.ports.values()))
        head = [f"module {TOP} (" + ", ".join(f"p{place}" for place, _ in ports) + ");\n"]
        head += [f"  {'output' if is_output else 'input'} p{place};\n" for place, (_, is_output) in ports]
        joined = [f"  assign p{place} = n{net};\n" if is_output else f"  assign n{net} = p{place};\n"
                  for place, (net, is_output) in ports]
        cells = [f"  {cell.model.name} c{place} (" + ", ".join(f".{pin}(n{net})" for pin, net in cell.pins.items()) +
                 ");\n" for place, cell in enumerate(self.cells)]
        return "".join(head + inside + joined + cells + ["endmodule\n"])

    def _nets(self, module):
        bits = {bit for ports in (module.inputs, module.outputs) for listed in ports.values() for bit in listed}
        bits |= {bit for cell in module.cells for listed in cell.ports.values() for bit in listed}
        nets = {}
        for bit in sorted(bits - {None}):
            nets[bit] = len(self._same)
            self._same.append(nets[bit])
        return nets

    def _place(self, netlist, module, path, nets):
        for cell in module.cells:
            if netlist.is_primitive(cell):
                self._place_primitive(cell, module, path, nets)
                continue
            inner = netlist.modules[cell.type]
            inside = self._nets(inner)
            for ports in (inner.inputs, inner.outputs):
                for port, bits in ports.items():
                    for outer, bit in zip(cell.ports.get(port, ()), bits):
                        if outer is not None and bit is not None:
                            self._same[self._root(inside[bit])] = self._root(nets[outer])
            self._place(netlist, inner, f"{path}{cell.name}.", inside)

    def _place_primitive(self, cell, module, path, nets):
        between = {}
        for model, bits in self._known_parts(cell):
            pins = {}
            for pin, bit in bits.items():
                if isinstance(bit, str):  # a wire between the parts of a cell
                    if bit not in between:
                        between[bit] = len(self._same)
                        self._same.append(between[bit])
                    pins[pin] = between[bit]
                elif bit is not None:
                    pins[pin] = nets[bit]
            self.cells.append(Placed(model, pins, module.name, path + register_name(module, cell)))

    def _known_parts(self, cell):
        """Models are shared: there are a hundred thousand LUTs and six kinds of them."""
        parts = []
        for model, bits in parts_of(cell):
            key = (model.name, tuple(model.inputs), tuple(model.outputs), tuple(model.arcs), tuple(model.setups))
            if key not in self._parts:
                alike = sum(known[0] == model.name for known in self._parts)
                if alike:
                    model.name += f"_{alike}"
                self._parts[key] = model
                self.models[model.name] = model
            parts.append((self._parts[key], bits))
        return parts

    def _root(self, net):
        while self._same[net] != net:
            self._same[net] = self._same[self._same[net]]
            net = self._same[net]
        return net

    def _find_clock(self):
        """The place of the port among ports."""
        clocks = {cell.pins[pin] for cell in self.cells for pin in cell.model.clock if pin in cell.pins}
        places = [place for place, (net, is_output) in enumerate(self.ports.values())
                  if net in clocks and not is_output]
        if len(clocks) != 1 or len(places) != 1:
            raise Failure(f"the netlist has no clock: {len(clocks)} nets clock its registers, {len(places)} of them "
                          "an input; must be one input")
        return places[0]
