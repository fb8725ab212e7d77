# lint_operators: operators made of kernel files pass verilator, iverilog and yosys without a word, as rtl/ does.
# SPDX-License-Identifier: Apache-2.0
#
# lint_operators.py LINT RTL OPERATORS: the folder of verilog_tools.py, of the RTL, of the operators.
import glob
import os
import sys

YOSYS_CHECKS = "proc -noopt; check -assert; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr; opt_clean"


def complaints(tools, rtl, path):
    module = os.path.splitext(os.path.basename(path))[0]
    folders = [os.path.join(rtl, name) for name in ("arithmetic", "engine", os.path.join("kernels", "formula"))]
    modules = [file for folder in folders[:1] + folders[2:] for file in sorted(glob.glob(os.path.join(folder, "*.v")))]
    modules.append(os.path.join(folders[1], "delay_ring.v"))
    yosys = f"{tools.yosys_read([path] + modules)}; {tools.yosys_top(module, [])}; {YOSYS_CHECKS}"
    for name, command in (
            ("verilator", tools.verilator(folders, module, path, [], ["--lint-only", "-Wall"])),
            ("iverilog", tools.iverilog(folders, module, path, [], "/dev/null", ["-Wall"])),
            ("yosys", ["yosys", "-q", "-p", yosys])):
        verdict = tools.run(command)
        if not verdict.clean:
            yield f"{name}, {module}: status {verdict.status}\n{verdict.said[:tools.SHOWN]}"
    wrong = tools.run(tools.verilator(folders, module, path, [("LATENCY", "1")], ["--lint-only"]))
    if wrong.status == 0 or "u_check_latency" not in wrong.said:
        yield f"verilator, {module} LATENCY=1: status {wrong.status}, must stop\n{wrong.said[:tools.SHOWN]}"


def main(lint, rtl, operators):
    sys.path.insert(0, lint)
    import verilog_tools as tools
    files = sorted(glob.glob(os.path.join(operators, "*_formula_operator.v")))
    found = [text for path in files for text in complaints(tools, rtl, path)]
    print("\n".join(found))
    print(f"{len(files)} operators, {len(found)} complaints")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
