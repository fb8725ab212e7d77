# The checkers of the bus rules without a word of Verilator -Wall and Icarus -Wall in each width, and of yosys, which takes
# seconds for the wide ones, in the small sets: lint_rules.py FOLDER
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys

SMALL = ("ADDR_W=35", "OUTSTANDING=2", "EARLY=2")
SETS = (("axi_rules", ()), ("axi_rules", ("DATA_W=128", "ID_W=1")), ("axi_rules", ("DATA_W=512", "ADDR_W=13")),
        ("axi_rules", SMALL), ("axil_rules", ()), ("axil_rules", ("DATA_W=32", "ADDR_W=32")))


def main():
    folder = sys.argv[1]
    verilator = os.environ.get("VERILATOR_BIN") or "verilator"
    status = 0
    for top, parameters in SETS:
        path = os.path.join(folder, f"{top}.v")
        chosen = "".join(f" -chparam {word.replace('=', ' ')}" for word in parameters)
        for command in ([verilator, "--lint-only", "-Wall", *(f"-G{word}" for word in parameters), path],
                        ["iverilog", "-g2005", "-Wall", "-Wno-timescale", "-t", "null",
                         *(f"-P{top}.{word}" for word in parameters), path],
                        ["yosys", "-q", "-p", f"read_verilog {path}; hierarchy -check -top {top}{chosen}; proc; check -assert"]):
            if command[0] == "yosys" and top == "axi_rules" and parameters != SMALL:
                continue
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            said = (done.stdout + done.stderr).strip()
            if done.returncode != 0 or said:
                print(f"{' '.join(command)}\n{said or done.returncode}")
                status = 1
    return status


sys.exit(main())
