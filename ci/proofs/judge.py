# Decides what a proof has shown: each property, its cover point, and the fault that must break it.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import time

import model
import solver
from failure import Failure

PROVED, UNDECIDED, REFUTED = "proved", "undecided", "refuted"


def holds_to(bound):
    return f"holds for {bound} cycles"


@dataclasses.dataclass
class Row:
    """What is known about a property."""
    property: str
    result: str  # PROVED, "holds for N cycles", UNDECIDED or REFUTED
    cycle: int = None  # of the counterexample
    trace: str = None  # where its waves are
    seen_at: int = None  # cycle in which the cover point is reached
    fault_at: int = None  # cycle in which the fault breaks the property
    complaints: list = dataclasses.field(default_factory=list)

    @property
    def passed(self):
        return self.result not in (UNDECIDED, REFUTED) and not self.complaints


class Judge:
    """The work on one proof: pieces() can be called from any threads, then rows() has the result."""

    def __init__(self, proof, source, work):
        self.proof = proof
        self.work = os.path.join(work, proof.name)
        self.texts = proof.texts(source)
        names = [entry.name for entry in proof.properties] + [f"without {entry.name}" for entry in proof.spares]
        self.rows = {name: Row(name, UNDECIDED) for name in names}
        self.wrong = [f"wrong_{entry.name}" for entry in proof.properties]
        self.seconds = 0.0  # of all pieces together

    def pieces(self):
        """Functions without arguments, which do not depend on one another."""
        return ([self._timed(self._prove)] + [self._timed(self._break, entry) for entry in self.proof.properties] +
                [self._timed(self._omit, entry) for entry in self.proof.spares])

    def refute(self):
        """Only looks for counterexamples within the bound: with a fault of ci/faults in the RTL nothing else counts."""
        model.write_models(self.proof, self.work, self.texts, {"wrong": self.wrong})
        for name, cycle in self._search("wrong")[0].items():
            row = self.rows[name.removeprefix("wrong_")]
            row.result, row.cycle = REFUTED, cycle

    def _timed(self, work, *arguments):
        def piece():
            began = time.monotonic()
            work(*arguments)
            self.seconds += time.monotonic() - began
        return piece

    def _prove(self):
        seen = sorted({f"seen_{entry.seen}" for entry in self.proof.properties})
        model.write_models(self.proof, self.work, self.texts, {"wrong": self.wrong, "seen": seen})
        self._reach()
        if self.proof.method == "pdr" and solver.proved(self.work, "wrong", self.proof.limit_s):
            for entry in self.proof.properties:
                self.rows[entry.name].result = PROVED
            return
        found, ended = self._search("wrong")
        for name in self.wrong:
            row = self.rows[name.removeprefix("wrong_")]
            if name in found:
                self._refuted(row, found[name])
            elif self.proof.method == "pdr":
                row.result = self._alone(row.property)
            elif name in ended:
                row.result = self._within_bound()

    def _within_bound(self):
        """The result where nothing was found in all cycles of the bound; of `step` the first state was any state."""
        return PROVED if self.proof.method == "step" else holds_to(self.proof.bound)

    def _alone(self, name):
        """One property by itself, where all together were not proved."""
        if len(self.wrong) == 1:
            return UNDECIDED
        folder = os.path.join(self.work, name)
        model.write_models(self.proof, folder, self.texts, {"alone": [f"wrong_{name}"]})
        return PROVED if solver.proved(folder, "alone", self.proof.limit_s) else UNDECIDED

    def _search(self, name, folder=None):
        folder = folder or self.work
        outputs = model.outputs_of(folder, name)
        search = solver.search(folder, name, len(outputs), self.proof.bound, self.proof.limit_s)
        return ({outputs[number]: cycle for number, cycle in search.found.items()},
                {outputs[number] for number in search.ended})

    def _reach(self):
        found, _ = self._search("seen")
        for entry in self.proof.properties:
            row = self.rows[entry.name]
            row.seen_at = found.get(f"seen_{entry.seen}")
            if row.seen_at is None:
                row.complaints.append(f"its cover point {entry.seen} is not reached within {self.proof.bound} "
                                      "cycles: the property may say nothing")
            elif row.seen_at == 0 and self.proof.method != "step":
                row.complaints.append(f"its cover point {entry.seen} is reached before the reset, in any state")

    def _refuted(self, row, cycle):
        row.result, row.cycle = REFUTED, cycle
        folder = os.path.join(self.work, row.property)
        model.write_models(self.proof, folder, self.texts, {"alone": [f"wrong_{row.property}"]})
        witness = solver.witness(folder, "alone", cycle + 1, self.proof.limit_s)
        if witness:
            path = os.path.join(self.work, f"{row.property}.vcd")
            try:
                model.write_trace(self.proof, folder, self.texts, "alone", witness, path)
                row.trace = path
            except Failure as failure:  # the verdict stands without waves
                row.complaints.append(f"no waves: {failure}")

    def _write_edited(self, row, edit, folder, groups):
        """False if the line that is replaced does not stand in the module once."""
        number = self.texts[edit.file].count(edit.old)
        if number != 1:
            row.complaints.append(f"the line that its edit replaces stands {number} times in {edit.file}: '{edit.old}'")
            return False
        texts = {**self.texts, edit.file: self.texts[edit.file].replace(edit.old, edit.new)}
        model.write_models(self.proof, folder, texts, groups)
        return True

    def _omit(self, entry):
        row = self.rows[f"without {entry.name}"]
        folder = os.path.join(self.work, f"without_{entry.name}")
        if not self._write_edited(row, entry.edit, folder, {"wrong": self.wrong}):
            return
        if self.proof.method == "pdr" and solver.proved(folder, "wrong", self.proof.limit_s):
            row.result = PROVED
            return
        found, ended = self._search("wrong", folder)
        if found:
            row.result, row.cycle = REFUTED, min(found.values())
        elif self.proof.method != "pdr" and ended == set(self.wrong):
            row.result = self._within_bound()

    def _break(self, entry):
        fault, row = entry.fault, self.rows[entry.name]
        folder = os.path.join(self.work, f"fault_{entry.name}")
        if not self._write_edited(row, fault, folder, {"fault": [f"wrong_{entry.name}"]}):
            return
        found, _ = self._search("fault", folder)
        row.fault_at = found.get(f"wrong_{entry.name}")
        if row.fault_at is None:
            row.complaints.append(f"its fault '{fault.new}' in {fault.file} does not break it within "
                                  f"{self.proof.bound} cycles")
