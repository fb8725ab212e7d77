# The recorded clock estimate: a file with a line per configuration and module, beside that of areas and levels.
# SPDX-License-Identifier: Apache-2.0
import dataclasses

import delays
from record import Rows, read_rows
from rows import labels_of
from static_timing import OUTPUTS, Slowest

COLUMNS = ("configuration", "module", "delays", "routed_ns", "routed_from", "routed_to", "unplaced_ns", "unplaced_from",
           "unplaced_to")
TABLES = ("routed", "unplaced")
PORTS = "output ports"  # in place of a module
NOISE = 50  # figures within 1/50 are the same, as of LUTs, on whose fan-out they depend


@dataclasses.dataclass
class TimingRow:
    configuration: str
    module: str  # as in record.Row, or PORTS
    delays: str  # delays.digest() when it was measured
    paths: dict  # name of a table of wires -> Slowest


class TimingRecord(Rows):
    def of(self, configuration):
        """By module, the slowest first; none if it was not measured, or with other delays."""
        rows = [row for row in super().of(configuration) if row.delays == delays.digest()]
        return sorted(rows, key=lambda row: -row.paths["routed"].ns)

    def text(self):
        lines = [self.tool, "\t".join(COLUMNS)]
        for row in self.rows:
            values = [row.configuration, row.module, row.delays]
            for table in TABLES:
                values += [f"{row.paths[table].ns:.3f}", row.paths[table].start, row.paths[table].end]
            lines.append("\t".join(values))
        return "\n".join(lines) + "\n"


def timing_rows(configuration, netlist, paths):
    """paths: of static_timing.slowest_paths."""
    labels = labels_of(netlist) | {OUTPUTS: PORTS}
    modules = sorted(set(paths["routed"]) | set(paths["unplaced"]), key=lambda module: (labels[module], module))
    # A module whose inputs are all constant has no path with either table; none has one with one table alone.
    return [TimingRow(configuration, labels[module], delays.digest(),
                      {table: paths[table][module] for table in TABLES}) for module in modules]


def slowest(rows, table):
    """Of a configuration, wherever it ends."""
    return max((row.paths[table] for row in rows), key=lambda path: path.ns)


def read_timing_record(path):
    return TimingRecord(*read_rows(path, COLUMNS, _row))


def _row(fields):
    configuration, module, digest, routed, routed_from, routed_to, unplaced, unplaced_from, unplaced_to = fields
    return TimingRow(configuration, module, digest, {
        "routed": Slowest(float(routed), routed_from, routed_to),
        "unplaced": Slowest(float(unplaced), unplaced_from, unplaced_to)})


def timing_differences(recorded, configuration, measured, tools):
    """One line per difference of this configuration, none if all is the same. Names of paths do not count."""
    before = {row.module: row for row in recorded.of(configuration)}
    if not before:
        return [f"new: {configuration}: its clock estimate is not in the record, or was made with other delays"]
    now = {row.module: row for row in measured}
    lines = []
    for module, row in sorted(now.items()):
        if module not in before:
            lines.append(f"new: {configuration}, {module}: not in the record of the clock estimate")
            continue
        for table in TABLES:
            old, new = before[module].paths[table].ns, row.paths[table].ns
            if abs(new - old) > old / NOISE:
                lines.append(f"{'worse' if new > old else 'changed'}: {configuration}, {module}: slowest path with "
                             f"wires {table} was {old:.3f} ns, is {new:.3f} ns")
    lines += [f"gone: {configuration}, {module}: only in the record of the clock estimate"
              for module in sorted(before) if module not in now]
    if lines and recorded.tool != tools:
        lines.append(f"note: recorded with {recorded.tool}, these are {tools}")
    return lines
