# Runs faults through their ladders of tests, cheapest first, two at once.
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import threading

from ci_error import CiError
from fault_digests import PROOFS, PROVE, digest_of_row, read_text
from record import CAUGHT, EQUIVALENT, SURVIVED, stale
from files import read_json, write_whole

AT_ONCE = 2
TRIVIAL = "trivial"  # every test of its ladder fails: such a fault says nothing about any of them
LEFT = "left"  # by the benches of modules: proofs and the device's bench have not been asked
DIFFERS = "differs"  # a test catches what was said to be equivalent


def ladder_of(fault, ladders, proofs, matrix, quick):
    """Tests of the module, of its folder, proofs with its file, tests of the device; quick: the first two alone. A
    folder's run has all those of the module as well."""
    folder = os.path.dirname(fault.file.removeprefix("rtl/"))
    room = []
    while not room and folder:
        room = ladders.get(folder, [])
        folder = os.path.dirname(folder)
    proved = [PROVE + proof for proof, files in sorted(proofs.items()) if fault.file in files]
    module = [] if matrix else list(fault.tests)
    if quick:  # some modules have no bench but the device's
        device = {step.partition(":")[0] for step in ladders["device"]}
        return [step for step in dict.fromkeys(module + room) if step.partition(":")[0] not in device]
    return list(dict.fromkeys(module + room + proved + ladders["device"]))


def files_of_proofs(source):
    """The files of the RTL that each proof reads."""
    folder = PROOFS
    if not os.path.isdir(os.path.join(source, folder)):
        return {}
    return {name[:-5]: {f"rtl/{file}" for file in read_json(source, f"{folder}/{name}").get("files", ())}
            for name in sorted(os.listdir(os.path.join(source, folder))) if name.endswith(".json")}


@dataclasses.dataclass
class Outcome:
    fault: object
    result: str
    caught_by: list
    cpu_s: float
    steps: list  # those that ran
    passed: list = dataclasses.field(default_factory=list)  # with --matrix: tests that do not catch it
    again: bool = False  # known from an earlier call

    @property
    def good(self):
        return self.result in (CAUGHT, EQUIVALENT)


