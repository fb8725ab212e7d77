# ci/faults: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import os
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", folder) for folder in ("runner", "gate")]
import figures  # noqa: E402
import matrix  # noqa: E402
import mutants  # noqa: E402
import netlists  # noqa: E402
import revision  # noqa: E402
from campaign import Campaign, check  # noqa: E402
from ci_error import CiError  # noqa: E402
from fault_digests import Digests, read_text  # noqa: E402
from locking import lock  # noqa: E402
from planting import copy_tree, register_of  # noqa: E402
from programs import BuildError, Programs  # noqa: E402
from record import CAUGHT, read_record, stale, write_record  # noqa: E402
from screen import Screen  # noqa: E402
from session import run_main  # noqa: E402
from table import FOLDER, read_faults, read_json, read_ladders  # noqa: E402

NAME = "ci/faults"
COMPLAINT = re.compile(r"^(%(?:Error|Warning)[^\n]*?/(rtl/[\w/]+\.v):(\d+)[^\n]*)", re.M)


def parse():
    parser = argparse.ArgumentParser(
        prog=NAME, description="Runs the tests against faults written into the RTL (tests/rtl/faults): the tests of "
        "the module first, then those of its folder, proofs, and those of the whole device, until one fails.",
        epilog="Status: 0 every fault is caught or equivalent; 1 a fault survives, or with --check the record is "
        "stale; 2 the call could not do its work: a fault that does not build, a test that fails without any fault.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="faults of these modules (default: all)")
    parser.add_argument("--changed", nargs="?", const="HEAD", metavar="REV", help="only faults in files of the RTL "
                        "that differ from commit REV (default: HEAD), and those whose record is stale")
    parser.add_argument("--stale", action="store_true", help="only faults whose record is stale, as ci/test runs "
                        "them; with --netlist modules whose results are those of another RTL")
    parser.add_argument("--fault", action="append", metavar="NAME", help="this fault; may be given again")
    parser.add_argument("--resume", action="store_true", help="go on from results of an earlier call with the same "
                        "RTL and tests")
    parser.add_argument("--matrix", action="store_true", help="run all tests for each fault, write which "
                        "catches which into build/faults/matrix.tsv, and name those that catch nothing that no other "
                        "catches; with --quick of benches of modules and folders alone")
    parser.add_argument("--quick", action="store_true", help="benches of modules and folders alone, without proofs and "
                        "the whole device")
    parser.add_argument("--update", action="store_true", help=f"write the results into {FOLDER}/record.json")
    parser.add_argument("--check", action="store_true", help="run nothing: does each text that is replaced occur "
                        "once, and is each result in the record that of this tree?")
    parser.add_argument("--netlist", action="store_true", help="not the faults of the tables, but mutants of "
                        "netlists that yosys makes of these modules, against benches of modules alone; --update "
                        f"writes {netlists.RESULTS}. Status 1: fewer than 97 of 100 that are not proved equivalent "
                        "are caught")
    parser.add_argument("--count", type=int, metavar="N", help="mutants of each netlist, 1..1000 (default: 12)")
    parser.add_argument("--seed", type=int, metavar="S", help="chooses them, 0..2147483647 (default: 1)")
    parser.add_argument("--list", action="store_true", help="print the faults and run nothing")
    parser.add_argument("--json", metavar="FILE", help="write the results")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.quick and given.update:
        parser.error("--quick asks only some of the tests: it does not go with --update")
    if given.netlist and (given.changed or given.fault or given.matrix or given.check or given.list or given.quick):
        parser.error("--netlist goes with MODULE, --stale, --count, --seed, --resume, --json and --update alone")
    for name, value, least, most in (("count", given.count, 1, 1000), ("seed", given.seed, 0, 2**31 - 1)):
        if value is not None and not given.netlist:
            parser.error(f"--{name} goes with --netlist alone")
        if value is not None and not least <= value <= most:
            parser.error(f"--{name} {value} must be {least}..{most}")
    given.count, given.seed = given.count or 12, 1 if given.seed is None else given.seed
    return given


def select(faults, given, record, digests):
    modules = sorted({fault.module for fault in faults})
    for name in given.modules:
        if name not in modules:
            raise CiError(f"there are no faults of '{name}': {', '.join(modules)}")
    names = {fault.name for fault in faults}
    for name in given.fault or ():
        if name not in names:
            raise CiError(f"there is no fault '{name}'; {NAME} --list prints all")
    wanted = [fault for fault in faults if (not given.modules or fault.module in given.modules) and
              (not given.fault or fault.name in given.fault)]
    if given.stale:
        wanted = [fault for fault in wanted if stale(record.get(fault.name), fault, digests)]
    if given.changed:
        commit = revision.commit_of(given.source, given.changed)
        if not commit:
            raise CiError(f"git knows no commit '{given.changed}'")
        changed = set(revision.changed_files(given.source, commit, "rtl"))
        wanted = [fault for fault in wanted
                  if fault.file in changed or stale(record.get(fault.name), fault, digests)]
    return wanted


def name_what_does_not_build(text, faults, tree):
    """The faults whose registers stand in the lines that Verilator complains about, with the complaint."""
    bad = {}
    for complaint, path, line in COMPLAINT.findall(text):
        with open(os.path.join(tree, path), encoding="utf-8") as file:
            words = set(re.findall(r"\w+", file.read().splitlines()[int(line) - 1]))
        for fault in faults:
            if fault.file == path and register_of(fault.name) in words:
                bad.setdefault(fault.name, complaint)
    return [f"{name} does not build: {complaint}" for name, complaint in bad.items()]


def run_netlists(given):
    work = given.work or os.path.join(given.source, "build", "faults", "netlists")
    os.makedirs(work, exist_ok=True)
    began = time.monotonic()
    names = given.modules
    if given.stale:
        old = netlists.outdated(given.source, Digests(given.source))
        asked = read_json(given.source, mutants.TABLE)
        names = [name for name in old if name in asked and (not names or name in names)]
        if not names:
            if given.update:
                netlists.write_results(given.source, netlists.results(given.source, [], given.count, given.seed))
            print(f"{NAME}: no netlist is to be run")
            return 0
    modules = mutants.read_modules(given.source, names)
    held = lock(work, Screen())
    print(f"making netlists of {len(modules)} modules", flush=True)
    found = netlists.prepare(given.source, work, modules, given.count, given.seed)
    given.quick = True
    with open(os.path.join(work, "log"), "w", encoding="utf-8") as log:
        programs = Programs(given.source, work, log)
        campaign = netlists.Netlists(given.source, work, programs, read_ladders(given.source), Digests(given.source),
                                     given)
        programs.configure()
        outcomes = netlists.run(campaign, modules, found)
    os.close(held)
    kept = netlists.results(given.source, outcomes, given.count, given.seed)
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=1)
    if given.update:
        netlists.write_results(given.source, kept)
    results = [outcome.result for outcome in outcomes]
    counts = ", ".join(f"{results.count(result)} {result}" for result in dict.fromkeys([CAUGHT, *results]))
    share = netlists.share(outcomes)
    print(f"{NAME}: {len(outcomes)} mutants of {len(modules)} netlists, seed {given.seed}: {counts}; {share:.1%} of "
          f"those not proved equivalent are caught; {time.monotonic() - began:.0f} s")
    return 0 if share >= netlists.ENOUGH else 1


