# Lines and branches that no test can reach, and why: tests/rtl/coverage/unreachable.json.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os

from cases import FOLDER
from ci_error import CiError
from files import read_json

NAME = FOLDER + "/unreachable.json"
PROOFS = "tests/rtl/proofs"


@dataclasses.dataclass(frozen=True)
class Exclusion:
    file: str  # relative to the source tree
    text: str  # of the line on which the point stands, without blanks at its ends
    remark: str  # of the point: 'else', for instance
    reason: str  # a sentence, or the proof that shows it
    row: int

    @property
    def place(self):
        return f"{NAME}: row {self.row}, {self.file} '{self.text}' ({self.remark})"


def read_exclusions(source):
    return [_read(source, row, number) for number, row in enumerate(read_json(source, NAME), 1)]


def _read(source, row, number):
    if not isinstance(row, dict) or set(row) not in ({"file", "line", "point", "reason"}, {"file", "line", "point", "proof"}):
        raise CiError(f"{NAME}: row {number} must have file, line, point, and reason or proof")
    if "proof" in row:
        return Exclusion(f"rtl/{row['file']}", row["line"], row["point"], proof_of(source, row["proof"], f"{NAME}: row {number}"), number)
    if not row["reason"].endswith("."):
        raise CiError(f"{NAME}: row {number}: the reason must be a sentence")
    return Exclusion(f"rtl/{row['file']}", row["line"], row["point"], row["reason"], number)


def proof_of(source, name, place):
    """The reason that PROOF:PROPERTY of ci/prove is; a property that must break nothing counts too. place: of the row."""
    proof, _, wanted = name.partition(":")
    try:
        with open(os.path.join(source, PROOFS, proof + ".json"), encoding="utf-8") as file:
            table = json.load(file)
        known = [entry["name"] for entry in (*table["properties"], *table.get("spares", ()))]
    except (OSError, ValueError, KeyError):
        raise CiError(f"{place}: there is no proof {proof}") from None
    if wanted not in known:
        raise CiError(f"{place}: the proof {proof} has no property '{wanted}', only {', '.join(known)}")
    return f"ci/prove {proof}: {wanted}"


def apply(exclusions, reached, texts):
    """The excluded points, with their exclusions, and a complaint for each exclusion that is stale. reached: Reach by
    Point. texts: lines of files, by their paths."""
    excluded, complaints = {}, []
    for one in exclusions:
        lines = [number for number, line in enumerate(texts.get(one.file, ()), 1) if line.strip() == one.text]
        if len(lines) != 1:
            complaints.append(f"{one.place}: the line occurs {len(lines)} times: give the row the line as it is")
            continue
        here = [point for point in reached if point.file == one.file and point.line == lines[0] and point.remark == one.remark]
        if not here:
            complaints.append(f"{one.place}: the line has no such point: remove the row")
        for point in here:
            if reached[point].cases:
                complaints.append(f"{one.place}: {reached[point].first} reaches it: remove the row")
            else:
                excluded[point] = one
    return excluded, complaints
