# ci/card: the files that take stencil_card to the tools of a card.
# SPDX-License-Identifier: Apache-2.0
import argparse
import pathlib
import shutil
import sys

import block as blocks
import component
import manifests
from verilog import BadVerilog

FOLDER = "rtl/card"


def made(block, prefix):
    """Text by file name; prefix: from the folder of the files to that of the sources."""
    return {"component.xml": component.text(block, prefix), f"{blocks.TOP}.core": manifests.fusesoc(block, prefix),
            "Bender.yml": manifests.bender(block, prefix), "package.tcl": manifests.packager(block, prefix)}


def export(tree, block, folder):
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadVerilog(f"--out {folder}: must be a new or an empty folder")
    for path in block.sources:
        copy = folder / "rtl" / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree / "rtl" / path, copy)
    for name, text in made(block, "rtl/").items():
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copyfile(tree / "LICENSE", folder / "LICENSE")
    print(f"{folder}: {len(block.sources)} sources, {len(block.module.ports)} ports of {blocks.TOP}")


def main(tree, words):
    parser = argparse.ArgumentParser(
        prog="ci/card", description="Makes component.xml, stencil_card.core, Bender.yml and package.tcl from the ports, "
        "the parameters and the sources of rtl/card/stencil_card.v (docs/card.md). Without options: reports which of "
        "those in rtl/card differ.",
        epilog="Status: 0 none differs, or they have been written; 1 one differs; 2 the call could not do its work.")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--update", action="store_true", help="writes them into rtl/card")
    way.add_argument("--out", metavar="DIR", type=pathlib.Path,
                     help="writes them and copies of all sources into a new folder, for tools that want every file below "
                     "the one that lists it")
    given = parser.parse_args(words)
    try:
        block = blocks.read(tree)
        if given.out:
            export(tree, block, given.out)
            return 0
        stale = {name: text for name, text in made(block, "../").items()
                 if not (tree / FOLDER / name).exists() or (tree / FOLDER / name).read_text(encoding="utf-8") != text}
        for name, text in stale.items():
            if given.update:
                (tree / FOLDER / name).write_text(text, encoding="utf-8")
            else:
                print(f"{FOLDER}/{name}   <- differs from {FOLDER}/{blocks.TOP}.v and its sources; ci/card --update")
        return 1 if stale and not given.update else 0
    except (BadVerilog, OSError) as error:
        print(f"ci/card: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
