# latency_pairs: the operators of formulas and those by hand, cycle by cycle, for 20 pairs of latencies.
# SPDX-License-Identifier: Apache-2.0
#
# latency_pairs.py RTL OPERATORS OPERATORS: folders. Each pair is a run of Icarus Verilog.
import os
import subprocess
import sys
import tempfile

PAIRS = [(add, mul) for add in (5, 6, 9, 12, 16) for mul in (6, 7, 11, 16)]
CYCLES = 700


def compare(folders, add, mul, output):
    here = os.path.dirname(os.path.abspath(__file__))
    search = [word for folder in folders for word in ("-y", folder)]
    subprocess.run(["iverilog", "-g2005", "-o", output, "-s", "formula_twins_bench", *search, "-y", here,
                    f"-Pformula_twins_bench.ADD_LATENCY={add}", f"-Pformula_twins_bench.MUL_LATENCY={mul}",
                    f"-Pformula_twins_bench.CYCLES={CYCLES}", os.path.join(here, "formula_twins_bench.v")], check=True)
    done = subprocess.run(["vvp", "-n", output], stdout=subprocess.PIPE, check=True).stdout.decode()
    return done.strip()


def main(rtl, host, operators):
    folders = [host, operators]
    for folder, _, files in os.walk(rtl):
        if any(name.endswith(".v") for name in files):
            folders.append(folder)
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        for add, mul in PAIRS:
            printed = compare(folders, add, mul, os.path.join(scratch, "bench.vvp"))
            fine = printed == f"{CYCLES - 4 * add - 2 * mul} compared, 0 differ"
            wrong += not fine
            print(f"ADD_LATENCY {add}, MUL_LATENCY {mul}: {printed}")
    print(f"{len(PAIRS)} pairs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
