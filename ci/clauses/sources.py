# Clauses, what holds them and the faults that were caught, by the sources alone; and mistakes in them.
# SPDX-License-Identifier: Apache-2.0
import dataclasses

from caught import read_caught
from contract_text import DOCUMENT, Complaints, Contract, read
from fault_digests import read_text
from holders import read_holders


@dataclasses.dataclass
class Sources:
    contract: Contract
    holders: list
    caught: dict  # faults by the test that catches them
    has_record: bool  # of ci/faults
    complaints: Complaints


def read_sources(source):
    complaints = Complaints()
    contract = read(read_text(source, DOCUMENT), complaints)
    holders = read_holders(source, contract, complaints)
    caught, has_record = read_caught(source, complaints)
    held = {number for holder in holders for number in holder.clauses}
    for clause in contract.clauses.values():
        if clause.number not in held and not clause.why_not:
            complaints.at(DOCUMENT, clause.line, f"{clause.number} is held by no test and no proof, and no reason is given: "
                                                 f"{clause.words[:60]}")
        if clause.number in held and clause.why_not:
            complaints.at(DOCUMENT, clause.line, f"{clause.number} is held, although a reason says that it cannot be")
    return Sources(contract, holders, caught, has_record, complaints)


def bare(sources):
    """A line for each clause that tests hold of which none has caught a fault. A proof has a fault of its own."""
    lines = []
    for clause in sources.contract.clauses.values():
        own = [holder for holder in sources.holders if clause.number in holder.clauses]
        if own and not any(holder.kind == "proof" or holder.planted or any(fault.breaks(clause) and not fault.stale
                                                             for fault in sources.caught.get(holder.name, ()))
                           for holder in own):
            tests = f"none of {len(own)} tests that hold it has" if len(own) > 1 else "the test that holds it has not"
            lines.append(f"{DOCUMENT}:{clause.line}: {clause.number}: {tests} caught a fault: "
                         f"{', '.join(holder.name for holder in own)}")
    return lines
