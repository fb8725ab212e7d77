# Puts all faults into one copy of the RTL. The environment variable STENCIL_FAULT chooses one when a program starts.
# SPDX-License-Identifier: Apache-2.0
import os

from ci_error import CiError
from files import read_text
from table import CHOSEN

VARIABLE = "STENCIL_FAULT"
PORTS_END = "\n);\n"


def register_of(name):
    return "fault_" + name.replace("-", "_")


def plant(path, text, faults):
    """The text of a file with all these faults, none of which is on unless it is chosen."""
    spans = []
    for fault in faults:
        for edit in fault.edits:
            if text.count(edit.old) != 1:
                raise CiError(f"{path}: the text that {fault.name} replaces occurs {text.count(edit.old)} times: "
                              f"'{edit.old}'")
            start = text.index(edit.old)
            first, last = _same_ends(edit.old, edit.new)
            spans.append((start + first, start + len(edit.old) - last,
                          edit.new[first:len(edit.new) - last].replace(CHOSEN, register_of(fault.name)), fault.name))
    # Of two that insert at one place the first must be "condition ? value :", or the other would change its meaning.
    spans.sort(key=lambda span: (span[0], span[1], not span[2].rstrip().endswith(":")))
    for (start, end, inserted, one), (next_start, next_end, _, other) in zip(spans, spans[1:]):
        both_insert = start == end == next_start == next_end
        if end > next_start or (both_insert and not inserted.rstrip().endswith(":")):
            raise CiError(f"{path}: {one} and {other} change the same place: let one of them change less, or insert "
                          f"'{CHOSEN} ? value : '")
    for start, end, inserted, _ in reversed(spans):
        text = text[:start] + inserted + text[end:]
    place = text.find(PORTS_END)
    if place < 0:
        raise CiError(f"{path} has no line ');' that ends its list of ports")
    place += len(PORTS_END)
    return text[:place] + _registers(sorted({fault.name for fault in faults})) + text[place:]


def _same_ends(old, new):
    """How many characters are equal at the beginning and at the end."""
    shorter = min(len(old), len(new))
    first = 0
    while first < shorter and old[first] == new[first]:
        first += 1
    last = 0
    while last < shorter - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return first, last


def _registers(names):
    lines = ["  /* verilator lint_off WIDTH */\n  /* verilator lint_off UNUSED */\n"]
    for name in names:
        asked = f'std::getenv(\\"{VARIABLE}\\") && !std::strcmp(std::getenv(\\"{VARIABLE}\\"), \\"{name}\\")'
        lines.append(f'  reg {register_of(name)};\n  initial {register_of(name)} = $c32("({asked})");\n')
    return "".join(lines) + "  /* verilator lint_on UNUSED */\n  /* verilator lint_on WIDTH */\n"


def write_if_new(path, text):
    """Files that stay as they are keep their times, so that nothing is built again."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copy_tree(source, tree, faults, texts=None):
    """Writes rtl/ with its faults below `tree`. texts: files that are replaced as a whole, by path."""
    wanted = set()
    for folder, _, names in os.walk(os.path.join(source, "rtl")):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), source)
            if not name.endswith(".v"):
                continue
            text = (texts or {}).get(path) or read_text(source, path)
            here = [fault for fault in faults if fault.file == path]
            write_if_new(os.path.join(tree, path), plant(path, text, here) if here else text)
            wanted.add(path)
    for folder, _, names in os.walk(os.path.join(tree, "rtl")):
        for name in names:
            if os.path.relpath(os.path.join(folder, name), tree) not in wanted:
                os.remove(os.path.join(folder, name))
