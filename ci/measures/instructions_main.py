# ci/instructions: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "runner"))
import instructions  # noqa: E402
import modules  # noqa: E402
from building import Builder  # noqa: E402
from session import Session, run_main  # noqa: E402
from ci_error import CiError  # noqa: E402


def main():
    parser = argparse.ArgumentParser(
        prog="ci/instructions", description="Counts the instructions of a simulation on one rank by room (the folder "
        "of the source; RTL: sources that Verilator generated; libraries by name) with valgrind's callgrind, and "
        "compares with the record. It names each workload that moved, or has a room that moved, by more than "
        f"{100 * instructions.ALLOWED:g} % of the workload.",
        epilog="Status: 0 within the limit, or recorded with other versions of the tools (shown, not judged); 1 moved "
        "by more; 2 the call could not do its work. build/profile/callgrind-*.out are for callgrind_annotate.")
    parser.add_argument("--accept", action="store_true", help="write the counts as the record")
    parser.add_argument("--baseline", default="ci/baseline/instructions.json", metavar="FILE",
                        help="the record (default: %(default)s)")
    parser.add_argument("--table", action="store_true", help="show all rooms")
    parser.add_argument("--json", metavar="FILE", help="write the counts in the form of the record")
    parser.add_argument("--modules", action="store_true", help="instead: instructions a clock of the model of default, by "
                        "Verilog module, in clocks that load, compute, store and idle, with arithmetic rtl and points; "
                        "nothing is compared")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    given = parser.parse_args()

    def work_on_modules():
        with Session(given.source, instructions.PRESET, "instructions.log") as session:
            builder = Builder(session.tree, session.screen, session.log, session.hold)
            builder.configure(with_tests=True)
            if not builder.build(modules.TARGETS, "building"):
                session.screen.say(f"ci/instructions: building failed, see above; the log is {session.log.name}")
                return 2
            for arithmetic in modules.FOLDERS:
                session.screen.progress(f"counting: {arithmetic}", 0, 1)
                session.screen.say("\n".join([f"default, arithmetic {arithmetic}: instructions a clock (measured)",
                                              *modules.table(modules.measure(session, arithmetic))]))
            return 0

    def work():
        # Refuses an unreadable file before anything is built.
        record = None if given.accept else instructions.read_record(given.baseline)
        if record is None and not given.accept:
            raise CiError(f"there is no {given.baseline}: ci/instructions --accept makes it")
        with Session(given.source, instructions.PRESET, "instructions.log") as session:
            builder = Builder(session.tree, session.screen, session.log, session.hold)
            builder.configure(with_tests=False)
            if not builder.build(instructions.TARGETS, "building"):
                session.screen.say(f"ci/instructions: building failed, see above; the log is {session.log.name}")
                return 2
            new = {"schema": instructions.SCHEMA, "key": instructions.tool_versions(session.tree), "workloads": {}}
            for name in instructions.WORKLOADS:
                session.screen.progress(f"counting: {name}", 0, 1)
                new["workloads"][name] = instructions.measure(session, name)
            if given.json:
                instructions.write_record(new, given.json)
            if given.table:
                session.screen.say(instructions.table(new))
            if given.accept:
                instructions.write_record(new, given.baseline)
                session.screen.say(f"{given.baseline}: " + ", ".join(
                    f"{name} {measured['total']:,} instructions" for name, measured in new["workloads"].items()))
                return 0
            return instructions.compare(session.screen, record, new)

    run_main("ci/instructions", work_on_modules if given.modules else work)


main()
