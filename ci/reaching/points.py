# The points of the RTL that a program has noted (tests/support/reached_points.cpp), and the tests that have reached each.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re

from ci_error import CiError

LINE, BRANCH = "line", "branch"
BIN = "v_user"
KINDS = {"v_line": LINE, "v_branch": BRANCH}
NAME_OF_BIN = re.compile(r"(\w+)\[(\d+)\]$")
RANGE = re.compile(r"(\d+)(?:-(\d+))?$")


@dataclasses.dataclass(frozen=True, order=True)
class Point:
    """What runs together in the Verilog: a block, an arm of an `if` or `case`."""
    file: str  # relative to the source tree
    line: int
    column: int
    kind: str  # one of those above
    remark: str  # 'block', 'if', 'else', 'elsif', 'case'
    lines: tuple  # that run with it; none for an `else` that is not written


@dataclasses.dataclass
class Reach:
    """The tests that have reached a point."""
    cases: int = 0
    first: str = None  # the cheapest
    cpu_s: float = 0.0
    tests: list = dataclasses.field(default_factory=list)  # of a bin: all of them, with their CPU seconds before

    def add(self, test, cpu_s):
        self.cases += 1
        if self.first is None or (cpu_s, test) < (self.cpu_s, self.first):
            self.first, self.cpu_s = test, cpu_s


class Points:
    """Of all models of all programs, merged."""

    def __init__(self, rtl):
        """rtl: the folder whose files count, an absolute path; points of other files do not."""
        self.rtl = rtl
        self.source = os.path.dirname(rtl)
        self.reached = {}  # Reach by Point
        self.bins = {}  # Reach by the module of the bins and the index in it
        self._known = {}  # Point, bin, or None, by the line of a file without its count

    def add(self, text, test, cpu_s, origin):
        """What one test has noted. origin: the file that the text is from."""
        for line in text.splitlines():
            words, _, count = line.rpartition("\t")
            if words not in self._known:
                self._known[words] = self._parse(words, origin)
            point = self._known[words]
            if not count.isdigit():
                raise CiError(f"{origin}: '{line}' is no point with a count")
            if point is None:
                continue
            is_bin = not isinstance(point, Point)
            reach = (self.bins if is_bin else self.reached).setdefault(point, Reach())
            # Modules of a device have points of their own, of which several may be the same.
            if count != "0" and not (is_bin and reach.tests[-1:] == [(cpu_s, test)]):
                reach.add(test, cpu_s)
                if is_bin:
                    reach.tests.append((cpu_s, test))

    def _parse(self, words, origin):
        parts = words.split("\t")
        if len(parts) != 6 or parts[0] not in (*KINDS, BIN) or not parts[2].isdigit() or not parts[3].isdigit():
            raise CiError(f"{origin}: '{words}' is no point: kind, file, line, column, remark, lines")
        kind, path, line, column, remark, ranges = parts
        if kind == BIN:
            name = NAME_OF_BIN.match(remark)
            if not name:
                raise CiError(f"{origin}: '{remark}' is no bin, MODULE[index]")
            return name[1], int(name[2])
        if not path.startswith(self.rtl + os.sep):
            return None
        return Point(os.path.relpath(path, self.source), int(line), int(column), KINDS[kind], remark,
                     _lines_of(ranges, origin))


def _lines_of(ranges, origin):
    """'3-5,8' is 3, 4, 5, 8."""
    lines = []
    for part in ranges.split(",") if ranges else ():
        both = RANGE.match(part)
        if not both:
            raise CiError(f"{origin}: '{ranges}' names no lines")
        lines += range(int(both[1]), int(both[2] or both[1]) + 1)
    return tuple(lines)
