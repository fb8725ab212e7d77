# ci/test: stage by stage, builds, skips tests that have passed with the same inputs, runs the others.
# SPDX-License-Identifier: Apache-2.0
import os
import tempfile
import time

import registry
from building import Builder
from digests import Digests
from inputs import Inputs
from junit import Junit
from running import Runner
from screen import clock
from stages import choose, stages, target
from stamps import Stamps
from ci_error import CiError, free_mib, full_disk

ALWAYS = "always"  # the label of tests that run each time, whatever has passed before


class Suite:
    def __init__(self, session, tools, packages):
        self.session = session
        self.screen = session.screen
        self.tree = session.tree
        self.builder = Builder(session.tree, session.screen, session.log, session.hold)
        self.runner = Runner(session.tree, session.screen, session.log, session.hold)
        self.digests = Digests(os.path.join(self.tree.log_folder, "digests.json"), self.tree.source)
        self.inputs = Inputs(self.digests, tools, packages)
        self.stamps = Stamps(os.path.join(self.tree.build, "stamps"))
        self.junit = Junit(os.path.join(self.tree.build, "junit.xml"))
        self.count = {"passed": 0, "failed": 0, "skipped": 0}
        self.stamped = 0
        self.written = (self.tree.build, tempfile.gettempdir())  # folders that tests write to
        self.failed = []  # names

    def run(self, labels, every, slow):
        """every: run tests that have passed before too. slow: run tests labelled slow too. Returns the exit status."""
        slow = slow or "slow" in labels
        self.builder.configure(with_tests=True)
        plan = stages(labels)
        self._refuse_unknown(labels)
        taken = set()
        tests = None
        work = True  # something may be left to build
        for place, stage in enumerate(plan, 1):
            title = f"{place} of {len(plan)}, {stage.what}" if len(plan) > 1 else stage.what
            began = time.monotonic()
            if work:
                if not self.builder.build(stage.targets, f"building {title}"):
                    self.screen.say(f"ci/test: building failed, see above; the log is {self.session.log.name}")
                    return 1
                work = len(plan) > 1 and self.builder.has_work()
                if tests is None or self.builder.built:
                    tests = registry.read_tests(self.tree.build)
                    registry.refuse_careless(tests)
            built = time.monotonic()
            chosen = choose(stage, tests, taken, slow)
            taken.update(test.name for test in chosen)
            self.run_stage(title, chosen, every, (began, built))
        return self._close(tests, slow, complete=not labels)

    def run_stage(self, title, chosen, every, times):
        """Runs the tests; those with a stamp only if `every`. times: when building began and ended."""
        before = dict(self.count, stamped=self.stamped)
        wanted = {}  # tests to run -> digests of their inputs
        for test in chosen:
            digest = self.inputs.of(test) if test.declares and ALWAYS not in test.labels else None
            stamp = self.stamps.find(digest) if digest and not every else None
            if stamp:
                self.junit.add_stamped(test, stamp)
                self.count["passed"] += 1
                self.stamped += 1
            else:
                wanted[test] = digest
        if wanted:
            self._run_tests(title, wanted)
        new = {what: number - before[what] for what, number in dict(self.count, stamped=self.stamped).items()}
        began, built = times
        self.screen.say(f"{title}: {new['passed']} passed" + f" ({new['stamped']} of them before)" *
                        (new["stamped"] > 0) + f", {new['failed']} failed" + f", {new['skipped']} skipped" *
                        (new["skipped"] > 0) +
                        f"; built in {clock(built - began)}, tested in {clock(time.monotonic() - built)}")

    def _run_tests(self, title, wanted):
        def on_result(test, result):
            self.count[result.verdict] += 1
            if result.verdict == "failed":
                self.failed.append(test.name)
                self.stamps.drop(wanted[test])
                self.show_failure(test, result)
            # A stamp vouches for the inputs that the test read: none if they changed during the run.
            elif result.verdict == "passed" and wanted[test] and self.inputs.of(test) == wanted[test]:
                self.stamps.add(test.name, wanted[test], result.seconds)

        part = os.path.join(self.tree.log_folder, "junit.xml")
        failures = len(self.failed)
        results = self.runner.run(list(wanted), f"testing {title}", part, on_result)
        if len(self.failed) > failures and min(map(free_mib, self.written)) == 0:
            raise full_disk(*self.written)  # on a full disk a failure proves nothing
        passed = self.junit.add_run(part, {test.name for test, result in results.items() if result.verdict == "failed"})
        for test, result in results.items():
            if (result.verdict == "passed") != (test.name in passed):
                self.stamps.drop(wanted[test])
                raise CiError(f"ctest's lines and its JUnit file differ on {test.name}: does a test print lines like "
                              f"ctest's? See {self.session.log.name}")
        self.junit.write()
        self.digests.save()

    def show_failure(self, _, result):
        self.screen.say("\n".join([result.said, *result.output, ""]))

    def _close(self, tests, slow, complete):
        self.junit.write()
        self.digests.save()
        self.stamps.tidy()
        for name in self.failed:
            self.screen.say(f"failed: {name}")
        left = sum("slow" in test.labels for test in tests) if complete and not slow else 0
        if left:
            self.screen.say(f"{left} tests labelled slow are not run here; ci/nightly runs them too")
        if self.stamped:
            self.screen.say(f"{self.stamped} of those that passed did so before, with the same inputs, and were not run "
                            "again; ci/test --all runs them")
        self.screen.say(f"log {os.path.relpath(self.session.log.name, self.tree.source)}, JUnit "
                        f"{os.path.relpath(self.junit.path, self.tree.source)}")
        self.screen.say(f"{self.count['passed']} passed, {self.count['failed']} failed" +
                        f", {self.count['skipped']} skipped" * (self.count["skipped"] > 0))
        return 1 if self.count["failed"] else 0

    def _refuse_unknown(self, labels):
        for label in labels:
            if not self.builder.knows(target(label)):
                raise CiError(f"no test has the label {label}; `ctest --preset {self.tree.preset} --print-labels` tells "
                              "those there are")
