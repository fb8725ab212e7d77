# ci/prove: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import concurrent.futures
import dataclasses
import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", folder) for folder in ("runner", "mapping", "gate")]
import revision  # noqa: E402
from ci_error import CiError  # noqa: E402
from failure import Failure  # noqa: E402
from judge import Judge  # noqa: E402
from kept import keep, known, versions  # noqa: E402
from session import run_main  # noqa: E402
from table import read_proof, read_proofs  # noqa: E402

NAME = "ci/prove"
AT_ONCE = 2


def parse():
    parser = argparse.ArgumentParser(
        prog=NAME, description="Proves properties of modules of the RTL with yosys and yosys-abc: the checkers and "
        "tables in tests/rtl/proofs. Each property must have a cover point that is reached, and a fault that breaks "
        "it.",
        epilog="Status: 0 every property is proved or holds for its bound; 1 one is refuted or undecided, a cover "
        "point is not reached, or a fault breaks nothing; 2 the call could not do its work.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="modules, or single proofs (default: all)")
    parser.add_argument("--changed", nargs="?", const="HEAD", metavar="REV", help="only those whose files differ from "
                        "commit REV (default: HEAD)")
    parser.add_argument("--all", action="store_true", help="prove also what was proved before with the same files "
                        "and tools")
    parser.add_argument("--list", action="store_true", help="print the properties and prove nothing")
    parser.add_argument("--json", metavar="FILE", help="write the results")
    parser.add_argument("--proof", metavar="NAME", help=argparse.SUPPRESS)  # nothing else is read
    parser.add_argument("--refute", action="store_true", help=argparse.SUPPRESS)  # nothing is proved: ci/faults
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    return parser.parse_args()


def select(proofs, given):
    names = {name for proof in proofs for name in (proof.name, proof.module)}
    for name in given.modules:
        if name not in names:
            raise CiError(f"there is no proof of '{name}': {', '.join(sorted(names))}")
    wanted = [proof for proof in proofs if not given.modules or {proof.name, proof.module} & set(given.modules)]
    if given.changed:
        commit = revision.commit_of(given.source, given.changed)
        if not commit:
            raise CiError(f"git knows no commit '{given.changed}'")
        changed = set(revision.changed_files(given.source, commit, "rtl", "tests/rtl/proofs", "ci/proofs",
                                             "ci/mapping"))
        if not any(path.startswith("ci/") for path in changed):
            wanted = [proof for proof in wanted if changed & set(proof.inputs)]
    return wanted


def show(proof, rows, seconds, again):
    """A line for the proof and one for each property."""
    values = " ".join(f"{name}={value}" for name, value in proof.parameters.items()) or "no parameters"
    print(f"{proof.name}: module {proof.module}, {proof.method}, bound {proof.bound} cycles, {values}; "
          f"{'proved before in ' if again else ''}{seconds:.1f} s")
    for row, entry in zip(rows, proof.properties + proof.spares):
        shown = [f"{entry.seen} seen in cycle {row.seen_at}" if row.seen_at is not None else "",
                 f"fault found in cycle {row.fault_at}" if row.fault_at is not None else ""]
        print(f"  {row.property:<22} {row.result:<20} {', '.join(text for text in shown if text)}")
        if row.cycle is not None:
            print(f"    counterexample in cycle {row.cycle}" + (f": {row.trace}" if row.trace else "; no trace"))
        if not row.passed:
            print(f"    {entry.holds}")
        for complaint in row.complaints:
            print(f"    {complaint}")
    sys.stdout.flush()


def prove(wanted, given, work):
    """Returns (proof, rows, seconds) for each, in the order in which they ended."""
    tools = versions()
    done, judges, left = [], {}, {}
    pool = concurrent.futures.ThreadPoolExecutor(AT_ONCE)
    try:
        for proof in sorted(wanted, key=lambda proof: -proof.limit_s):  # long ones first
            key = proof.key(given.source, tools)
            result = None if given.all else known(work, proof, key)
            if result:
                show(proof, *result, again=True)
                done.append((proof, *result))
                continue
            judge = Judge(proof, given.source, work)
            pieces = [pool.submit(piece) for piece in ([judge.refute] if given.refute else judge.pieces())]
            left.update((piece, proof) for piece in pieces)
            judges[proof.name] = [judge, key, len(pieces)]
        for future in concurrent.futures.as_completed(left):
            future.result()
            proof, entry = left[future], judges[left[future].name]
            entry[2] -= 1
            if entry[2] == 0:
                judge, rows = entry[0], list(entry[0].rows.values())
                show(proof, rows, judge.seconds, again=False)
                done.append((proof, rows, judge.seconds))
                if all(row.passed for row in rows):
                    keep(work, proof, entry[1], rows, judge.seconds)
    except Failure:
        pool.shutdown(wait=True, cancel_futures=True)  # nothing writes to the work folder once the call has ended
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return done


def main():
    given = parse()
    wanted = [read_proof(given.source, given.proof)] if given.proof else select(read_proofs(given.source), given)
    if given.list:
        for proof in wanted:
            print(f"{proof.name}: module {proof.module}, {proof.method}, bound {proof.bound}")
            for entry in proof.properties:
                print(f"  {entry.name}: {entry.holds}")
            for entry in proof.spares:
                print(f"  without {entry.name}: {entry.holds}")
        return 0
    work = given.work or os.path.join(given.source, "build", "prove")
    os.makedirs(work, exist_ok=True)
    began = time.monotonic()
    try:
        done = prove(wanted, given, work)
    except Failure as failure:
        raise CiError(str(failure)) from None
    rows = [row for _, rows, _ in done for row in rows]
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump([{"proof": proof.name, "module": proof.module, "method": proof.method, "bound": proof.bound,
                        "parameters": proof.parameters, "seconds": round(seconds, 1),
                        "properties": [{**dataclasses.asdict(row), "holds": entry.holds, "passed": row.passed}
                                       for row, entry in zip(rows, proof.properties + proof.spares)]}
                       for proof, rows, seconds in sorted(done, key=lambda one: one[0].name)], file, indent=1)
    failed = sum(not row.passed for row in rows)
    print(f"{NAME}: {len(rows)} properties of {len({proof.module for proof in wanted})} modules, {failed} not shown; "
          f"{time.monotonic() - began:.0f} s")
    return 1 if failed else 0


run_main(NAME, main)
