# ci/regression: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "runner"))
import revision  # noqa: E402
from building import Builder, presets  # noqa: E402
from changed import ChangedSuite, run_changed  # noqa: E402
from gate import GateSuite, baselines_of, measure_all, select  # noqa: E402
from session import Session, run_main  # noqa: E402
from ci_error import CiError  # noqa: E402

NAME = "ci/regression"


def parse():
    parser = argparse.ArgumentParser(
        prog=NAME, description="The cycle gate: measures the workloads of ci/gate/workloads.json on the RTL and compares "
        "each cycle with the baselines in ci/baseline. With --changed: runs what the edited files can affect, benches "
        "and lint too, the cheapest first, up to the first difference.",
        epilog="Status: 0 all equal; 1 a cycle or a bit differs (also for the better), a baseline is missing, a test "
        "failed or an edit does not compile; 2 the call could not do its work, or a baseline cannot be read.")
    parser.add_argument("preset", nargs="?", default="release", help="of CMakePresets.json (default: release)")
    parser.add_argument("--accept", action="store_true", help="write the measured cycles as the baselines: "
                        "CHANGELOG.md must have a line that is new since the commit that last changed ci/baseline")
    parser.add_argument("--changed", nargs="?", const="HEAD", metavar="REV", help="run only what the files that differ from "
                        "commit REV can affect (default: HEAD, uncommitted edits and new files)")
    parser.add_argument("--keep-going", action="store_true", help="with --changed: go on after the first difference")
    parser.add_argument("--workload", action="append", default=[], metavar="NAME",
                        help="only this workload; may be repeated")
    parser.add_argument("--baseline", metavar="DIR", help="folder with the baselines of your own RTL "
                        "(STENCIL_RTL_DIR); --accept then needs no line in our CHANGELOG.md")
    parser.add_argument("--markdown", metavar="FILE", help="write a summary for a pull request")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    parser.add_argument("--setup", default="ci/setup", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.accept and given.changed:
        parser.error("--accept writes all baselines, --changed measures some: one or the other")
    if given.changed and given.workload:
        parser.error("--changed finds the workloads itself: no --workload")
    if given.keep_going and not given.changed:
        parser.error("--keep-going is for --changed")
    # `--changed release` means the preset, unless git knows a commit `release`.
    if given.changed in presets(given.source) and not revision.commit_of(given.source, given.changed):
        given.preset, given.changed = given.changed, "HEAD"
    return given


def main():
    def work():
        given = parse()

        with Session(given.source, given.preset, "regression.log") as session:
            Builder(session.tree, session.screen, session.log, session.hold).configure(with_tests=True)
            workloads = select(session.tree.source, given.workload)
            suite = (ChangedSuite if given.changed else GateSuite)(session, given.setup, workloads,
                                                                   baselines_of(session.tree, given.baseline))
            if given.changed:
                return run_changed(suite, given.changed, given.keep_going, given.markdown)
            return measure_all(suite, not given.workload, given.accept, given.markdown)

    run_main(NAME, work)


main()
