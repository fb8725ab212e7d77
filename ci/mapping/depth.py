# Logic depth: the longest combinational path from register to register, inside a module or into one.
# SPDX-License-Identifier: Apache-2.0
#
# A module is worked out once, whatever the number of its instances: the module around it sees how its inputs reach its
# outputs, its registers its outputs, and its inputs its registers.
import heapq
import typing

from failure import Failure
from netlist import indexed
from primitives import LEVEL, Timing

LOOP_SHOWN = 5  # nets of a loop that are named


class Depth(typing.NamedTuple):
    levels: int = 0
    carries: int = 0
    start: str = ""  # instance path and net, "u_add.s3_sum[4]"; "input i_a[3]"; empty: there is no path
    end: str = ""  # likewise, or "output o_y[0]"

    def __str__(self):
        return f"{self.levels}+{self.carries}"


class Depths:
    """Raises Failure if there is a combinational loop; the text names nets on it or behind it."""

    def __init__(self, netlist):
        self.netlist = netlist
        self.graphs = {}
        self._graph(netlist.top)

    def inside(self, name):
        """The longest path inside a module and its submodules, across their borders. Ports of the module count as
        registers: paths that go on outside belong to the module that holds both ends."""
        graph = self._graph(name)
        starts = {bit: (0, f"input {port}") for port, bit in graph.inputs}
        longest = graph.longest(graph.arrivals(graph.starts, starts), graph.ends + [
            (bit, 0, f"output {port}") for port, bit in graph.outputs])
        return _depth(max(longest, graph.inner, key=lambda path: path[0]))

    def arriving(self):
        """The longest path that ends in a register or memory of each module itself, not of its submodules, wherever in
        the design it begins: by module, without modules that no path ends in."""
        top = self._graph(self.netlist.top)
        contexts = {top.module.name: {bit: (0, f"input {port}", "") for port, bit in top.inputs}}
        first = {top.module.name: ""}  # module -> path of one of its instances
        depths = {}
        for graph in self._outside_in(top):
            here = first[graph.module.name]
            starts = {bit: (length, here + name, here) for bit, (length, name) in graph.starts.items()}
            arrivals = graph.arrivals(starts, contexts.get(graph.module.name, {}))
            longest = (-1, "", "")
            for bit, length, name in graph.registers:
                arrival = arrivals.get(bit)
                if arrival and arrival[0] + length > longest[0]:
                    longest = (arrival[0] + length, arrival[1], arrival[2] + name)
            if longest[0] >= 0:
                depths[graph.module.name] = _depth(longest)
            for cell, inner in graph.instances:
                first.setdefault(inner.module.name, f"{here}{cell.name}.")
                context = contexts.setdefault(inner.module.name, {})
                for outer, bit in _connected(cell, inner.module.inputs):
                    arrival = arrivals.get(outer)
                    if arrival and arrival[0] > context.get(bit, (-1,))[0]:
                        context[bit] = (*arrival[:2], f"{arrival[2]}{cell.name}.")
        return depths

    def _graph(self, name):
        if name not in self.graphs:
            module = self.netlist.modules[name]
            instances = [(cell, self._graph(cell.type)) for cell in module.cells if not self.netlist.is_primitive(cell)]
            primitives = [cell for cell in module.cells if self.netlist.is_primitive(cell)]
            self.graphs[name] = _Graph(module, primitives, instances)
        return self.graphs[name]

    def _outside_in(self, top):
        """Every module after all that hold it."""
        ordered, seen = [], set()

        def visit(graph):
            if graph.module.name not in seen:
                seen.add(graph.module.name)
                for _, inner in graph.instances:
                    visit(inner)
                ordered.append(graph)

        visit(top)
        return reversed(ordered)


