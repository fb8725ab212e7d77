# ci/signoff: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", folder) for folder in ("runner", "mapping", "proofs", "campaign")]
import showing  # noqa: E402
from contract_text import Contract  # noqa: E402
from ci_error import CiError  # noqa: E402
from files import write_whole  # noqa: E402
from page import page  # noqa: E402
from session import run_main  # noqa: E402
from sheet import read_sheet  # noqa: E402
from sources import bare, read_sources  # noqa: E402
from standing import Build, Proofs  # noqa: E402

NAME = "ci/signoff"


def parse():
    parser = argparse.ArgumentParser(
        prog=NAME, description="Shows each clause of rtl/CONTRACT.md with the tests and proofs that hold it, their last "
        "results, and the faults that they have caught. A result that is older than the RTL, the test or the fault is "
        "'not proven (stale)'.",
        epilog="Status: 0 each clause is held by a test or proof whose result stands, or says why nothing can hold it; 1 "
        "one is not; 2 the call could not do its work.")
    parser.add_argument("clauses", nargs="*", metavar="CLAUSE", help="clauses to show in full, 'C4.7' or 'C4.1-C4.9' "
                        "(default: a line for each of all)")
    parser.add_argument("--html", metavar="FILE", help="write a page")
    parser.add_argument("--json", metavar="FILE", help="write all of it (schema stencil-cosim/signoff/1)")
    parser.add_argument("--check", action="store_true", help="look at the sources alone: is every clause held by a test "
                        "or proof that exists?")
    parser.add_argument("--faults", action="store_true", help="a clause of which no test or proof has caught a fault is an "
                        "error too")
    parser.add_argument("--preset", default="release", help="whose build folder has the results (default: release)")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    return parser.parse_args()


def check(given):
    """From the sources alone."""
    sources = read_sources(given.source)
    lines = list(sources.complaints) + (bare(sources) if given.faults else [])
    for line in lines:
        print(line)
    clauses = sources.contract.clauses.values()
    print(f"{NAME}: {len(clauses)} clauses, {sum(bool(clause.why_not) for clause in clauses)} that nothing can hold, "
          f"{len(lines)} complaints")
    return 1 if lines else 0


def main():
    given = parse()
    if given.check:
        if given.clauses or given.html or given.json:
            raise CiError("--check takes no clauses and writes no file")
        return check(given)
    build = Build(given.source, os.path.join(given.source, "build", given.preset))
    sheet = read_sheet(given.source, build, Proofs(given.source, build))
    chosen = pick(sheet, given.clauses)
    if given.json:
        write_whole(given.json, json.dumps(showing.data(sheet), indent=1) + "\n")
    if given.html:
        write_whole(given.html, page(sheet))
    sys.stdout.write(showing.text(sheet, chosen))
    for complaint in sheet.complaints:
        print(complaint)
    if not build.edges:
        print(f"no results: ci/test has not run in {os.path.relpath(build.folder, given.source)}")
    return 0 if showing.is_signed_off(sheet) and not (given.faults and sheet.uncaught()) else 1


def pick(sheet, words):
    contract = Contract({row.clause.number: row.clause for row in sheet.rows}, sheet.retired)
    chosen = set()
    for word in words:
        numbers, complaint = contract.expand(word)
        if complaint:
            raise CiError(complaint)
        chosen |= set(numbers)
    return chosen


run_main(NAME, main)
