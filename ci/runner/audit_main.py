# ci/audit-inputs: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import concurrent.futures
import os
import re

import registry
from building import Tree
from screen import Screen
from session import run_main
from trace import trace
from ci_error import CiError

SHOWN = 10  # complaints shown per test
# Not inputs: bin/ of the build folder holds all programs, which tests declare; folders below have an empty bin/.
HARMLESS = re.compile("/cmake_install.cmake$")
# Verilog tools search these folders for modules. Tests declare the files found there; after a new file CMake works out
# again which test reads which.
SEARCHED = re.compile("/(rtl|sim/device/arithmetic/operators|tests/rtl/lint)(/|$)")


def undeclared(test, found, trees):
    """The files and folders of the trees that a test read and did not declare."""
    declared = [os.path.realpath(path) for path in test.files()]

    def covered(path):
        return any(path == one or path.startswith(one + "/") for one in declared)

    missing = {path for path in found.read if not covered(path) and not HARMLESS.search(path)}
    # Listing a folder counts unless the test has made it, or looks there for files that it made.
    missing |= {path + "/" for path in found.listed if not covered(path) and not SEARCHED.search(path) and
                not any(made.startswith(path + "/") for made in found.written)}
    return sorted(path for path in missing if any(path.startswith(tree + "/") for tree in trees) and
                  path.rstrip("/") not in found.written)


def audit(test, trees):
    """Complaints about one test."""
    environment = dict(os.environ, **dict(entry.split("=", 1) for entry in test.environment))
    found = trace(test.command, environment, test.folder, test.timeout)
    if found.status is None:
        return [f"{test.name}: does not end under strace"]
    if found.status != 0 and not test.expressions:
        return [f"{test.name}: fails under strace, status {found.status}"]
    missing = undeclared(test, found, trees)
    more = [f"{test.name}: and {len(missing) - SHOWN} more"] if len(missing) > SHOWN else []
    return [f"{test.name}: {path}" for path in missing[:SHOWN]] + more


def main():
    parser = argparse.ArgumentParser(
        prog="ci/audit-inputs", description="Runs tests under strace and reports every file of the source tree "
        "or the build folder that a test opens and does not declare (INPUTS and PROGRAMS in cmake/Testing.cmake): "
        "ci/test would not run it again when such a file changes. All tests must be built.",
        epilog="Status: 0 no complaint, 1 complaints, 2 the call could not do its work.")
    parser.add_argument("preset", nargs="?", default="release")
    parser.add_argument("-L", dest="labels", action="append", default=[], metavar="LABEL", help="only these tests")
    parser.add_argument("--name", action="append", default=[], metavar="NAME",
                        help="only tests whose names begin with NAME")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th test")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    given = parser.parse_args()

    def work():
        tree = Tree(given.source, given.preset)
        screen = Screen()
        # A soak reads the files of its short sibling; a test labelled `always` is run each time.
        chosen = [test for test in registry.read_tests(tree.build)
                  if test.command and not {"slow", "always"} & test.labels
                  and (not given.labels or test.labels & set(given.labels))
                  and (not given.name or test.name.startswith(tuple(given.name)))][::given.every]
        if not chosen:
            raise CiError("no such tests are built")
        trees = [os.path.realpath(tree.source)]
        complaints = 0
        pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1)
        try:
            running = {pool.submit(audit, test, trees): test for test in chosen}
            for number, done in enumerate(concurrent.futures.as_completed(running), 1):
                for complaint in done.result():
                    complaints += 1
                    screen.say(complaint)
                screen.progress("tests read", number, len(chosen), f"{complaints} complaints, {running[done].name}")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        screen.say(f"{len(chosen)} tests read, {complaints} undeclared inputs")
        return 1 if complaints else 0

    run_main("ci/audit-inputs", work)


main()
