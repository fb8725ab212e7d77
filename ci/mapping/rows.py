# The rows of a mapped configuration: a module each, with its resources and depths.
# SPDX-License-Identifier: Apache-2.0
import collections

from depth import Depth, Depths
from primitives import Resources, primitive_of, total
from record import Row

DERIVED = ("ROW_W", "SLOT_W", "COUNT_W")  # left out of labels: these widths follow from sizes that are named


def rows_of(configuration, netlist):
    """The top first, then from the outside in; modules without any primitive are left out. configuration: its name.
    Raises Failure like Depths."""
    labels = labels_of(netlist)
    children = {name: sorted((cell.type for cell in module.cells if not netlist.is_primitive(cell)),
                             key=lambda child: (labels[child], child)) for name, module in netlist.modules.items()}
    order = []

    def visit(name):
        if name not in order:
            order.append(name)
            for child in children[name]:
                visit(child)

    visit(netlist.top)
    instances = collections.Counter()

    def count(name, times):
        instances[name] += times
        for child, number in collections.Counter(children[name]).items():
            count(child, times * number)

    count(netlist.top, 1)
    resources = {}

    def used(name):
        if name not in resources:
            cells = netlist.modules[name].cells
            resources[name] = total([used(cell.type) if cell.type in netlist.modules else primitive_of(cell).resources
                                     for cell in cells])
        return resources[name]

    depths = Depths(netlist)
    arriving = depths.arriving()
    return [Row(configuration, labels[name], instances[name], used(name), depths.inside(name),
                arriving.get(name, Depth()))
            for name in order if name == netlist.top or used(name) != Resources()]


def labels_of(netlist):
    """{module: its name and the parameters in which modules of that name differ}."""
    values = collections.defaultdict(set)
    for module in netlist.modules.values():
        for parameter, value in module.parameters.items():
            values[module.base, parameter].add(value)
    return {name: module.base + "".join(
        f" {parameter}={value}" for parameter, value in sorted(module.parameters.items())
        if len(values[module.base, parameter]) > 1 and parameter not in DERIVED)
        for name, module in netlist.modules.items()}
