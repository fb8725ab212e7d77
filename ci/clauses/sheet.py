# The sign-off as data: each clause with what holds it, the faults that were caught, the last results.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import hashlib
import json
import os

from caught import Fault
from contract_text import DOCUMENT
from fault_digests import read_text
from rtl_digest import rtl_digest
from sources import read_sources
from standing import FAILED, NOT_RUN, PASSED, STALE, Standing

COVERAGE = "build/coverage/figure.json"
SCHEMA = "stencil-cosim/signoff/1"
HELD, EXCEPTED, UNHELD = "held", "cannot be held", "unheld"
# Of a clause. The first ones keep it from being signed off.
BAD = (UNHELD, FAILED, STALE, NOT_RUN)


@dataclasses.dataclass
class Entry:
    """A test or proof that holds a clause."""
    holder: object
    standing: Standing
    faults: list  # of caught.Fault, those that break the clause


@dataclasses.dataclass
class Row:
    clause: object
    status: str
    entries: list

    @property
    def caught(self):
        """Names of the faults that its tests and proofs have caught, as far as that still holds."""
        return sorted({fault.name for entry in self.entries for fault in entry.faults if not fault.stale})

    def count(self, proofs):
        return sum((entry.holder.kind == "proof") == proofs for entry in self.entries)


@dataclasses.dataclass
class Sheet:
    rows: list
    retired: dict
    complaints: list
    has_record: bool  # of ci/faults
    rtl: str  # a digest of all Verilog
    contract: str
    coverage: str  # what ci/coverage has found, in a line

    def counts(self):
        return {status: sum(row.status == status for row in self.rows) for status in (HELD, EXCEPTED, *BAD)}

    def uncaught(self):
        """Those that tests or proofs hold, of which none has caught a fault."""
        return [row for row in self.rows if row.entries and not row.caught]


def read_sheet(source, build, proofs):
    found = read_sources(source)
    contract, holders, complaints = found.contract, found.holders, found.complaints
    build.look(sorted({name for holder in holders if holder.kind != "proof" for name in build.tests(holder)}))
    if build.edges:
        for holder in holders:
            if holder.kind == "command" and not build.tests(holder):
                complaints.at(holder.file, holder.line, f"there is no test {holder.name}")
    standings = {id(holder): (proofs if holder.kind == "proof" else build).standing(holder) for holder in holders}
    faults = {id(holder): list(_faults(holder, standings[id(holder)], build, found.caught)) for holder in holders}
    rows = []
    for clause in contract.clauses.values():
        own = [Entry(holder, standings[id(holder)], [fault for fault in faults[id(holder)] if fault.breaks(clause)])
               for holder in holders if clause.number in holder.clauses]
        rows.append(Row(clause, _status(clause, own), own))
    rtl = rtl_digest(source)
    return Sheet(rows, contract.retired, complaints, found.has_record, rtl,
                 hashlib.sha256(read_text(source, DOCUMENT).encode()).hexdigest(), read_coverage(source, rtl))


def read_coverage(source, rtl):
    """What the tests reach in the RTL, if ci/coverage has looked at this one."""
    try:
        with open(os.path.join(source, COVERAGE), encoding="utf-8") as file:
            figure = json.load(file)
        return figure["text"] if figure["rtl_sha256"] == rtl else f"{STALE}: ci/coverage has run on another RTL"
    except (OSError, ValueError, KeyError, TypeError):
        return "ci/coverage has not run"


def _status(clause, entries):
    if not entries:
        return EXCEPTED if clause.why_not else UNHELD
    results = {entry.standing.result for entry in entries}
    # One that fails is never covered up by another; one that holds now is enough beside those that were not run.
    return next(status for status, result in ((FAILED, FAILED), (HELD, PASSED), (STALE, STALE), (NOT_RUN, None))
                if result is None or result in results)


def _faults(holder, standing, build, caught):
    """Those that the test or proof has caught, with why that holds no longer, if so."""
    if holder.kind == "proof":
        file, old, new = holder.fault
        yield Fault(f"prove:{holder.name}", f"'{old.strip()}' becomes '{new.strip()}'", file,
                    "" if standing.result == PASSED else standing.result)
        yield from caught.get(f"prove:{holder.name.partition('.')[0]}", ())
        return
    if holder.planted:
        result = build.result(holder.planted)[0] if holder.planted in build.edges else NOT_RUN
        yield Fault(f"planted by {holder.planted}", "", f"{holder.file}:{holder.line}", "" if result == PASSED else result)
    for fault in caught.get(holder.name, ()):
        if fault.witness:
            case = build.case(fault.witness)
            result = build.result(case)[0] if case else NOT_RUN
            fault = dataclasses.replace(fault, stale="" if result == PASSED else result)
        yield fault
