# Finds the tests and workloads that an edit can affect, in pieces that are built and run together, the cheapest first.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re

SLOW, GATE, LINT = "slow", "gate", "lint"
NOT_BUILT = "_NOT_BUILT"
# Benches of a module that cost at most this much more than the cheapest run together with it, CPU seconds.
BESIDE_S = 15.0
# The pieces of a later stage cost together at most this much, or as much as those of all later stages before it: one
# piece alone would leave a processor idle, and a stage of everything would keep a cheap failure waiting.
TOGETHER_S = 30.0


@dataclasses.dataclass
class Piece:
    title: str
    tests: list = dataclasses.field(default_factory=list)
    workloads: list = dataclasses.field(default_factory=list)
    needs: set = dataclasses.field(default_factory=set)  # files that must be built before it can run
    own: bool = False  # belongs to the folder that was edited


def folders_of(files):
    """The labels of the tests that belong to the folders of these files: rtl/bus for rtl/bus/fifo.v."""
    folders = set()
    for path in files:
        folder = os.path.dirname(path)
        folders.add(folder.removeprefix("tests/"))
    return folders - {""}


def modules_of(files):
    return {os.path.splitext(os.path.basename(path))[0] for path in files if path.endswith(".v")}


class Affected:
    """source: the source tree; files: the edited files, relative to it."""

    def __init__(self, source, files, graph):
        self.source = source
        self.files = files
        self.graph = graph
        self.edited = {os.path.join(source, path) for path in files}
        self.outputs = graph.affected(self.edited)
        self.folders = folders_of(files)
        own_lint = "|".join(map(re.escape, sorted(modules_of(files)))) or "-"
        self.configured = folders_of(self.only_configured())
        self.own_lint = re.compile(rf"lint:\w+:({own_lint})(-refuses)?$")

    def unknown(self, tests):
        """Edited files that no rule and no test reads."""
        declared = {os.path.normpath(os.path.join(test.folder, path)) for test in tests for path in test.required}
        return [path for path in self.files if os.path.join(self.source, path) not in self.graph.readers and
                not any(_covers(one, os.path.join(self.source, path)) for one in declared)]

    def only_configured(self):
        """Edited files that only CMake reads."""
        return [path for path in self.files if os.path.join(self.source, path) in self.graph.configured_by and
                not self.graph.readers.get(os.path.join(self.source, path), set()) - {self._build_file()}]

    def touches(self, test):
        """Can the edit change the inputs of the test, or how it is registered?"""
        if test.labels & self.configured:
            return True
        if test.name.endswith(NOT_BUILT):
            return self.program(test.name) in self.outputs
        return any(path in self.outputs or any(_covers(path, file) for file in self.edited) for path in _reads(test))

    def is_own(self, test):
        return bool(test.labels & self.folders) or bool(self.own_lint.match(test.name))

    def pieces(self, tests):
        """The tests that the edit can affect, grouped by what runs together; without slow tests and the gate."""
        found = {}
        for test in tests:
            if {SLOW, GATE} & test.labels or not self.touches(test):
                continue
            key, title = self._piece_of(test)
            piece = found.setdefault(key, Piece(title, own=self.is_own(test)))
            piece.tests.append(test)
            piece.needs |= self._made(test)
        return list(found.values())

    def slow(self, tests):
        return [test for test in tests if SLOW in test.labels and self.touches(test)]

    def workload_pieces(self, workloads, measuring, always):
        """The workloads of configurations that load an affected file, or with an edited baseline. always: all."""
        found = []
        for workload in workloads:
            needs = {os.path.join(self.graph.build, "bin/stencil-cosim")}
            needs |= {os.path.join(self.graph.build, f"lib/stencil-cosim/accel/{config}.so")
                      for config in workload.configs}
            if not always and not needs & self.outputs and measuring.baseline(workload) not in self.edited:
                continue
            title = f"workloads of {', '.join(workload.configs)}"
            for piece in found:
                if piece.title == title:
                    piece.workloads.append(workload)
                    break
            else:
                found.append(Piece(title, workloads=[workload], needs=needs))
        return found

    def _piece_of(self, test):
        """Key and title of a test's piece: tests that need the same files share one, those that need none by kind."""
        if test.name.endswith(NOT_BUILT):
            return frozenset([self.program(test.name)]), test.name.removesuffix(NOT_BUILT)
        made = self._made(test)
        if made:
            return frozenset(made), test.name.split(":")[0].split(".")[0]
        own = self.is_own(test)
        kind = LINT if LINT in test.labels else "scripts"
        if kind == LINT and own:
            return (kind, own), "lint of " + ", ".join(sorted(modules_of(self.files)) or sorted(self.folders))
        return (kind, own), f"{kind} that need no building"

    def _made(self, test):
        """The inputs of a test that lie in the build folder and that a rule makes."""
        if test.name.endswith(NOT_BUILT):
            return {self.program(test.name)}
        return {path for path in _reads(test) if path in self.graph.made}

    def program(self, name):
        return os.path.join(self.graph.build, "bin", name.removesuffix(NOT_BUILT))

    def _build_file(self):
        return os.path.join(self.graph.build, "build.ninja")


def order(pieces, workload_pieces, costs, outputs):
    """Stages, each a list of pieces that are built side by side and run: first the lint of the edited files, then the
    cheapest of their benches with the first workloads of the table, then the rest by cost, in stages that grow. What an
    earlier piece has built costs nothing more."""
    made = set()

    def cost(piece):
        new = {path for path in costs.graph.needed(piece.needs) if path in outputs} - made
        return sum(map(costs.of_output, new)) + sum(map(costs.of_test, piece.tests)) + \
            sum(map(costs.of_workload, piece.workloads))

    def take(piece, left):
        left.remove(piece)
        made.update(path for path in costs.graph.needed(piece.needs) if path in outputs)

    stages = []
    left = list(pieces)
    own_scripts = [piece for piece in left if piece.own and not piece.needs]
    if own_scripts:
        stages.append(own_scripts)
        for piece in own_scripts:
            take(piece, left)
    first = []
    benches = [piece for piece in left if piece.own]
    while benches:
        best = min(benches, key=cost)
        if first and cost(best) > BESIDE_S:
            break
        first.append(best)
        take(best, left)
        benches.remove(best)
    later = list(workload_pieces)
    if later:
        piece = later.pop(0)
        now = [workload for workload in piece.workloads if workload.first] or piece.workloads[:1]
        first += [Piece(f"workload {workload.name}", workloads=[workload], needs=piece.needs) for workload in now]
        made.update(path for path in costs.graph.needed(piece.needs) if path in outputs)
        rest = [workload for workload in piece.workloads if workload not in now]
        if rest:
            later.append(Piece(piece.title, workloads=rest, needs=piece.needs))
    if first:
        stages.append(first)
    left += later
    spent, limit = 0.0, 0.0  # CPU seconds of the later stages so far; at which the present one is full
    while left:
        best = min(left, key=cost)
        if spent + cost(best) > limit:
            stages.append([])
            limit = spent + max(spent, TOGETHER_S)
        spent += cost(best)
        stages[-1].append(best)
        take(best, left)
    return stages


def _reads(test):
    found = {os.path.normpath(os.path.join(test.folder, path)) for path in test.required}
    return found | {word for word in test.command if os.path.isabs(word)}


def _covers(path, file):
    return file == path or file.startswith(path.rstrip("/") + "/")