class Campaign:
    def __init__(self, source, work, programs, ladders, digests, given):
        self.source, self.work, self.programs = source, work, programs
        self.ladders, self.digests = ladders, digests
        self.matrix, self.quick, self.resume = given.matrix, given.quick, given.resume
        self.proofs = files_of_proofs(source)
        self.printing = threading.Lock()
        self.rtl, self.state = self._state("rtl"), self._state("rtl", "tests/rtl")

    def _state(self, *tops):
        """A digest of what decides results beside the fault: RTL, benches, proofs."""
        total = hashlib.sha256()
        for top in tops:
            for folder, folders, names in sorted(os.walk(os.path.join(self.source, top))):
                folders[:] = [name for name in folders if name != "faults"]
                for name in sorted(names):
                    path = os.path.relpath(os.path.join(folder, name), self.source)
                    total.update(f"\0{path}\0{read_text(self.source, path)}".encode())
        return total.hexdigest()

    def run(self, faults):
        """Outcomes in the order of the faults; prints a line for each as it ends."""
        pool = concurrent.futures.ThreadPoolExecutor(AT_ONCE)
        left = {pool.submit(self._one, fault): fault for fault in faults}
        done = {}
        try:
            for future in concurrent.futures.as_completed(left):
                outcome = future.result()
                done[left[future].name] = outcome
                show(outcome, read_text(self.source, outcome.fault.file))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        return [done[fault.name] for fault in faults]

    def _one(self, fault):
        path, key = self._place(fault), self._key(fault)
        if self.resume and os.path.exists(path):
            try:
                with open(path, encoding="utf-8") as file:
                    kept = json.load(file)
                same, holds = kept.pop("key") == key, kept.pop("holds", None)
                if same or (not self.matrix and kept["result"] == CAUGHT and
                            holds == self._holds(fault, kept["caught_by"])):
                    return Outcome(fault, again=True, **kept)
            except (ValueError, KeyError, TypeError):
                pass
        outcome = self._judge(fault)
        self.keep(outcome)
        return outcome

    def _place(self, fault):
        return os.path.join(self.work, "results", f"{fault.name}.json")

    def _key(self, fault):
        return f"{self.state} {digest_of_row(fault.row)} {self.matrix} {self.quick}"

    def keep(self, outcome):
        """For --resume."""
        fault, path = outcome.fault, self._place(outcome.fault)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_whole(path, json.dumps({
            "key": self._key(fault), "holds": self._holds(fault, outcome.caught_by), "result": outcome.result,
            "caught_by": outcome.caught_by, "cpu_s": outcome.cpu_s, "steps": outcome.steps, "passed": outcome.passed}))

    def _holds(self, fault, tests):
        """While this is the same a test that has caught the fault catches it, whatever becomes of others."""
        return [self.rtl, digest_of_row(fault.row), {test: self.digests.of_test(test) for test in tests}]

    def _judge(self, fault):
        caught_by, cpu_s, passed, steps = [], 0.0, [], []
        quick = self.quick or (fault.equivalent and not self.matrix)
        for step in self._ladder(fault, quick):
            run = self.programs.run(step, fault, stop=not self.matrix)
            if run.error:
                raise CiError(f"{fault.name}: {run.error}; that is no verdict")
            steps.append(step)
            cpu_s += run.cpu_s
            passed += [name for name in run.passed if name not in passed]
            caught_by += [name for name in run.failed if name not in caught_by]
            if caught_by and not self.matrix:
                break
        if caught_by and fault.equivalent:
            result = DIFFERS
        elif caught_by:
            result = TRIVIAL if self.matrix and not passed else CAUGHT
        else:
            result = EQUIVALENT if fault.equivalent else LEFT if self.quick else SURVIVED
        return Outcome(fault, result, caught_by, round(cpu_s, 3), steps, passed if self.matrix else [])

    def _ladder(self, fault, quick):
        return ladder_of(fault, self.ladders, self.proofs, self.matrix, quick)

    def entry(self, outcome):
        """A row of the record."""
        fault = outcome.fault
        return {"module": fault.module, "file": fault.file, "line": fault.line(read_text(self.source, fault.file)),
                "sentence": fault.report, "between": fault.between, "clause": list(fault.clause),
                "result": outcome.result, "caught_by": outcome.caught_by, "cpu_s": outcome.cpu_s,
                "matrix": self.matrix, "digests": self.digests.of(fault.file, fault.row, outcome.caught_by)}


def show(outcome, text):
    fault = outcome.fault
    by = ""
    if outcome.caught_by:
        more = len(outcome.caught_by) - 1
        by = f"  {outcome.caught_by[0]}" + (f" and {more} more" if more else "")
    print(f"{fault.name:<34} {outcome.result:<10} {outcome.cpu_s:6.2f} s{by}{'  (known)' if outcome.again else ''}",
          flush=True)
    if outcome.result == EQUIVALENT and fault.equivalent:
        print(f"    {proof_or_reason(fault.equivalent)}", flush=True)
    elif outcome.result != CAUGHT:
        print(f"    {fault.file}:{fault.line(text)}: {fault.report}", flush=True)


def proof_or_reason(equivalent):
    if "proof" in equivalent:
        return f"ci/prove {equivalent['proof'].replace(':', ': without ')}"
    return f"{equivalent['reason']} ({equivalent['clause']})"


def check(faults, record, digests, source):
    """Complaints about the tables and the record: nothing is run."""
    for fault in faults:
        for text in fault.misplaced(read_text(source, fault.file)):
            yield f"{fault.name}: its text does not occur once in {fault.file}: '{text}'"
        entry = record.get(fault.name)
        why = stale(entry, fault, digests)
        if why:
            yield f"{fault.name}: {why}; run ci/faults --fault {fault.name} --update"
        elif entry["result"] not in (CAUGHT, EQUIVALENT):
            yield f"{fault.name}: {entry['result']}: {fault.file}:{entry['line']}: {fault.report}"
    for name in sorted(set(record) - {fault.name for fault in faults}):
        yield f"the record has a fault {name} that no table has; ci/faults --update removes it"
