# The cycle gate: runs workloads, gives each its verdict, and writes reports.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os

import accepting
import measuring as measuring_module
import report
import revision
from measuring import EQUAL, FAILED, FASTER, NEW, UNREADABLE, Measuring, shown
from ci_error import CiError
from workloads import read_workloads

WORKLOADS = "ci/gate/workloads.json"
ACCEPT = "if it is meant: ci/regression --accept, with a line in CHANGELOG.md"


def select(source, names):
    """The workloads of these names; all of them if there are no names."""
    workloads = read_workloads(os.path.join(source, WORKLOADS))
    known = [workload.name for workload in workloads]
    for name in names:
        if name not in known:
            raise CiError(f"there is no workload {name}: {', '.join(known)}")
    return [workload for workload in workloads if not names or workload.name in names]


def baselines_of(tree, given):
    """The folder of the baselines; those of our own RTL do not apply to another tree."""
    own = os.path.join(tree.source, "rtl")
    rtl = tree.cached("STENCIL_RTL_DIR") or own
    if given is None and os.path.realpath(rtl) != os.path.realpath(own):
        raise CiError(f"{tree.build} has the RTL of {rtl}, whose cycles {accepting.OWN} does not hold: name a folder for "
                      "them with --baseline")
    return os.path.abspath(given) if given else os.path.join(tree.source, accepting.OWN)


def measuring_of(session, baselines):
    tree = session.tree
    return Measuring(os.path.join(tree.build, "bin", "stencil-cosim"), tree.cached("MPIEXEC_EXECUTABLE") or "mpirun",
                     os.path.join(tree.build, "gate"), baselines, tree.source, session.hold)


def targets(workloads):
    """The ninja targets that these workloads need."""
    return ["stencil-cosim"] + sorted({f"config-{config}" for workload in workloads for config in workload.configs})


class Gate:
    def __init__(self, session, junit, baselines, inputs, stamps):
        """inputs, stamps: see Inputs and Stamps of ci/test."""
        self.session = session
        self.screen = session.screen
        self.source = session.tree.source
        self.measuring = measuring_of(session, baselines)
        self.own = baselines == os.path.join(self.source, accepting.OWN)
        self.junit = junit
        self.inputs = inputs
        self.stamps = stamps

    def run(self, workloads, whole, accept, page):
        """whole: these are all workloads. page: file for the Markdown summary, or None. Returns the exit status."""
        if accept and self.own:
            accepting.refuse_silence(self.source)
        outcomes = self.measure(workloads)
        strays = self._strays(workloads) if whole else []
        if accept:
            return self._accept(outcomes, strays)
        status = self.status(outcomes)
        for path in strays:
            self.screen.say(f"{path} belongs to no workload: remove it")
            status = status or 1
        changed = self.tell(outcomes)
        if page:
            report.write(page, report.markdown(outcomes, changed, ACCEPT))
        equal = sum(outcome.verdict == EQUAL for outcome in outcomes)
        self.screen.say(f"{equal} workloads equal, {len(outcomes) - equal} not")
        return status

    def measure(self, workloads):
        """The outcomes of the workloads; each one that is equal gets a stamp."""
        self.screen.start()
        digests = {workload.name: self.digest(workload) for workload in workloads}
        outcomes = []
        for number, outcome in enumerate(self.measuring.run_all(workloads), 1):
            for line in outcome.log:
                self.session.log.write(line + "\n")
            for line in shown(outcome):
                self.screen.say(line)
            outcomes.append(outcome)
            report.file_under(self.junit, outcome)
            name = outcome.workload.name
            # A stamp is valid only for inputs that are the same before and after the run.
            if outcome.verdict == EQUAL and digests[name] == self.digest(outcome.workload):
                self.stamps.add(f"gate:{name}", digests[name], f"{outcome.seconds:.2f}")
            if number < len(workloads) and self.screen.terminal:
                self.screen.progress("measuring", number, len(workloads))
        self.junit.write()
        return outcomes

    def modules(self, workload):
        """The modules of the configurations that the workload loads."""
        return [os.path.join(self.session.tree.build, f"lib/stencil-cosim/accel/{config}.so")
                for config in workload.configs]

    def stamp(self, workload):
        """An earlier outcome that was equal with the same program, module and baseline; None if there is none."""
        return self.stamps.find(self.digest(workload))

    def digest(self, workload):
        """One digest over everything that the workload's cycles and verdict depend on."""
        measuring = self.measuring
        files = [measuring.program, measuring.baseline(workload), measuring_module.__file__]
        files += self.modules(workload)
        contents = [self.inputs.digests.of(path) for path in files]
        text = json.dumps([self.inputs.common, workload.name, workload.words, workload.ranks, contents])
        return hashlib.sha256(text.encode()).hexdigest()

    def tell(self, outcomes):
        """Shows the reasons for the outcomes that are not equal, the RTL that differs, and what to do."""
        moved = [outcome for outcome in outcomes if outcome.verdict != EQUAL]
        changed = self.changed_rtl() if moved else []
        if changed:
            self.screen.say(f"RTL that differs from the RTL of the baselines: {', '.join(changed)}")
        if any(outcome.verdict == FASTER for outcome in moved):
            self.screen.say("faster is no failure, but the baselines must say so")
        if moved and not any(outcome.verdict in (FAILED, UNREADABLE) for outcome in moved):
            self.screen.say(ACCEPT)
        return changed

    @staticmethod
    def status(outcomes):
        if any(outcome.verdict == UNREADABLE for outcome in outcomes):
            return 2
        return 1 if any(outcome.verdict != EQUAL for outcome in outcomes) else 0

    def changed_rtl(self):
        return revision.changed_since(self.source, accepting.OWN, "rtl") if self.own else []

    def _accept(self, outcomes, strays):
        accepting.refuse_failures(outcomes)
        if all(outcome.verdict == EQUAL for outcome in outcomes):
            self.screen.say("nothing to accept: all baselines are equal")
        for path in accepting.accept(self.measuring, outcomes):
            self.screen.say(f"accepted: {os.path.relpath(path, self.source)}")
        for path in strays:
            self.screen.say(f"{path} belongs to no workload: remove it")
        new = sum(outcome.verdict == NEW for outcome in outcomes)
        if new:
            self.screen.say(f"{new} of them are new: commit them too")
        return 1 if strays else 0

    def _strays(self, workloads):
        """Paths of baselines without a workload, relative to the tree."""
        folder = self.measuring.baselines
        known = {workload.name + ".jsonl" for workload in workloads}
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        return [os.path.relpath(os.path.join(folder, name), self.source) for name in names
                if name.endswith(".jsonl") and name not in known]
