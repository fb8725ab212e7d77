# Reads callgrind's output: instructions by (object, function's file, line's file), without those of callees.
# SPDX-License-Identifier: Apache-2.0
import collections
import re

from ci_error import CiError

NAME = re.compile(r"(\w+)=(?:\((\d+)\))?\s?(.*)")
COST = re.compile(r"(?:[+-]?\d+|\*) (\d+)")
LINE_COST = re.compile(r"(\d+) (\d+)")
UNKNOWN = "???"


class Profile:
    def __init__(self):
        self.costs = collections.Counter()  # by (object, file of the function, file of the line)
        self.total = 0  # the sum that callgrind wrote


def read_profile(path):
    """The Profile in a file of callgrind's text format; raises CiError if the file is cut off or of another format."""
    profile = Profile()
    names = {"ob": {}, "fl": {}}  # a name appears beside its number once; later lines have the number only
    now = {"ob": UNKNOWN, "function": UNKNOWN, "line": UNKNOWN}
    skip = False  # the line after calls= is the callee's cost
    total = None
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            if file.readline().rstrip() != "# callgrind format":
                raise CiError(f"{path} is not of callgrind's format")
            for line in file:
                if line[0] in "0123456789+-*":
                    cost = COST.fullmatch(line.rstrip())
                    if cost is None:
                        raise CiError(f"{path} has a line that is no cost: {line.rstrip()}")
                    if not skip:
                        profile.costs[now["ob"], now["function"], now["line"]] += int(cost[1])
                    skip = False
                    continue
                found = NAME.match(line)
                if found is None:
                    if line.startswith(("totals:", "summary:")):
                        total = int(line.split()[1])
                    continue
                key, number, name = found[1], found[2], found[3].rstrip()
                if key == "calls":
                    skip = True
                    continue
                kind = {"ob": "ob", "cob": "ob", "fl": "fl", "fi": "fl", "fe": "fl", "cfi": "fl", "cfl": "fl"}.get(key)
                if kind is None:
                    continue
                if number is not None:
                    name = names[kind].setdefault(number, name) if name else names[kind].get(number, UNKNOWN)
                if key == "ob":
                    now["ob"] = name
                elif key == "fl":
                    now["function"] = now["line"] = name
                elif key in ("fi", "fe"):
                    now["line"] = name
    except OSError as error:
        raise CiError(f"{path} cannot be read: {error.strerror}") from None
    if total is None or total != sum(profile.costs.values()):
        raise CiError(f"{path} is cut off: its lines sum to {sum(profile.costs.values())}, its total is {total}")
    profile.total = total
    return profile


def read_lines(path, ours):
    """{(file, line): instructions} of a file written with --compress-pos=no, which read_profile() accepts. ours(file):
    whether lines of this file count; others that the compiler has put into a function of such a file count for the line
    before them, and others elsewhere for (None, 0)."""
    read_profile(path)
    sums = collections.Counter()
    names = {}
    now, place = UNKNOWN, (None, 0)
    skip = False
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line[0] in "0123456789+-*":
                cost = LINE_COST.fullmatch(line.rstrip())
                if cost is None:
                    raise CiError(f"{path} has a relative position: {line.rstrip()}")
                if not skip:
                    if ours(now):
                        place = (now, int(cost[1]))
                    sums[place] += int(cost[2])
                skip = False
                continue
            found = NAME.match(line)
            if found is None:
                continue
            key, number, name = found[1], found[2], found[3].rstrip()
            skip = skip or key == "calls"
            if key in ("fl", "fi", "fe", "cfi", "cfl"):
                if number is not None:
                    name = names.setdefault(number, name) if name else names.get(number, UNKNOWN)
                if key == "fl":
                    place = (None, 0)
                if key in ("fl", "fi", "fe"):
                    now = name
    return dict(sums)
