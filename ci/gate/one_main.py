# One workload of the gate as a test: one_main.py NAME --program FILE --mpiexec FILE --work FOLDER
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, "..", "runner"))
from measuring import EQUAL, Measuring, shown  # noqa: E402
from session import run_main  # noqa: E402
from ci_error import CiError  # noqa: E402
from workloads import read_workloads  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--program", required=True, help="stencil-cosim")
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--work", required=True, help="folder for the measured cycles")
    parser.add_argument("--source", default=os.path.normpath(os.path.join(HERE, "..", "..")))
    parser.add_argument("--baseline", help="folder of the baselines")
    parser.add_argument("--modules", help="folder of modules, in place of those of the program")
    given = parser.parse_args()

    def work():
        found = [workload for workload in read_workloads(os.path.join(given.source, "ci/gate/workloads.json"))
                 if workload.name == given.name]
        if not found:
            raise CiError(f"there is no workload {given.name}")
        measuring = Measuring(given.program, given.mpiexec, given.work,
                              given.baseline or os.path.join(given.source, "ci/baseline"), given.source,
                              modules=given.modules)
        outcome = measuring.run(found[0])
        print("\n".join(shown(outcome)))
        if outcome.verdict != EQUAL:
            print("if it is meant: ci/regression --accept, with a line in CHANGELOG.md")
        return 0 if outcome.verdict == EQUAL else 1

    run_main("gate", work)


main()
