# The cost of the Verilated models of a build, in Verilator and in the compiler, and which hold a whole accelerator.
# SPDX-License-Identifier: Apache-2.0
import os
import re


def verilated_models(build, objects, records):
    """[(model, Verilator's seconds, compiler's seconds, holds stencil_accel)], the most expensive first."""
    rows = []
    for entry in objects.values():
        found = re.fullmatch(r"(.*)/models/(\w+)_united\.cpp", entry.source)
        if not found:
            continue
        verilated = records.get(("custom", f"models/{found[2]}_united.cpp"))
        compiled = records.get(("compile", entry.key))
        rows.append((found[2], verilated.seconds if verilated else 0.0, compiled.seconds if compiled else 0.0,
                     _holds_accelerator(entry.source + ".d")))
    return sorted(rows, key=lambda row: -(row[1] + row[2]))


def _holds_accelerator(depfile):
    if not os.path.exists(depfile):
        return False
    with open(depfile, encoding="utf-8") as file:
        return "/stencil_accel.v" in file.read()
