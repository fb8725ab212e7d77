# module_lines: finds Verilog modules that are too long to read in one go.
# SPDX-License-Identifier: Apache-2.0
#
# module_lines.py FOLDER: prints each module below FOLDER with more than 250 lines besides its head comment, its
# parameters and ports, and the connections of its instances; ends with 1 if there is one, with 2 if it cannot tell.
# Blank lines and lines with nothing but a comment count: they are read too.
import os
import re
import sys

MOST_LINES = 250
CONNECTION = re.compile(r"^ *\.[A-Za-z_]\w* *\(.*\),?( *//.*)?$")
INSTANCE_LINE = re.compile(r"^ *(\w+ *#\(|\) *\w+ *\(|\w+ +u_\w+ *\(|\);?)$")


class CannotTell(Exception):
    pass


def lines_of_module(path):
    """The lines that count in a file with one module, laid out as the files of rtl/ are."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    begins = next((at for at, line in enumerate(lines) if re.match(r"module\b", line)), None)
    if begins is None:
        raise CannotTell(f"{path}: no line begins with 'module'")
    ports_end = next((at for at in range(begins, len(lines)) if lines[at].endswith(");")), None)
    ends = next((at for at, line in enumerate(lines) if re.match(r"endmodule\b", line)), None)
    if ports_end is None or ends is None or ends < ports_end:
        raise CannotTell(f"{path}: its list of ports, or the module, does not end in a line of its own")
    body = lines[ports_end + 1:ends]
    return [line for line in body if not CONNECTION.match(line) and not INSTANCE_LINE.match(line)]


def main(arguments):
    if len(arguments) != 1 or not os.path.isdir(arguments[0]):
        raise CannotTell("module_lines.py FOLDER")
    too_long = 0
    for folder, folders, names in os.walk(arguments[0]):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(".v"):
                continue
            path = os.path.join(folder, name)
            count = len(lines_of_module(path))
            if count > MOST_LINES:
                too_long += 1
                print(f"{path}   <- {count} lines besides head, ports and connections, at most {MOST_LINES}")
    return 1 if too_long else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except CannotTell as error:
        print(error)
        sys.exit(2)
