# Which includes the build's parts allow: parts.txt, which cmake/Parts.cmake writes.
# SPDX-License-Identifier: Apache-2.0
import os

import arrows

# Where headers of libraries come from: the beginning of an include, and the target that a part must link.
FOREIGN = (("mpi.h", "MPI::MPI_CXX"), ("systemc", "SystemC::systemc"), ("tlm", "SystemC::systemc"),
           ("verilated", "stencil_verilated"), ("nlohmann/", "nlohmann_json::nlohmann_json"), ("CLI/", "CLI11::CLI11"),
           ("sodium", "Sodium::sodium"), ("zstd", "Zstd::zstd"), ("spdlog/", "spdlog::spdlog"))


class Parts:
    def __init__(self, table):
        self.owner = {}  # folder -> target
        self.public, self.links = {}, {}
        with open(table, encoding="utf-8") as file:
            for line in file:
                target, folders, public, links = line.rstrip("\n").split("\t")
                self.public[target] = [name for name in public.split(";") if name]
                self.links[target] = self.public[target] + [name for name in links.split(";") if name]
                self.owner.update({folder: target for folder in folders.split(";") if folder})

    def part_of(self, path):
        """The target whose folder holds this file, or None."""
        folder = os.path.dirname(path)
        while folder and folder not in self.owner:
            folder = os.path.dirname(folder)
        return self.owner.get(folder)

    def seen_by(self, target, header):
        """Targets that a header of `target`, or any of its files, may include from: those that it names, and what
        targets that are no parts hand on. A part that it names hands none on: what is included is named."""
        waiting = list((self.public if header else self.links)[target])
        seen = {target}
        while waiting:
            name = waiting.pop()
            if name not in seen and name not in self.owner.values():
                waiting += self.public.get(name, [])
            seen.add(name)
        return seen


def breaches(root, table, tops):
    """One line for each include that no part allows."""
    parts = Parts(table)
    known = set(arrows.sources(root, tops))
    for path in sorted(known):
        mine = parts.part_of(path)
        if mine is None:
            yield f"{path}   <- belongs to no part"
            continue
        seen = parts.seen_by(mine, path.endswith((".h", ".hpp")))
        for number, name in arrows.named(root, path):
            other = parts.part_of(name) if name in known else next(
                (target for start, target in FOREIGN if name.startswith(start)), None)
            if other is not None and other not in seen:
                yield f"{path}:{number}: includes {name}   <- {mine} does not link {other}"
