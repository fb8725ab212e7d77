# Configures and builds: build_main.py [--without-tests] [--name COMMAND] [--if-known TARGET]... PRESET [TARGET...]
# SPDX-License-Identifier: Apache-2.0
import argparse
import os

from building import Builder
from session import Session, run_main


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", default=os.getcwd())
    parser.add_argument("--without-tests", action="store_true")
    parser.add_argument("--name", default="ci/build")
    parser.add_argument("--if-known", action="append", default=[])
    parser.add_argument("preset")
    parser.add_argument("target", nargs="*")
    given = parser.parse_args()

    def work():
        with Session(given.source, given.preset, "build.log") as session:
            builder = Builder(session.tree, session.screen, session.log, session.hold)
            builder.configure(with_tests=not given.without_tests)
            if builder.build(given.target + [name for name in given.if_known if builder.knows(name)], "building"):
                return 0
            session.screen.say(f"{given.name}: building failed, see above; the log is {session.log.name}")
            return 1

    run_main(given.name, work)


main()
