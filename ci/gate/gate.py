# The cycle gate: runs workloads, gives each its verdict, and writes reports.
# SPDX-License-Identifier: Apache-2.0
import os

import accepting
import causes
import report
import revision
from files import write_whole
from measuring import EQUAL, FAILED, FASTER, NEW, UNREADABLE, Measuring, Outcome, shown
from ci_error import CiError
from suite import Suite
from workloads import as_test, read_workloads

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


class GateSuite(Suite):
    """The tests, a test for each workload among them."""

    def __init__(self, session, setup, workloads, baselines):
        super().__init__(session, setup, "ci/regression")
        self.workloads = {f"gate:{workload.name}": workload for workload in workloads}
        self.measuring = measuring_of(session, baselines)
        self.own = baselines == os.path.join(self.tree.source, accepting.OWN)
        self.outcomes = []  # of the workloads measured in this call
        self.reported = set()

    def list(self):
        known = {test.name: test for test in super().list() if self.own or not test.name.startswith("gate:")}
        for name, workload in self.workloads.items():
            known.setdefault(name, as_test(workload, self.tree, self.measuring.mpiexec, self.measuring.baselines))
        return list(known.values())

    def show(self, test, record, output):
        workload = self.workloads.get(test.name)
        if not workload:
            super().show(test, record, output)
            return
        outcome = self.measuring.outcome(workload) or Outcome(workload, FAILED, record.cause, output.splitlines()[-6:])
        self.outcomes.append(outcome)
        for line in shown(outcome):
            self.screen.say(line)

    def explain(self):
        """Shows what the outcomes that are not equal have in common, the RTL that differs, and what to do; returns the
        files that differ."""
        moved = [outcome for outcome in self.outcomes if outcome.verdict != EQUAL]
        for line in causes.contradictions(moved):
            self.screen.say(line)
        changed = self.changed_rtl() if moved else []
        if changed:
            self.screen.say(f"RTL that differs from the RTL of the baselines: {', '.join(changed)}")
        if any(outcome.verdict == FASTER for outcome in moved):
            self.screen.say("faster is no failure, but the baselines must say so")
        if moved and not any(outcome.verdict in (FAILED, UNREADABLE) for outcome in moved):
            self.screen.say(ACCEPT)
        return changed

    def gate_status(self):
        if any(outcome.verdict == UNREADABLE for outcome in self.outcomes):
            return 2
        return 1 if any(outcome.verdict != EQUAL for outcome in self.outcomes) else 0

    def changed_rtl(self):
        return revision.changed_since(self.tree.source, accepting.OWN, "rtl") if self.own else []


def measure_all(suite, whole, accept, page):
    """Measures all workloads of the suite. whole: there are no others. page: file for the Markdown summary, or None.
    Returns the exit status."""
    if accept and suite.own:
        accepting.refuse_silence(suite.tree.source)
    suite.prepare()
    suite.run("measuring", lambda tests: [test for test in tests if test.name in suite.workloads], every=True,
              tell=False)
    if suite.broken:
        suite.screen.say(f"ci/regression: building failed, see above; the log is {suite.session.log.name}")
        return 1
    suite.outcomes.sort(key=lambda outcome: list(suite.workloads.values()).index(outcome.workload))
    strays = _strays(suite) if whole else []
    for path in strays:
        suite.screen.say(f"{path} belongs to no workload: remove it")
    if accept:
        return _accept(suite) or (1 if strays else 0)
    changed = suite.explain()
    if page:
        write_whole(page, report.markdown(suite.outcomes, changed, ACCEPT))
    equal = sum(outcome.verdict == EQUAL for outcome in suite.outcomes)
    suite.screen.say(f"{equal} workloads equal, {len(suite.outcomes) - equal} not")
    return suite.gate_status() or (1 if strays else 0)


def _accept(suite):
    accepting.refuse_failures(suite.outcomes)
    if all(outcome.verdict == EQUAL for outcome in suite.outcomes):
        suite.screen.say("nothing to accept: all baselines are equal")
    for path in accepting.accept(suite.measuring, suite.outcomes):
        suite.screen.say(f"accepted: {os.path.relpath(path, suite.tree.source)}")
    new = sum(outcome.verdict == NEW for outcome in suite.outcomes)
    if new:
        suite.screen.say(f"{new} of them are new: commit them too")
    return 0


def _strays(suite):
    """Paths of baselines without a workload, relative to the tree."""
    folder = suite.measuring.baselines
    known = {workload.name + ".jsonl" for workload in suite.workloads.values()}
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.relpath(os.path.join(folder, name), suite.tree.source) for name in names
            if name.endswith(".jsonl") and name not in known]
