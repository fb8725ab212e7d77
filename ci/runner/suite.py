# Builds and runs tests as edges of tests.ninja, and reads what became of them.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import subprocess
import tempfile
import time

import shared_inputs
from building import Builder
from ci_error import CiError, free_mib, full_disk, is_full
from digests import Digests
from edges import FILE, Edges, stamp
from results import Junit, Record, Results
from screen import clock
from registry import STAGES, choose, read_tests, target

FORMAT = 1  # of stamps


class Suite:
    show_steps = True  # whether failed build steps are shown whole
    cheapest_first = False  # a stage ends sooner if the longest tests begin first, a fault shows sooner if they begin last

    def __init__(self, session, setup, name):
        """setup: ci/setup, which knows the tools and packages that tests need. name: of the call."""
        self.session = session
        self.screen = session.screen
        self.tree = session.tree
        self.builder = Builder(session.tree, session.screen, session.log, session.hold)
        self.digests = Digests(os.path.join(self.tree.log_folder, "digests.json"), self.tree.source)
        self.results = Results(self.tree.build)
        self.junit = Junit(os.path.join(self.tree.build, f"{'junit' if name == 'ci/test' else 'regression'}.xml"), name)
        self.call = f"{os.getpid()}-{time.time_ns()}"
        self.setup = setup
        self.tests = []  # that the build folder knows now
        self.ended = {}  # name -> Record, of tests that have been reported
        self.written = (self.tree.build, tempfile.gettempdir())  # folders that tests write to
        self.broken = False  # something could not be built

    def prepare(self):
        """Configures and writes the edges."""
        self.builder.configure(with_tests=True)
        if not self.builder.build(["build.ninja", "test_launcher"], "building the build files"):
            raise CiError(f"the build files cannot be built, see above; the log is {self.session.log.name}")
        common = [FORMAT, shared_inputs.tools(self._listed("tools"), self.digests),
                  shared_inputs.packages(self._listed("packages")), shared_inputs.variables()]
        self.edges = Edges(self.tree, self.digests, json.dumps(common, sort_keys=True), self.builder.jobs)
        self.refresh(listing=True)

    def refresh(self, listing):
        """Brings the edges up to date. A pass vouches for the inputs that the test read: for none if they changed during
        the run. listing: programs may have other tests."""
        if listing:
            places = {}
            for test in self.list():
                record = self.results.latest(test.name)
                # Those that never ran come first, by their bounds: what takes long has a larger one.
                places[test] = ((record is not None) == self.cheapest_first, record.seconds if record else test.bound)
            self.tests = sorted(places, key=places.get, reverse=not self.cheapest_first)
        changed = self.edges.write(self.tests)
        for test in self.tests if changed else ():
            record = self.ended.get(test.name)
            if record and record.verdict == "passed" and changed & set(test.files()):
                self.results.drop(test.name, record.key)
        self.digests.save()

    def run(self, what, select, targets=(), every=False, stop=False, tell=True):
        """Builds and runs the tests that select(all tests) returns, those that ninja finds out of date (every: all). New
        programs have new tests, so that this is done until there is nothing new. Returns {name: Record}."""
        self.session.log.write(f"== {what}\n")
        began = time.monotonic()
        asked = set()
        late = False  # whether files that ninja does not know have been built
        while True:
            chosen = select(self.tests)
            waiting = [test for test in chosen if test.name not in self.ended and test.name not in asked and
                       not test.disabled and (late or not self.edges.is_late(test))]
            if every:
                for test in waiting:
                    self.results.drop(test.name)
            for test in waiting:
                self.results.stamp(test.name)  # removes a damaged one
            environment = {"TEST_CALL": self.call, **({"TEST_AGAIN": "1"} if every else {})}
            asked |= {test.name for test in waiting if test.command}
            if waiting or targets:
                self._build([*targets, *map(stamp, waiting)], what, stop, environment)
                self.broken = self.broken or self.builder.failed_steps > 0
            failed = any(record.verdict == "failed" for record in map(self.ended.get, asked) if record)
            built = self.builder.steps > 0 and bool(waiting or targets)
            self.refresh(listing=built)
            targets = ()
            if (stop and (failed or self.broken)) or (not built and late):
                break
            late = True
        found = self._report(select(self.tests), stop and (failed or self.broken))
        count = counts(found)
        if found and tell:
            self.screen.say(f"{what}: {count['passed'] + count['before']} passed" +
                            f" ({count['before']} of them before)" * (count["before"] > 0) + f", {count['failed']} failed" +
                            f", {count['skipped']} skipped" * (count["skipped"] > 0) +
                            f"; {clock(time.monotonic() - began)}")
        return found

    def _build(self, targets, what, stop, environment):
        while True:
            self.builder.build(targets, what, graph=FILE, stop=stop, environment=environment, on_test=self.end,
                               show=self.show_steps)
            if not self.builder.missing or self.builder.missing in self.edges.gone:
                return
            self.edges.gone.add(self.builder.missing)
            self.refresh(listing=False)

    def list(self):
        return read_tests(self.tree.build)

    def end(self, name, failed, output):
        """A test has ended; output: of its step."""
        test = next(test for test in self.tests if test.name == name)
        record = self.results.latest(name)
        known = record and record.call == self.call
        if failed and (min(map(free_mib, self.written)) == 0 or (not known and is_full(self.results.output(name)))):
            raise full_disk(*self.written)  # on a full disk a failure proves nothing
        if known:
            self.ended[name] = record
            self.results.tidy(name)
            self.show(test, record, self.results.output(name).rstrip())
        elif failed:
            self.results.drop(name)
            self.ended[name] = Record("failed", 0.0, "", self.call, "", "its launcher ended without a record")
            self.show(test, self.ended[name], "\n".join(output))

    def show(self, test, record, output):
        if record.verdict == "failed":
            self.screen.say(f"{test.name} failed after {record.seconds:.2f} s: {record.cause}\n{output}\n")

    def _report(self, chosen, stopped):
        """The records of the chosen tests; those that could not be built have failed."""
        found = {}
        unknown = [test for test in chosen if test.name not in self.ended and not test.disabled]
        blocked = set()
        if unknown and (self.broken or stopped):
            blocked = self.builder.dry({stamp(test): test.name for test in unknown}, FILE)[0]
        for test in chosen:
            record = self.ended.get(test.name)
            if not record:
                nothing = Record("failed", 0.0, "", self.call, "", "could not be built")
                if test.disabled:
                    record = dataclasses.replace(nothing, verdict="skipped", cause="disabled")
                elif test.name in blocked or not test.command:
                    if stopped:
                        continue  # it was not its turn
                    record = nothing
                else:
                    record = self.results.stamp(test.name)
                if not record:
                    if min(map(free_mib, self.written)) == 0:
                        raise full_disk(*self.written)
                    raise CiError(f"there is no record of {test.name}: see {self.session.log.name}")
                self.ended[test.name] = record
            found[test.name] = record
            output = self.results.output(test.name, 300_000 if record.verdict == "failed" else 2_000)
            self.junit.add(test.name, record, output if record.call == self.call else "")
        self.junit.write()
        return found

    def _listed(self, what):
        return subprocess.run([self.setup, f"--{what}", "test"], capture_output=True, text=True,
                              check=True).stdout.split()


