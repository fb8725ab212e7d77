# ci/test: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os

from session import Session, run_main
from suite import Suite, run_all


def main():
    parser = argparse.ArgumentParser(
        prog="ci/test", description="Builds and runs the test suite, first the tests that an edit breaks first. A test "
        "that has passed with the same inputs (programs, data, scripts, tools, environment) is not run again.",
        epilog="Status: 0 all passed, 1 a test or the build failed, 2 the call could not do its work.")
    parser.add_argument("preset", nargs="?", default="release", help="of CMakePresets.json (default: release)")
    parser.add_argument("--all", action="store_true", help="run tests that have passed before as well")
    parser.add_argument("--slow", action="store_true", help="run the tests labelled slow too")
    parser.add_argument("-L", dest="labels", action="append", default=[], metavar="LABEL",
                        help="build and run only tests with this label: lint, unit, rtl, mpi, cosim, slow, alone, "
                        "first, or a folder below tests/ such as rtl/control; may be repeated")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    parser.add_argument("--setup", default="ci/setup", help=argparse.SUPPRESS)
    given = parser.parse_args()

    def work():
        with Session(given.source, given.preset, "test.log") as session:
            return run_all(Suite(session, given.setup, "ci/test"), given.labels, given.all, given.slow)

    run_main("ci/test", work)


main()
