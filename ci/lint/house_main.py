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
    for top in TOPS:
        for folder, _, files in os.walk(os.path.join(root, top)):
            count = sum(name.endswith(KINDS) for name in files)
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
    for rule in (crowded_folders, long_files, include_circles, left_out_tests):
        for breach in rule(root):
            print(breach)


if __name__ == "__main__":
    main()
