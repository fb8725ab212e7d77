# Finds which file and which folder includes which, and the include cycles among them.
# SPDX-License-Identifier: Apache-2.0
import os
import re

INCLUDE = re.compile(r'\s*#\s*include\s*["<]([^">]+)[">]')
SOURCES = (".h", ".hpp", ".c", ".cpp", ".in")


def sources(root, tops):
    """Paths, relative to root, of C and C++ sources below the folders `tops`, sorted."""
    found = []
    for top in tops:
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders.sort()
            found += [os.path.relpath(os.path.join(folder, name), root) for name in files if name.endswith(SOURCES)]
    return sorted(found)


def named(root, path):
    """[(line, file)] of the includes of a source, as they stand there."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return [(number, match[1]) for number, match in enumerate(map(INCLUDE.match, file), 1) if match]


def includes(root, tops):
    """{file: files of `tops` that it includes}. Include paths start at root, as all of ours do."""
    known = set(sources(root, tops))
    return {path: [name for _, name in named(root, path) if name in known] for path in sorted(known)}


def between_folders(arrows):
    """{folder: {folder it includes from: "file -> file" of one such include}}, without includes within a folder."""
    folders = {}
    for path, targets in arrows.items():
        mine = folders.setdefault(os.path.dirname(path), {})
        for target in targets:
            folders.setdefault(os.path.dirname(target), {})
            if os.path.dirname(target) != os.path.dirname(path):
                mine.setdefault(os.path.dirname(target), f"{path} -> {target}")
    return folders


def circles(arrows):
    """Strongly connected components of more than one name, or of one that includes itself (Tarjan), each sorted, and
    sorted among themselves."""
    number, low, stack, found = {}, {}, [], []

    def visit(name):
        number[name] = low[name] = len(number)
        stack.append(name)
        for target in arrows[name]:
            if target not in number:
                visit(target)
            if target in stack:
                low[name] = min(low[name], low[target])
        if low[name] == number[name]:
            at = stack.index(name)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1 or name in arrows[name]:
                found.append(sorted(group))

    for name in sorted(arrows):
        if name not in number:
            visit(name)
    return sorted(found)
