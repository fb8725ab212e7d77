# ci/determinism: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "runner"))
import determinism  # noqa: E402
from building import Builder  # noqa: E402
from session import Session, run_main  # noqa: E402
from ci_error import CiError  # noqa: E402


def build(session, with_tests, targets):
    """The build folder of a preset, built."""
    builder = Builder(session.tree, session.screen, session.log, session.hold)
    builder.configure(with_tests=with_tests)
    if not builder.build(targets, f"building {session.tree.preset}"):
        raise CiError(f"building {session.tree.preset} failed, see above; the log is {session.log.name}")
    return session.tree.build


def main():
    parser = argparse.ArgumentParser(
        prog="ci/determinism", description="Proves that a run depends on its input alone: the traffic at the ports of "
        f"each device (run --digest) is the same when compiled by g++ and clang++, at -O0 and -O3, and with messages in "
        f"{determinism.SHUFFLES} other orders; one rank gives the bits of {determinism.RANKS}, and the same data bursts "
        "where rows are dealt in strips. Another seed must change every digest, and each rank must have run.",
        epilog="Status: 0 proved, 1 something differs, 2 the call could not do its work. Runs are written to "
        "build/release/determinism.")
    parser.add_argument("--presets", default=",".join(determinism.PRESETS), metavar="LIST",
                        help="presets to compare, of %(default)s; the others are compared with the first")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    given = parser.parse_args()

    def work():
        presets = given.presets.split(",")
        unknown = [preset for preset in presets if preset not in determinism.PRESETS]
        if unknown or presets[0] != determinism.REFERENCE:
            raise CiError(f"--presets is {given.presets}, must be {determinism.REFERENCE}, then any of "
                          f"{', '.join(determinism.PRESETS[1:])}")
        folders = {}
        for preset in presets:
            with Session(given.source, preset, "determinism.log") as session:
                folders[preset] = build(session, False, ["stencil-cosim", "config-small"])
        # One session for all runs: a folder stays locked until the process ends.
        with Session(given.source, "release", "determinism.log") as session:
            tests = build(session, True, ["shuffle_messages"])
            bench = determinism.Bench(session, os.path.join(tests, "determinism"),
                                      lambda preset: os.path.join(folders[preset], "bin/stencil-cosim"),
                                      os.path.join(tests, "tests/system/shuffle/libshuffle_messages.so"))
            runs, wrong = determinism.prove(bench, presets, session.screen.say)
            session.screen.say(f"ci/determinism: {runs} runs, " + (f"{len(wrong)} differences" if wrong else "no difference"))
            return 1 if wrong else 0

    run_main("ci/determinism", work)


main()
