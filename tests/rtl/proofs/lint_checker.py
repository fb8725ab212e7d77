# Lints a checker with the modules it holds: lint_checker.py TOP FILE... Verilator -Wall and Icarus -Wall must not print
# a word. yosys accepts it, or there is no proof.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys


def main():
    top, *files = sys.argv[1:]
    verilator = os.environ.get("VERILATOR_BIN") or "verilator"
    status = 0
    # A checker looks at some outputs of its module only.
    for command in ([verilator, "--lint-only", "-Wall", "-Wno-DECLFILENAME", "-Wno-PINCONNECTEMPTY", "-Wno-UNUSEDSIGNAL",
                     "--top-module", top, *files],
                    ["iverilog", "-g2005", "-Wall", "-Wno-timescale", "-t", "null", "-s", top, *files]):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        said = (done.stdout + done.stderr).strip()
        if done.returncode != 0 or said:
            print(f"{' '.join(command)}\n{said or done.returncode}")
            status = 1
    return status


sys.exit(main())