def main():
    given = parse()
    if given.netlist:
        return run_netlists(given)
    faults = read_faults(given.source)
    ladders = read_ladders(given.source)
    digests, record = Digests(given.source), read_record(given.source)
    if given.check:
        complaints = list(check(faults, record, digests, given.source))
        complaints += filter(None, [figures.outdated(given.source, record, ladders)])
        complaints += mutants.misplaced(given.source)
        print("\n".join(complaints + [f"{NAME}: {len(faults)} faults, {len(complaints)} complaints"]))
        netlist = netlists.outdated(given.source, digests)
        if netlist:
            print(f"results of netlists are those of another RTL, of {', '.join(netlist)}: {NAME} --netlist --stale --update")
        old = [fault for fault in faults if stale(record.get(fault.name), fault, digests)]
        if old:
            modules = ", ".join(sorted({fault.module for fault in old}))
            print(f"{len(old)} results hold no longer, of {modules}: {NAME} --stale --resume --update runs and writes them")
        return 1 if complaints else 0
    wanted = select(faults, given, record, digests)
    if given.list:
        for fault in wanted:
            print(f"{fault.name}: {fault.file}: {fault.report}{' (between modules)' if fault.between else ''}")
        return 0
    if not wanted:
        print(f"{NAME}: no fault is to be run")
        return 0
    work = given.work or os.path.join(given.source, "build", "faults")
    os.makedirs(work, exist_ok=True)
    began = time.monotonic()
    # Tables of other modules may have texts whose lines are being edited: their faults are left out of the copy.
    placed = [fault for fault in faults if fault in wanted or not fault.misplaced(read_text(given.source, fault.file))]
    held = lock(work, Screen())
    with open(os.path.join(work, "log"), "w", encoding="utf-8") as log:
        copy_tree(given.source, os.path.join(work, "tree"), placed)
        programs = Programs(given.source, work, log)
        campaign = Campaign(given.source, work, programs, ladders, digests, given)
        try:
            programs.configure()
            outcomes = campaign.run(wanted)
        except BuildError as error:
            bad = name_what_does_not_build(error.output, placed, os.path.join(work, "tree"))
            raise CiError("\n".join([str(error), *bad])) from None
    finish(outcomes, campaign, faults, given)
    os.close(held)
    results = [outcome.result for outcome in outcomes]
    counts = ", ".join(f"{results.count(result)} {result}" for result in dict.fromkeys([CAUGHT, *results]))
    print(f"{NAME}: {len(outcomes)} faults: {counts}; {time.monotonic() - began:.0f} s")
    return 0 if all(outcome.good for outcome in outcomes) else 1


def finish(outcomes, campaign, faults, given):
    entries = {outcome.fault.name: campaign.entry(outcome) for outcome in outcomes}
    if given.matrix:
        path = matrix.write(campaign.work, outcomes)
        print("\n".join(matrix.summary(outcomes, path, lambda name: read_text(given.source, name))))
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump({"faults": entries, "catch_nothing_alone": matrix.needless(outcomes) if given.matrix else None}, file,
                      indent=1)
    if given.update:
        write_record(given.source, faults, entries)
        figures.update_page(given.source, read_record(given.source), campaign.ladders)


run_main(NAME, main)
