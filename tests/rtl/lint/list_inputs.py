# list_inputs: writes which Verilog files each module of some folders needs, as CMake variables.
# SPDX-License-Identifier: Apache-2.0
#
# list_inputs.py OUTPUT NAME=FOLDER...
# Sets lint_modules_NAME to all modules of FOLDER, lint_inputs_NAME_MODULE to the files of a module and of all below it.
# OUTPUT is left alone if nothing has changed: a newer file would make CMake configure again after each edit.
import sys

from verilog_tree import BadTree, VerilogTree


def cmake_list(name, items):
    return f"set({name}\n" + "".join(f'  "{item}"\n' for item in items) + ")\n"


def main(output, *folders):
    text = "# Written by tests/rtl/lint/list_inputs.py\n"
    for argument in folders:
        name, folder = argument.split("=", 1)
        tree = VerilogTree(folder)
        text += cmake_list(f"lint_modules_{name}", sorted(tree.files))
        for module in sorted(tree.files):
            text += cmake_list(f"lint_inputs_{name}_{module}", tree.needs(module))
    try:
        with open(output, encoding="utf-8") as file:
            if file.read() == text:
                return 0
    except FileNotFoundError:
        pass
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except BadTree as error:
        sys.exit(f"list_inputs: {error}")
