# Combinational paths from an input of a bus to an output of the same bus.
# SPDX-License-Identifier: Apache-2.0
import collections

from failure import Failure

# Bit i of Y depends on bit i of A and B, where all are of one width.
BITWISE = set("$not $pos $and $or $xor $xnor".split())
# Any bit of Y on any bit of an input.
MIXING = set("""$add $sub $mul $div $mod $neg $alu $lcu $macc $shl $shr $sshl $sshr $shift $shiftx $eq $ne $eqx $nex $lt
    $le $gt $ge $reduce_and $reduce_or $reduce_xor $reduce_xnor $reduce_bool $logic_not $logic_and $logic_or $lut $sop
    $bmux $demux""".split())
CLOCKED = set("$dff $dffe $adff $adffe $sdff $sdffe $sdffce $aldff $dffsr".split())


def paths_through(module, prefix):
    """One line per pair of ports, sorted: "s_axil_awvalid reaches s_axil_awready through u_axil.ready". The module has
    no modules in it and its cells are not mapped to gates (yosys.elaborate_flat). The bus is all ports that begin with
    the prefix. Raises Failure that names the cell if its type is not known to be combinational or clocked, or the
    module if it has no inputs or no outputs of that bus."""
    inputs = {port: bits for port, bits in module.inputs.items() if port.startswith(prefix)}
    outputs = {bit: port for port, bits in module.outputs.items() if port.startswith(prefix)
               for bit in bits if bit is not None}
    if not inputs or not outputs:
        raise Failure(f"{module.name} has no inputs or no outputs {prefix}*")
    arcs = collections.defaultdict(list)
    for cell in module.cells:
        for source, target in _arcs(cell):
            if source is not None and target is not None:
                arcs[source].append(target)
    found = []
    for port, bits in inputs.items():
        came_from = {bit: bit for bit in bits if bit is not None}
        reached = set()
        bits = list(came_from)
        for bit in bits:  # grows
            if bit in outputs and outputs[bit] not in reached:
                reached.add(outputs[bit])
                way, at = [], came_from[bit]
                while at != came_from[at]:
                    way.append(module.nets.get(at, "a net without a name"))
                    at = came_from[at]
                found.append(f"{port} reaches {outputs[bit]}" + " through " * bool(way) + ", ".join(reversed(way)))
            for target in arcs[bit]:
                if target not in came_from:
                    came_from[target] = bit
                    bits.append(target)
    return sorted(found)


def _arcs(cell):
    """Pairs of bits, the second of which depends on the first."""
    if cell.type in CLOCKED:
        return
    if cell.type == "$mem_v2":
        yield from _reads(cell)
        return
    chooses = cell.type in ("$mux", "$pmux")
    if not chooses and cell.type not in BITWISE and cell.type not in MIXING:
        raise Failure(f"cell {cell.name} is of type {cell.type}, which is not known to be combinational or clocked")
    out = cell.ports["Y"]
    for port, bits in cell.ports.items():
        if port in cell.outputs:
            continue
        if cell.type == "$pmux" and port == "B":  # its bits hold one word after another
            yield from ((bit, out[place % len(out)]) for place, bit in enumerate(bits))
        elif cell.type in MIXING or chooses and port == "S" or len(bits) != len(out):
            yield from ((source, target) for source in bits for target in out)
        else:
            yield from zip(bits, out)


def _reads(memory):
    """A write is clocked. A read without a clock is combinational."""
    ports = memory.number("RD_PORTS")
    data, address = memory.ports["RD_DATA"], memory.ports["RD_ADDR"]
    clocks = memory.parameters["RD_CLK_ENABLE"]
    for port in range(ports):
        if clocks[-1 - port] == "1":  # the digits of port 0 come last
            continue
        wide, narrow = len(data) // ports, len(address) // ports
        yield from ((source, target) for source in address[port * narrow:(port + 1) * narrow]
                    for target in data[port * wide:(port + 1) * wide])