def counts(records):
    return {verdict: sum(record.verdict == verdict for record in records.values())
            for verdict in ("passed", "failed", "skipped", "before")}


def run_all(suite, labels, every, slow):
    """ci/test: stage by stage, or one stage of the tests with these labels. Returns the exit status."""
    slow = slow or "slow" in labels
    suite.prepare()
    plan = [(title, [label] if label else []) for title, label in STAGES]
    if labels:
        plan = [(", ".join(labels), labels)]
    for label in labels:
        if not suite.builder.knows(target(label)):
            raise CiError(f"no test has the label {label}; `ctest --preset {suite.tree.preset} --print-labels` tells those "
                          "there are")
    for place, (title, wanted) in enumerate(plan, 1):
        what = f"{place} of {len(plan)}, {title}" if len(plan) > 1 else title
        taken = set(suite.ended)
        suite.run(what, lambda tests: choose(tests, set(wanted), taken, slow), every=every,
                  targets=[target(label) for label in wanted] or ["all"])
    return close(suite, slow or bool(labels))


def close(suite, whole):
    """whole: no slow tests were left out. Returns the exit status."""
    say = suite.screen.say
    if suite.broken:
        say(f"ci/test: building failed, see above; the log is {suite.session.log.name}")
    for name, record in suite.ended.items():
        if record.verdict == "failed":
            say(f"failed: {name}: {record.cause}")
    left = 0 if whole else sum("slow" in test.labels for test in suite.tests)
    if left:
        say(f"{left} tests labelled slow are not run here; ci/nightly runs them too")
    count = counts(suite.ended)
    if count["before"]:
        say(f"{count['before']} of those that passed did so before, with the same inputs, and were not run again; "
            "ci/test --all runs them")
    say(f"log {os.path.relpath(suite.session.log.name, suite.tree.source)}, JUnit "
        f"{os.path.relpath(suite.junit.path, suite.tree.source)}")
    say(f"{count['passed'] + count['before']} passed, {count['failed']} failed" +
        f", {count['skipped']} skipped" * (count["skipped"] > 0))
    return 1 if count["failed"] or suite.broken else 0
