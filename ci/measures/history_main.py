# ci/history: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", "runner"), os.path.join(HERE, "..", "gate")]
import gate  # noqa: E402
import history  # noqa: E402
import instructions  # noqa: E402
from building import Builder, Tree  # noqa: E402
from session import Session, run_main  # noqa: E402
from ci_error import CiError  # noqa: E402

PARTS = ("cycles", "synthesis", "instructions")


def build(session, with_tests, targets):
    builder = Builder(session.tree, session.screen, session.log, session.hold)
    builder.configure(with_tests=with_tests)
    if not builder.build(targets, "building"):
        raise CiError(f"building failed, see above; the log is {session.log.name}")


def cycles(source, preset):
    """{workload: {label: cycles}} of the workloads of the cycle gate."""
    workloads = gate.select(source, [])
    with Session(source, preset, "history.log") as session:
        build(session, False, gate.targets(workloads))
        measuring = gate.measuring_of(session, None)
        found = {}
        for number, workload in enumerate(workloads):
            session.screen.progress(f"running {workload.name}", number, len(workloads))
            failure, classes, printed = measuring.take(workload)
            session.log.write("\n".join(printed) + "\n")
            if failure:
                raise CiError(f"workload {workload.name}: {'; '.join([failure.summary, *failure.sentences[-1:]])}")
            found[workload.name] = history.cycles_of(classes, measuring.measured(workload))
        return found


def given_cycles(folder):
    """The same from files NAME.json of earlier runs."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    except OSError as error:
        raise CiError(f"{folder} cannot be read: {error.strerror}") from None
    if not names:
        raise CiError(f"{folder} holds no .json file")
    found = {}
    for name in names:
        path = os.path.join(folder, name)
        found[name.removesuffix(".json")] = history.recorded_cycles(path)
    return found


def synthesis(source, preset):
    """Area and depth by configuration; None if the record is of other RTL than the build's."""
    rtl = Tree(source, preset).cached("STENCIL_RTL_DIR")
    if rtl and os.path.realpath(rtl) != os.path.realpath(os.path.join(source, "rtl")):
        return None
    return history.synthesis_of(os.path.join(source, "docs/synthesis.tsv"))


def counted_instructions(source):
    with Session(source, instructions.PRESET, "instructions.log") as session:
        build(session, False, instructions.TARGETS)
        session.screen.progress("counting instructions", 0, 1)
        return {**instructions.tool_versions(session.tree), **instructions.measure(session, "rtl")}


def main():
    parser = argparse.ArgumentParser(
        prog="ci/history", description="Measures this commit and appends it as one line of JSON to a file: cycles by "
        "workload and class of blocks, area and logic depth of each configuration (docs/synthesis.tsv), instructions of "
        "a simulation by room with the versions of the tools. `stencil-cosim history FILE` draws it.",
        epilog="Status: 0 a line was appended, 2 it was not; one line says why, and the file is as it was.")
    parser.add_argument("file", nargs="?", default="ci/history.jsonl", metavar="FILE",
                        help="file to append to (default: %(default)s)")
    parser.add_argument("--without", action="append", default=[], choices=PARTS, metavar="PART",
                        help=f"leave out one of {', '.join(PARTS)}, null in the line; may be repeated")
    parser.add_argument("--cycles", metavar="FOLDER", help="take cycles from reports or outputs of `cycles` in FOLDER, "
                        "one WORKLOAD.json each, instead of running the workloads")
    parser.add_argument("--preset", default="release", help="its build runs the workloads (default: %(default)s)")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    given = parser.parse_args()

    def work():
        history.check_file(given.file)
        commit = history.commit_of(given.source)
        if commit["dirty"]:
            print(f"ci/history: the tree differs from commit {commit['commit'][:12]}: the line says dirty", flush=True)
        line = {"schema": history.SCHEMA, **commit, **dict.fromkeys(PARTS)}
        if "cycles" not in given.without:
            line["cycles"] = given_cycles(given.cycles) if given.cycles else cycles(given.source, given.preset)
        if "synthesis" not in given.without:
            line["synthesis"] = synthesis(given.source, given.preset)
            if line["synthesis"] is None:
                print("ci/history: docs/synthesis.tsv is of our own RTL, another is built: synthesis is null", flush=True)
        if "instructions" not in given.without:
            line["instructions"] = counted_instructions(given.source)
        history.append(given.file, line)
        classes = sum(len(found) for found in (line["cycles"] or {}).values())
        print(f"{given.file}: {commit['commit'][:12]}, {classes} classes of {len(line['cycles'] or {})} workloads, "
              f"{len(line['synthesis'] or {})} configurations mapped, "
              + (f"{line['instructions']['total']:,} instructions" if line["instructions"] else "no instructions"))
        return 0

    run_main("ci/history", work)


main()
