# What the merged points say: which lines are reached, by which test, and what is wrong.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import hashlib
import os
import re

import unreachable

BLOCK = re.compile(r"^\s*always\b")
REACHED, EXCLUDED, MISSED = "reached", "unreachable", "missed"


@dataclasses.dataclass
class Verdict:
    texts: dict  # lines of each file of the RTL, by its path
    points: dict  # Reach by Point
    excluded: dict  # Exclusion by Point
    complaints: list  # stale exclusions; blocks that are in no model; bins that no test reaches
    bins: list = dataclasses.field(default_factory=list)

    def status(self, point):
        return REACHED if self.points[point].cases else EXCLUDED if point in self.excluded else MISSED

    def missed(self):
        return sorted(point for point in self.points if self.status(point) == MISSED)

    def counts(self, file=None):
        """Points by status, of all files or one."""
        counts = dict.fromkeys((REACHED, EXCLUDED, MISSED), 0)
        for point in self.points:
            if file in (None, point.file):
                counts[self.status(point)] += 1
        return counts

    def lines(self, file):
        """Points by the line that they decide: an arm that is not written belongs to the line of its `if`."""
        found = {}
        for point in sorted(point for point in self.points if point.file == file):
            for line in point.lines or (point.line,):
                found.setdefault(line, []).append(point)
        return found

    def passed(self):
        return not self.complaints and not self.missed()


def read_texts(source):
    """Lines of all Verilog of the RTL."""
    texts = {}
    for folder, folders, names in os.walk(os.path.join(source, "rtl")):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".v"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, source)] = file.read().splitlines()
    return texts


def digest(texts):
    """Of all Verilog, by path and text."""
    whole = hashlib.sha256()
    for path in sorted(texts):
        whole.update("\n".join((path, *texts[path], "")).encode())
    return whole.hexdigest()


def judge(texts, points, exclusions):
    """points: Reach by Point."""
    excluded, complaints = unreachable.apply(exclusions, points, texts)
    seen = {(point.file, line) for point in points for line in (point.line, *point.lines)}
    for path, lines in texts.items():
        for number, line in enumerate(lines, 1):
            if BLOCK.match(line) and (path, number) not in seen:
                complaints.append(f"{path}:{number}: this block is in no model that the tests of "
                                  f"{unreachable.FOLDER}/suites.json drive")
    return Verdict(texts, points, excluded, complaints)
