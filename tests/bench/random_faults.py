# How long `stencil-cosim random` takes to find each of ten planted faults of the system, and what is left of the case:
# python3 tests/bench/random_faults.py [BUILD] [--seed S] [--for TIME] [FAULT...]
# SPDX-License-Identifier: Apache-2.0
#
# Prints a line of a table for each: seconds until the first case fails and until it is small, CPU seconds of both, cases
# that passed before, size of the smallest case. BUILD (build/release) has planted_cosim, planted_steps and the
# configuration `varied` of tests/system/faults. Seconds are those of this machine, with what else runs on it: nothing
# here judges them. Status: 0 all were found in the time and made small, 1 not all were, 2 the call could not do its work.
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

# Of the host: halos, overlaps, skewed blocks, parts that stay in the device, tiles, steps from C; of steps in RTL and on the
# model; of the RTL: the interlock and the bus.
FAULTS = ("copied-early", "thin-overlap", "skew-twice", "resident-halo", "second-line", "gap-row", "r-left",
          "store-unwaited", "rtl:head-r", "rtl:bus-yields")
HEAD = "| fault | found after | CPU | cases before | made small after | smallest case |\n|---|--:|--:|--:|--:|---|"
FAILS = re.compile(r"^case (\d+) of seed \d+ fails: ", re.M)
PASSED = re.compile(r"^PASS: (\d+) cases?", re.M)
SMALLEST = re.compile(r"^smallest that fails so, after \d+ runs?: (.*)$", re.M)
MOST_RANKS, MOST_BLOCKS = 2, 2


def children_s():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def hunt(build, fault, seed, length, folder):
    """Seconds to the first failure and in all, CPU seconds, the output."""
    rtl = fault.startswith("rtl:")
    planted = {"STENCIL_PLUSARGS": "+variant=" + fault[4:]} if rtl else {"PLANT": fault}
    words = [os.path.join(build, "bin", "planted_cosim"), "random", "--seed", str(seed), "--for", length, "--config", "varied",
             "--steps", os.path.join(build, "bin", "planted_steps"), "--output", os.path.join(folder, fault.replace(":", "-"))]
    before, began, found, text = children_s(), time.monotonic(), None, ""
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
                          env={**os.environ, **planted}) as child:
        for line in child.stdout:
            text += line
            found = found or (time.monotonic() - began if FAILS.search(line) else None)
        error = child.stderr.read()
    if child.returncode not in (0, 1):
        print(f"random_faults: {fault}: status {child.returncode}: {(error or text).strip()}", file=sys.stderr)
        sys.exit(2)
    return found, time.monotonic() - began, children_s() - before, text


def row(fault, found, whole, cpu, text):
    """A line of the table, and whether the fault was found and made small."""
    if found is None:
        return f"| `{fault}` | not found | {cpu:.0f} s | {PASSED.search(text)[1]} | | |", False
    smallest = SMALLEST.search(text)[1]
    ranks = int(re.match(r"(\d+) rank", smallest)[1])
    blocks = int(re.search(r"(\d+) (?:block|tile)", smallest)[1])
    return (f"| `{fault}` | {found:.1f} s | {cpu:.0f} s | {FAILS.search(text)[1]} | {whole:.1f} s | {smallest} |",
            ranks <= MOST_RANKS and blocks <= MOST_BLOCKS)


def main():
    parser = argparse.ArgumentParser(description="Measures how long `random` takes to find planted faults.")
    parser.add_argument("build", nargs="?", default="build/release")
    parser.add_argument("faults", nargs="*", metavar="FAULT")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--for", dest="length", default="60s", metavar="TIME")
    given = parser.parse_args()
    build, good = os.path.abspath(given.build), True
    if not os.path.exists(os.path.join(build, "bin", "planted_cosim")):
        print(f"random_faults: there is no planted_cosim in {build}/bin: ninja -C {given.build} planted_cosim planted_steps "
              "config-variants-varied", file=sys.stderr)
        return 2
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for fault in given.faults or FAULTS:
            line, small = row(fault, *hunt(build, fault, given.seed, given.length, folder))
            print(line, flush=True)
            good = good and small
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
