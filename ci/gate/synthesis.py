# Compares area and logic depth of edited modules with docs/synthesis.tsv, on the smallest configuration.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import sys
import time

import supervisor

CONFIGURATION = "small"
RECORD = "docs/synthesis.tsv"
TIMING_RECORD = "docs/synthesis-timing.tsv"
BOUND_S = 1200
# The tool's words about a module that differs from the record.
DIFFERENCE = re.compile(r"(worse|changed|new|gone): " + re.escape(CONFIGURATION) + r", (\w+)")
SHOWN = 12


def modules(files):
    """The modules in these files (paths relative to the tree); all modules if the record or a file that it depends on
    has changed."""
    return sorted({os.path.splitext(os.path.basename(path))[0] for path in files
                   if path.startswith("rtl/") and path.endswith(".v")})


def options_of(tree):
    """Of ci/mapping/synthesis_main.py."""
    return ["--only", CONFIGURATION, "--configurations", os.path.join(tree.build, "sim/table_accel.json"),
            "--tree", os.path.join(tree.source, "rtl"), "--work", os.path.join(tree.build, "gate/synthesis"),
            "--record", os.path.join(tree.source, RECORD), "--timing-record", os.path.join(tree.source, TIMING_RECORD)]


def judge(session, edited):
    """Maps the whole configuration, since the figures of a module depend on the modules around it; returns whether all
    figures are as recorded. edited: modules to name first."""
    screen, tree = session.screen, session.tree
    screen.start()
    screen.progress(f"synthesis of {CONFIGURATION}, more than a minute", 0, 1)
    began = time.monotonic()
    lines = []
    command = ["timeout", "--foreground", "-k", "10", str(BOUND_S), sys.executable, "-BES",
               os.path.join(tree.source, "ci/mapping/synthesis_main.py"), *options_of(tree)]
    session.log.write(f"$ {' '.join(command)}\n")
    status = supervisor.run(command, lines.append, tree.source, hold=session.hold)
    session.log.write("\n".join(lines) + "\n")
    screen.clear()
    seconds = time.monotonic() - began
    if status == 0:
        screen.say(f"synthesis of {CONFIGURATION}: area and depth as recorded; {seconds:.0f} s")
        return True
    for line in shown(lines, edited):
        screen.say(line)
    screen.say(f"synthesis of {CONFIGURATION}: status {status}; {seconds:.0f} s; if it is meant: ci/synthesis --update")
    return False


def shown(lines, edited):
    """The differences, edited modules first; the whole output if it names no difference."""
    found = [(line, DIFFERENCE.match(line)) for line in lines]
    differences = [(line, match[2]) for line, match in found if match]
    if not differences:
        return lines
    own = [line for line, module in differences if module in edited]
    others = [line for line, module in differences if module not in edited]
    broken = [line for line, match in found if not match and line.startswith(f"{CONFIGURATION}: ") and " LUT, " not in line]
    ordered = broken + own + others
    return ordered[:SHOWN] + [f"and {len(ordered) - SHOWN} more"] * (len(ordered) > SHOWN)