class _Graph:
    """The nets of a module as nodes, and what the module around it sees of it."""

    def __init__(self, module, primitives, instances):
        self.module = module
        self.instances = instances
        self.arcs = {}  # bit -> [(bit, length)]
        self.starts = {}  # bit that a register drives -> (length, name)
        self.registers = []  # (bit, length, name): taken by registers of the module itself
        self.inputs = [(indexed(port, bits, place), bit) for port, bits in module.inputs.items()
                       for place, bit in enumerate(bits) if bit is not None]
        self.outputs = [(indexed(port, bits, place), bit) for port, bits in module.outputs.items()
                        for place, bit in enumerate(bits) if bit is not None]
        for cell in primitives:
            self._add_primitive(cell)
        self.ends = list(self.registers)
        for cell, inner in instances:
            self._add_instance(cell, inner)
        self._sort()
        self._see()

    def _add_primitive(self, cell):
        timing = Timing(cell)
        for source, target, length in timing.passes:
            self.arcs.setdefault(source, []).append((target, length))
        if timing.begins or timing.ends:
            name = register_name(self.module, cell)
            for bit, length in timing.begins:
                self._start(bit, length, name)
            self.registers += [(bit, length, name) for bit, length in timing.ends]

    def _add_instance(self, cell, inner):
        outer = {}  # bit of the inner module -> bits outside that its outputs drive
        for bit, port in _connected(cell, inner.module.outputs):
            outer.setdefault(port, []).append(bit)
        for port, bits in outer.items():
            length, name = inner.drives.get(port, (-1, ""))
            for bit in bits if length >= 0 else ():
                self._start(bit, length, f"{cell.name}.{name}")
        for bit, port in _connected(cell, inner.module.inputs):
            for target, length in inner.through.get(port, ()):
                self.arcs.setdefault(bit, []).extend((driven, length) for driven in outer.get(target, ()))
            if port in inner.takes:
                length, name = inner.takes[port]
                self.ends.append((bit, length, f"{cell.name}.{name}"))

    def _start(self, bit, length, name):
        if length > self.starts.get(bit, (-1,))[0]:
            self.starts[bit] = (length, name)

    def _sort(self):
        """Gives each bit its place in an order in which every arc leads forward."""
        waits_for = {}
        for arcs in self.arcs.values():
            for target, _ in arcs:
                waits_for[target] = waits_for.get(target, 0) + 1
        ready = [bit for bit in self.arcs if bit not in waits_for]
        for bit in ready:
            for target, _ in self.arcs.get(bit, ()):
                waits_for[target] -= 1
                if waits_for[target] == 0:
                    ready.append(target)
        loop = sorted(bit for bit, number in waits_for.items() if number > 0)
        if loop:
            names = [self.module.nets.get(bit, "a net without a name") for bit in loop[:LOOP_SHOWN]]
            more = f" and {len(loop) - LOOP_SHOWN} more" * (len(loop) > LOOP_SHOWN)
            raise Failure(f"combinational loop through {', '.join(names)}{more} of {self.module.base}")
        self.place = {bit: place for place, bit in enumerate(ready)}

    def arrivals(self, *starts):
        """{bit: (length, ...)}: when signals arrive, the longest path first in each tuple. starts: likewise."""
        found = {}
        for part in starts:
            for bit, value in part.items():
                if value[0] > found.get(bit, (-1,))[0]:
                    found[bit] = value
        reached = [(self.place[bit], bit) for bit in found if bit in self.place]
        heapq.heapify(reached)
        while reached:
            _, bit = heapq.heappop(reached)
            length, *rest = found[bit]
            for target, cost in self.arcs.get(bit, ()):
                known = found.get(target)
                if known is None:
                    heapq.heappush(reached, (self.place[target], target))
                if known is None or length + cost > known[0]:
                    found[target] = (length + cost, *rest)
        return found

    def longest(self, arrivals, ends):
        """(length, start, end); a length of -1 if there is no path."""
        longest = (-1, "", "")
        for bit, length, name in ends:
            arrival = arrivals.get(bit)
            if arrival and arrival[0] + length > longest[0]:
                longest = (arrival[0] + length, arrival[1], name)
        return longest

    def _see(self):
        inside = self.arrivals(self.starts)
        below = [(length, f"{cell.name}.{start}", f"{cell.name}.{end}")
                 for cell, inner in self.instances for length, start, end in [inner.inner] if length >= 0]
        self.inner = max([self.longest(inside, self.ends), *below], key=lambda path: path[0])  # register to register
        self.drives = {bit: inside[bit] for _, bit in self.outputs if bit in inside}
        self.takes = {}  # bit of an input -> (length, name of the register)
        self.through = {}  # bit of an input -> [(bit of an output, length)]
        ends = {}
        for bit, length, name in self.ends:
            if length > ends.get(bit, (-1,))[0]:
                ends[bit] = (length, name)
        outputs = {bit for _, bit in self.outputs}
        for bit in {bit for _, bit in self.inputs}:
            arrivals = self.arrivals({bit: (0,)})
            taken = [(value[0] + ends[at][0], ends[at][1]) for at, value in arrivals.items() if at in ends]
            if taken:
                self.takes[bit] = max(taken)
            self.through[bit] = [(at, value[0]) for at, value in arrivals.items() if at in outputs]


def register_name(module, cell):
    """A register is named after the net it drives; memories and shift registers have better names of their own."""
    driven = cell.ports.get("Q")
    if cell.type.startswith("FD") and driven and driven[0] in module.nets:
        return module.nets[driven[0]]
    return f"{cell.name} ({cell.type})"


def _connected(cell, ports):
    """Pairs of a bit outside an instance and the bit inside, for these ports of its module."""
    for port, inner in ports.items():
        for outside, inside in zip(cell.ports.get(port, ()), inner):
            if outside is not None and inside is not None:
                yield outside, inside


def _depth(path):
    length, start, end = path
    return Depth(length // LEVEL, length % LEVEL, start, end) if length >= 0 else Depth()
