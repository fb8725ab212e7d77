# A digest of the RTL: what was found with another one is stale.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import os


def rtl_files(source):
    """All Verilog files of the RTL, by their paths in the tree."""
    for folder, folders, names in os.walk(os.path.join(source, "rtl")):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".v"):
                yield os.path.relpath(os.path.join(folder, name), source)


def rtl_digest(source):
    """By path and text."""
    total = hashlib.sha256()
    for path in rtl_files(source):
        with open(os.path.join(source, path), encoding="utf-8") as file:
            total.update(f"{path}\0{file.read()}\0".encode())
    return total.hexdigest()
