# Checks that folders stay easy to walk: prints one breach per line. ci/lint-tree calls it with the root of the tree.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import sys

import arrows

TOPS = ("rtl", "sim", "host", "models")
MOST_FILES = 20   # source files in a folder: a list that fits one glance
MOST_LINES = 250  # lines of a C++ file
KINDS = (".v", ".h", ".hpp", ".c", ".cpp", ".f90", ".in", ".js", ".css", ".html")


def crowded_folders(root):
    for top in (*TOPS, "tests"):
        for folder, _, files in os.walk(os.path.join(root, top)):
            count = sum(name.endswith((*KINDS, ".py")) for name in files)
            if count > MOST_FILES:
                yield f"{os.path.relpath(folder, root)}   <- {count} source files in one folder, at most {MOST_FILES}"


def long_files(root):
    for path in arrows.sources(root, TOPS):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            count = sum(1 for _ in file)
        if count > MOST_LINES:
            yield f"{path}   <- {count} lines, at most {MOST_LINES}"


def include_circles(root):
    files = arrows.includes(root, TOPS)
    for group in arrows.circles(files):
        yield f"{', '.join(group)}   <- files that include one another"
    folders = arrows.between_folders(files)
    for group in arrows.circles(folders):
        inside = [reason for name in group for target, reason in sorted(folders[name].items()) if target in group]
        yield f"{', '.join(group)}   <- folders that include one another: {'; '.join(inside)}"


# A kernel is the folders of its name and these rows; programs of others know it by the C and Fortran interface.
KERNEL = re.compile(r"jacobi|gauss[-_ ]?seidel|five[-_]?point", re.I)
KERNEL_ROWS = (
    "host/c/accel.cpp",                              # the C interface, and the names that it takes
    "host/c/step_weights.cpp",
    "host/c/steps/kernel_names.hpp",
    "host/device/values/tiles_name.hpp",             # the name of tiles; those of sweeps: models/values/sweep_weights.hpp
    "sim/app/check_dut/levels.cpp",                  # tests of the bench are named after what they test
    "sim/app/kernels/kernels.cpp",
    "sim/app/package/exports.map",
    "sim/app/page/run_view.cpp",                     # a key of reports
    "sim/app/report/report_sections.hpp",
    "sim/device/arithmetic/points/written_operator.v",
    "sim/device/contract/tables.hpp",                # made of rtl/CONTRACT.md
)
PUBLIC = re.compile(r"host/(c/[^/]*\.h|fortran/.*|include/.*)$")
FOLDER = re.compile(r"\b(host|models|rtl|sim|docs)/[\w./-]+")  # a place is no name: includes, and texts that lead there


def kernels_outside(root):
    for top in ("host", "sim"):
        for folder, _, files in os.walk(os.path.join(root, top)):
            at = os.path.relpath(folder, root)
            if KERNEL.search(at):
                continue
            for path in sorted(os.path.join(at, name) for name in files if name.endswith((*KINDS, ".map"))):
                if path in KERNEL_ROWS or PUBLIC.match(path):
                    continue
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    for number, line in enumerate(file, 1):
                        if KERNEL.search(FOLDER.sub("", line)):
                            yield f"{path}:{number}: {line.strip()}   <- a kernel's name outside its folders and rows"


def added_folders(text):
    """Those that a CMakeLists.txt adds by their names; None where it adds all that there are."""
    if "*/CMakeLists.txt" in text:
        return None
    lists = re.findall(r"add_subdirectory\(([^)]*)\)|foreach\(\w+ IN ITEMS ([^)]*)\)", text)
    return {word for pair in lists for words in pair for word in words.split()}


def left_out_tests(root):
    """Folders of tests that nothing registers: they would never run. Projects of their own are what tests build."""
    for folder, _, files in os.walk(os.path.join(root, "tests")):
        path = os.path.relpath(folder, root)
        if "CMakeLists.txt" not in files or path == "tests":
            continue
        with open(os.path.join(folder, "CMakeLists.txt"), encoding="utf-8") as file:
            if re.search(r"^project\(", file.read(), re.M):
                continue
        above = os.path.dirname(folder)
        while above != root and not os.path.exists(os.path.join(above, "CMakeLists.txt")):
            above = os.path.dirname(above)
        with open(os.path.join(above, "CMakeLists.txt"), encoding="utf-8") as file:
            added = added_folders(file.read())
        if added is not None and os.path.relpath(folder, above) not in added:
            yield f"{path}   <- {os.path.relpath(above, root)}/CMakeLists.txt does not add it: its tests never run"


def main():
    root = sys.argv[1]
    for rule in (crowded_folders, long_files, include_circles, kernels_outside, left_out_tests):
        for breach in rule(root):
            print(breach)


if __name__ == "__main__":
    main()
