# lint_devices: whole devices with operators made of kernel files pass verilator, iverilog and yosys without a word, and
# what must stop elaboration does.
# SPDX-License-Identifier: Apache-2.0
#
# lint_devices.py LINT RTL TABLE: the folder of verilog_tools.py, of the RTL, and the table of configurations, which has
# the folder of what was made of a kernel file, and the latencies that it was made for.
import json
import os
import re
import sys

YOSYS_CHECKS = "proc -noopt; check -assert; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr; opt_clean"
# Alone, beside every kernel there is, on several lanes.
SETS = ["KERNELS=31 PES=1", "KERNELS=18 PES=1 LANES=2 MEMORY_WORDS=77 MAX_COLS=9"]
TOP = "stencil_accel"


def complaints(tools, tree, folder, latencies):
    with open(os.path.join(folder, "formula_verilator.f"), encoding="utf-8") as file:
        latency = int(re.search(r"FORMULA_LATENCY=(\d+)", file.read())[1])
    folders = [folder] + tree.folders()
    files = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".v")]

    def commands(parameters):
        pairs = tools.pairs_of(f"{parameters} {latencies}")
        yosys = f"{tools.yosys_read(tree.needs(TOP) + needed + files)}; {tools.yosys_top(TOP, pairs)}; {YOSYS_CHECKS}"
        yield "verilator", tools.verilator(folders, TOP, tree.file(TOP), pairs, ["--lint-only", "-Wall"])
        yield "iverilog", tools.iverilog(folders, TOP, tree.file(TOP), pairs, "/dev/null", ["-Wall"])
        yield "yosys", ["yosys", "-q", "-p", yosys]

    needed = [tree.file(name) for name in ("operand_delay", "fp_parameter_range", "fp_div5")
              if tree.file(name) not in tree.needs(TOP)]
    for parameters in SETS:
        for name, command in commands(f"{parameters} FORMULA_LATENCY={latency}"):
            verdict = tools.run(command)
            if not verdict.clean:
                yield f"{name}, {folder} {parameters}: status {verdict.status}\n{verdict.said[:tools.SHOWN]}"
    # A latency that is not the formula's, with another that hides it or without; a formula that is not selected.
    for parameters in (f"KERNELS=16 PES=1 FORMULA_LATENCY={latency + 1}", "KERNELS=31 PES=1 FORMULA_LATENCY=1",
                       "KERNELS=16 PES=1", f"KERNELS=7 PES=1 FORMULA_LATENCY={latency}"):
        for name, command in commands(parameters):
            if name != "verilator":
                continue  # iverilog stops the simulation; yosys takes longest
            if tools.run(command).status == 0:
                yield f"{name}, {folder} {parameters}: must stop"


def main(lint, rtl, table):
    sys.path.insert(0, lint)
    import verilog_tools as tools
    from verilog_tree import VerilogTree
    tree = VerilogTree(rtl)
    with open(table, encoding="utf-8") as file:
        devices = [device for device in json.load(file) if "formula" in device]
    latencies = [" ".join(f"{name}={value}" for name, value in device["parameters"].items() if name.endswith("_LATENCY"))
                 for device in devices]
    found = [text for device, these in zip(devices, latencies) for text in complaints(tools, tree, device["formula"], these)]
    print("\n".join(found))
    print(f"{len(devices)} formulas, {len(found)} complaints")
    return 1 if found or not devices else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
