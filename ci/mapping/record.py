# The recorded figures: a file with a line per configuration and module, beside the documentation.
# SPDX-License-Identifier: Apache-2.0
import dataclasses

from depth import Depth
from failure import Failure
from primitives import Resources

COLUMNS = ("configuration", "module", "instances", "lut", "memory_lut", "ff", "dsp", "half_block_ram", "ultra_ram",
           "inside_levels", "inside_carries", "arriving_levels", "arriving_carries", "arriving_from", "arriving_to")
RESOURCES = ("LUT", "memory LUT", "FF", "DSP", "half block RAM", "UltraRAM")
NOISE = 50  # LUT counts within 1/50 are the same: they depend on what else yosys has read


@dataclasses.dataclass
class Row:
    """A module of a mapped configuration. Resources and depth inside are those of one instance with its submodules."""
    configuration: str
    module: str  # its name and the parameters in which modules of that name differ: "fifo DEPTH=4 WIDTH=49"
    instances: int
    resources: Resources
    inside: Depth  # its names are not recorded
    arriving: Depth  # into registers of the module itself, from anywhere in the design


@dataclasses.dataclass
class Rows:
    tool: str  # names and versions
    rows: list

    def of(self, configuration):
        return [row for row in self.rows if row.configuration == configuration]

    def replace(self, configuration, rows):
        """Its lines at their place, or at the end."""
        places = [place for place, row in enumerate(self.rows) if row.configuration == configuration]
        kept = [row for row in self.rows if row.configuration != configuration]
        place = places[0] if places else len(kept)
        self.rows = kept[:place] + rows + kept[place:]


class Record(Rows):
    def text(self):
        lines = [self.tool, "\t".join(COLUMNS)]
        for row in self.rows:
            values = (row.configuration, row.module, row.instances, *row.resources, *row.inside[:2], *row.arriving)
            lines.append("\t".join(map(str, values)))
        return "\n".join(lines) + "\n"


def read_rows(path, columns, row_of):
    """The tools, and row_of(fields) of each line. Raises Failure with file and line."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from None
    if len(lines) < 2 or lines[1] != "\t".join(columns):
        raise Failure(f"{path}:2: must be the line of column names: {' '.join(columns)}")
    rows = []
    for number, line in enumerate(lines[2:], 3):
        try:
            rows.append(row_of(line.split("\t")))
        except (ValueError, TypeError):
            raise Failure(f"{path}:{number}: not a line of the record") from None
    return lines[0], rows


def read_record(path):
    return Record(*read_rows(path, COLUMNS, _row))


def _row(fields):
    configuration, module, *numbers, start, end = fields
    instances, *resources, levels, carries, arriving_levels, arriving_carries = map(int, numbers)
    if len(resources) != len(RESOURCES):
        raise ValueError
    return Row(configuration, module, instances, Resources(*resources), Depth(levels, carries),
               Depth(arriving_levels, arriving_carries, start, end))


def differences(recorded, measured):
    """One line per difference, none if both are the same. Lines that begin with "worse:" are a depth or a count that
    grew. Names of paths do not count."""
    before = {(row.configuration, row.module): row for row in recorded.rows}
    now = {(row.configuration, row.module): row for row in measured.rows}
    lines = []
    for key, row in sorted(now.items()):
        lines += _changes(before[key], row) if key in before else [f"new: {', '.join(key)}: not in the record"]
    lines += [f"gone: {', '.join(key)}: only in the record" for key in sorted(before) if key not in now]
    if lines and recorded.tool != measured.tool:
        lines.append(f"note: recorded with {recorded.tool}, this is {measured.tool}")
    return lines


def _changes(before, now):
    figures = [("depth inside", before.inside[:2], now.inside[:2]),
               ("depth arriving", before.arriving[:2], now.arriving[:2]),
               ("instances", before.instances, now.instances), *zip(RESOURCES, before.resources, now.resources)]
    lines = []
    for name, old, new in figures:
        if new != old and not (name == "LUT" and abs(new - old) <= old // NOISE):
            shown = ["+".join(map(str, figure)) if isinstance(figure, tuple) else figure for figure in (old, new)]
            lines.append(f"{'worse' if new > old else 'changed'}: {now.configuration}, {now.module}: {name} was "
                         f"{shown[0]}, is {shown[1]}")
    return lines
