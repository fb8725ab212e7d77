# ci/contract: holds what is made from the tables of rtl/CONTRACT.md equal to them.
# SPDX-License-Identifier: Apache-2.0
#
# contract_main.py TREE [--update]: ends with 0 if all files of the tree are as the tables say, or have been updated;
# with 1 and a line for each that differs; with 2 for a bad table, a number declared elsewhere or an unknown option.
import pathlib
import sys

import document
import writing

DOCUMENT = "rtl/CONTRACT.md"
HEADER = "sim/device/contract/tables.hpp"


def made(tree):
    """Each file that depends on the tables, with its right text."""
    try:
        contract = document.read((tree / DOCUMENT).read_text(encoding="utf-8"))
    except document.BadTable as error:
        raise document.BadTable(f"{DOCUMENT}: {error}") from error
    yield tree / HEADER, writing.header(contract)
    for path in sorted((tree / "rtl").rglob("*.v")):
        try:
            yield path, writing.module(path.read_text(encoding="utf-8"), contract)
        except document.BadTable as error:
            raise document.BadTable(f"{path.relative_to(tree)}: {error}") from error


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--update"]):
        print("ci/contract [--update]", file=sys.stderr)
        return 2
    tree = pathlib.Path(arguments[0])
    try:
        stale = [(path, text) for path, text in made(tree)
                 if not path.exists() or path.read_text(encoding="utf-8") != text]
    except document.BadTable as error:
        print(f"ci/contract: {error}", file=sys.stderr)
        return 2
    for path, text in stale:
        if "--update" in arguments:
            path.write_text(text, encoding="utf-8")
        else:
            print(f"{path.relative_to(tree)}   <- differs from the tables of {DOCUMENT}; ci/contract --update")
    return 1 if stale and "--update" not in arguments else 0


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    sys.exit(main(sys.argv[1:]))
