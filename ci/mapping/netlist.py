# Reads a netlist as `yosys write_json` leaves it: modules of cells whose ports are lists of bits.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import re

from failure import Failure

CONSTANT = None  # the bit of every constant; other bits are numbers of nets, unique in their module
BINARY = re.compile(r"[01xz]+")


@dataclasses.dataclass
class Cell:
    name: str
    type: str  # a module of the netlist, or a primitive
    ports: dict  # name -> bits, the least significant first
    outputs: frozenset = frozenset()  # names of ports
    parameters: dict = dataclasses.field(default_factory=dict)  # as yosys writes them: binary digits, or text
    source: str = ""  # file:line, where yosys knows it

    def number(self, parameter):
        """The value of a parameter of binary digits."""
        digits = self.parameters.get(parameter, "")
        if not BINARY.fullmatch(digits):
            raise Failure(f"cell {self.name} of type {self.type} has no number {parameter}")
        return number(digits)


@dataclasses.dataclass
class Module:
    name: str  # with its parameters mangled into it: unique
    inputs: dict  # port -> bits
    outputs: dict
    cells: list
    base: str = ""  # the name in the source
    parameters: dict = dataclasses.field(default_factory=dict)  # name -> number
    nets: dict = dataclasses.field(default_factory=dict)  # bit -> its name with its index: "addr[3]"


@dataclasses.dataclass
class Netlist:
    top: str
    modules: dict  # of the design, by name; libraries of primitives are left out

    def is_primitive(self, cell):
        return cell.type not in self.modules


def number(digits):
    return int(re.sub("[xz]", "0", digits), 2)


def base_of(name):
    """Without yosys' mangling: "$paramod\\fifo\\DEPTH=..." and "$paramod$1234\\fifo" are both fifo."""
    return name.split("\\")[1] if name.startswith("$paramod") else name


def indexed(name, bits, place):
    return name if len(bits) == 1 else f"{name}[{place}]"


def read_netlist(path):
    """Raises Failure unless the file is a netlist with a module marked as top."""
    try:
        with open(path, encoding="utf-8") as file:
            modules = json.load(file)["modules"]
        design = {name: entry for name, entry in modules.items()
                  if not entry["attributes"].keys() & {"blackbox", "whitebox"}}
        tops = [name for name, entry in design.items() if "top" in entry["attributes"]]
        netlist = Netlist(tops[-1] if tops else "", {name: _module(name, entry) for name, entry in design.items()})
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Failure(f"{path} is no netlist of yosys: {error!r}") from None
    if not netlist.top:
        raise Failure(f"{path} has no module marked as top")
    return netlist


def _module(name, entry):
    ports = {True: {}, False: {}}
    for port, value in entry["ports"].items():
        ports[value["direction"] == "output"][port] = _bits(value["bits"])
    parameters = {parameter: number(digits) for parameter, digits in entry.get("parameter_default_values", {}).items()
                  if BINARY.fullmatch(digits)}
    # In the order of names: the result must not depend on the order in which yosys writes.
    cells = [_cell(cell, value) for cell, value in sorted(entry["cells"].items())]
    return Module(name, ports[False], ports[True], cells, base_of(name), parameters, _nets(entry["netnames"]))


def _cell(name, entry):
    # yosys leaves out directions where it has not read the module.
    directions = entry.get("port_directions", {})
    outputs = frozenset(port for port, direction in directions.items() if direction == "output")
    ports = {port: _bits(bits) for port, bits in entry["connections"].items()}
    return Cell(name, entry["type"], ports, outputs, entry["parameters"], entry["attributes"].get("src", ""))


def _bits(listed):
    return [bit if isinstance(bit, int) else CONSTANT for bit in listed]


def _nets(entries):
    names = {}
    # Names of the source last: they are better than those that yosys made up.
    for hidden in (1, 0):
        for name, value in sorted(entries.items()):
            if value["hide_name"] == hidden:
                names.update((bit, indexed(name, value["bits"], place)) for place, bit in enumerate(value["bits"])
                             if isinstance(bit, int))
    return names
