# Bins of meaning: classes of operands, pairs of uses of a buffer, errors by state and so on. Verilog beside the models
# (tests/rtl/coverage/*_bins.sv) tells which a test reaches; tests/rtl/coverage/bins.json has their names, and the tests that
# are there to reach them.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import fnmatch
import itertools

from cases import FOLDER
from ci_error import CiError
from files import read_json

NAME = FOLDER + "/bins.json"


@dataclasses.dataclass(frozen=True)
class Group:
    module: str  # of the Verilog
    what: str
    names: tuple  # of the bins, by index
    tests: tuple  # patterns of the cases that are there to reach them
    never: tuple  # (pattern of names, reason)


@dataclasses.dataclass(frozen=True)
class Bin:
    group: Group
    name: str
    cases: int
    by: str  # the cheapest directed case that reaches it
    why_never: str


def read_groups(source):
    try:
        return [_read(row) for row in read_json(source, NAME)]
    except (ValueError, KeyError, TypeError) as error:
        raise CiError(f"{NAME}: {error!r}") from None


def _read(row):
    names = tuple(", ".join(parts) for parts in itertools.product(*row["axes"]))
    never = tuple((one["bins"], one["reason"]) for one in row.get("never", ()))
    for pattern, reason in never:
        if not reason.endswith("."):
            raise CiError(f"{NAME}: {row['module']}: the reason of '{pattern}' must be a sentence")
    return Group(row["module"], row["what"], names, tuple(row["tests"]), never)


def judge_bins(groups, reached):
    """All bins, and a complaint for each that is wrong. reached: Reach by module and index."""
    bins, complaints = [], []
    for group in groups:
        found = {index for module, index in reached if module == group.module}
        if found != set(range(len(group.names))):
            complaints.append(f"{NAME}: {group.module} has {len(group.names)} bins, the models that the tests drive {len(found)}")
            continue
        for index, name in enumerate(group.names):
            bins.append(_judge(group, name, reached[group.module, index], complaints))
        for pattern, _ in group.never:
            if not any(fnmatch.fnmatchcase(name, pattern) for name in group.names):
                complaints.append(f"{NAME}: {group.module}: no bin is called '{pattern}': remove the row")
    known = {group.module for group in groups}
    complaints += sorted({f"{NAME}: there are bins of {module}, which has no row" for module, _ in reached if module not in known})
    return bins, complaints


def _judge(group, name, reach, complaints):
    said = f"{group.what}: {name}"
    never = next((reason for pattern, reason in group.never if fnmatch.fnmatchcase(name, pattern)), None)
    directed = [test for _, test in sorted(reach.tests) if any(fnmatch.fnmatchcase(test, pattern) for pattern in group.tests)]
    if never and reach.cases:
        complaints.append(f"{said}: {reach.first} reaches it: remove it from what is never reached")
    elif not never and not reach.cases:
        complaints.append(f"{said}: no test reaches this bin")
    elif not never and not directed:
        complaints.append(f"{said}: only {reach.first} reaches this bin, none of {', '.join(group.tests)}")
    return Bin(group, name, reach.cases, directed[0] if directed else None, never)
