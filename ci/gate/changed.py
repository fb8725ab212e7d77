# ci/regression --changed: runs what the edited files can affect, first the cheapest test that can fail.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import time

import registry
import report
import revision
import synthesis
from affected import GATE, NOT_BUILT, SLOW, Affected, order
from costs import Costs
from gate import ACCEPT, WORKLOADS
from graph import Graph
from measuring import EQUAL
from suite import Suite
from ci_error import CiError

NAME = "ci/regression"
# The first lines of tools about a file with a syntax error; lint's complaints about style are warnings.
NO_LANGUAGE = re.compile(r"%Error(-\w+)?: (?!Exiting)|: (fatal )?error: |: syntax error")
WHOLE = 3  # this many failures are shown with the whole output of the test
SHOWN = 8  # at most this many names of pieces left out, of tests that failed
HERE = "ci/gate"


class ChangedSuite(Suite):
    """The suite; reports a compile error in one line."""

    broken = None  # the first line that reports a compile error
    said = 0  # failures shown so far

    def show_failure(self, test, result):
        broken = first_error(result.output) if "lint" in test.labels else None
        if broken:
            self.broken = self.broken or broken
            return
        self.said += 1
        if self.said <= WHOLE:
            super().show_failure(test, result)
        else:
            self.screen.say(result.said)


class Changed:
    def __init__(self, session, gate, workloads, suite):
        self.session = session
        self.screen = session.screen
        self.tree = session.tree
        self.gate = gate
        self.workloads = workloads
        self.suite = suite
        self.tests = []  # all tests of the build folder
        self.outcomes = []
        self.began = time.monotonic()
        self.told = False  # the first verdict has been shown
        self.unbuilt = False  # something could not be built: the edit does not compile

    def run(self, name, keep_going, page):
        """name: of the commit that the tree is compared with. Returns the exit status."""
        if not revision.is_tree(self.tree.source):
            raise CiError("--changed needs git to find the edited files, and this is no git tree")
        commit = revision.commit_of(self.tree.source, name)
        if not commit:
            raise CiError(f"git knows no commit '{name}'")
        files = revision.changed_files(self.tree.source, commit)
        if not files:
            self.screen.say(f"nothing differs from {name}: nothing to run")
            return 0
        self.screen.say(f"{len(files)} files differ from {name}: {enumeration(files)}")
        # Edits made to files that CMake reads count from here on.
        if not self.build(["build.ninja", "test_launcher"], "build files"):
            return 1
        affected = Affected(self.tree.source, files, Graph(self.tree))
        self.tests = tests = registry.read_tests(self.tree.build)
        self.say_unknown(affected, tests)
        everything = WORKLOADS in files or any(path.startswith(HERE + "/") for path in files)
        stages = order(affected.pieces(tests), affected.workload_pieces(self.workloads, self.gate.measuring, everything),
                       Costs(self.tree, affected.graph, self.suite.stamps), affected.outputs)
        gates = synthesis.modules(files) if self.gate.own else []
        failed = False
        while stages and (keep_going or not failed):
            failed = not self.run_stage(stages.pop(0), affected) or failed
        if failed and not self.unbuilt:
            stages = self.measure_after_failure(stages, affected)
        if gates and (keep_going or not failed):
            failed = not synthesis.judge(self.session, gates) or failed
            gates = []
        return self.close(stages, gates, affected.slow(tests), failed, page)

    def say_unknown(self, affected, tests):
        configured = affected.only_configured()
        if configured:
            self.screen.say(f"CMake reads {enumeration(configured)}: no dependency tells what that changes, only the tests "
                            f"of {'its' if len(configured) == 1 else 'their'} folder are run here; ci/test runs the rest")
        unknown = [path for path in affected.unknown(tests) if path not in configured]
        if unknown:
            self.screen.say(f"nothing that is built or tested reads {enumeration(unknown)}")

    def measure_after_failure(self, stages, affected):
        """A bench or lint that fails does not say where cycles go: measures the first workloads, then those that need
        no more configurations, up to the first difference. Returns the stages without them."""
        left = []
        known = {path for outcome in self.outcomes for path in self.gate.modules(outcome.workload)}
        for stage in stages:
            for piece in list(stage):
                if not piece.workloads or any(outcome.verdict != EQUAL for outcome in self.outcomes):
                    continue
                new = {path for workload in piece.workloads for path in self.gate.modules(workload)}
                if known and not new <= known:
                    continue
                known |= new
                stage.remove(piece)
                self.run_stage([piece], affected)
            if stage:
                left.append(stage)
        return left

    def run_stage(self, pieces, affected):
        """Builds and runs all pieces; returns whether all passed."""
        title = enumeration([piece.title for piece in pieces])
        began = time.monotonic()
        targets = sorted({os.path.relpath(path, affected.graph.build) for piece in pieces for path in piece.needs})
        if targets and not self.build(targets, title):
            self.unbuilt = True
            return False
        built = time.monotonic()
        passed = True
        tests = self.tests_of(pieces, affected)
        if tests:
            failures = len(self.suite.failed)
            titles = [piece.title for piece in pieces if piece.tests]
            self.suite.run_stage(enumeration(titles), tests, False, (began, built))
            passed = len(self.suite.failed) == failures
            if self.suite.broken:
                self.unbuilt = True
                self.screen.say(f"the edit does not compile: {self.shorten(self.suite.broken)}")
        workloads = [workload for piece in pieces for workload in piece.workloads]
        return self.measure(workloads) and passed

    def build(self, targets, title):
        """Builds; reports a failed step in one line where a tool names one. Building may add tests and remove them."""
        builder = self.suite.builder
        if builder.build(targets, f"building {title}", show=False):
            if builder.built and self.tests:
                self.tests = registry.read_tests(self.tree.build)
                registry.refuse_careless(self.tests)
            return True
        error = first_error(builder.failed_lines)
        if not error:
            for line in builder.failed_lines:
                self.screen.say(line)
        self.screen.say(f"{title} cannot be built{': ' + self.shorten(error) if error else ', see above'}; the log is "
                        f"{self.session.log.name}")
        return False

    def tests_of(self, pieces, affected):
        """The tests of the pieces as they are now: a program that was just built lists its own."""
        names = {test.name for piece in pieces for test in piece.tests}
        programs = {test.command[0] for piece in pieces for test in piece.tests
                    if test.command and ":" in test.name and test.command[0] in affected.graph.made}
        programs |= {affected.program(name) for name in names if name.endswith(NOT_BUILT)}
        return [test for test in self.tests if not {SLOW, GATE} & test.labels and not test.name.endswith(NOT_BUILT) and
                (test.name in names or (test.command and test.command[0] in programs))]

    def measure(self, workloads):
        """Measures the workloads that were not found equal before with the same program, module and baseline; returns
        whether all are equal."""
        wanted = []
        for workload in workloads:
            stamp = self.gate.stamp(workload)
            if stamp:
                self.gate.junit.add_stamped_name(f"gate:{workload.name}", stamp.when)
            else:
                wanted.append(workload)
        known = len(workloads) - len(wanted)
        if known:
            configs = dict.fromkeys(config for workload in workloads for config in workload.configs)
            self.screen.say(f"{known} workloads of {', '.join(configs)} were equal before, with the same program, "
                            "module and baseline, and are not run again")
        outcomes = self.gate.measure(wanted) if wanted else []
        self.outcomes += outcomes
        if workloads and not self.told:
            self.told = True
            self.screen.say(f"first verdict after {time.monotonic() - self.began:.0f} s")
        return all(outcome.verdict == EQUAL for outcome in outcomes)

    def close(self, stages, gates, slow, failed, page):
        self.suite.stamps.tidy()
        self.suite.digests.save()
        self.gate.junit.write()
        status = self.gate.status(self.outcomes)
        changed = self.gate.tell(self.outcomes)
        if page:
            report.write(page, report.markdown(self.outcomes, changed, ACCEPT, self.suite.failed))
        for name in self.suite.failed[:SHOWN]:
            self.screen.say(f"failed: {name}")
        if len(self.suite.failed) > SHOWN:
            self.screen.say(f"failed: {len(self.suite.failed) - SHOWN} more")
        left = [piece.title for stage in stages for piece in stage] + ["synthesis"] * bool(gates)
        if left:
            self.screen.say(f"left out after the first difference: {enumeration(left)}; ci/regression --changed "
                            "--keep-going runs them too")
        if slow:
            self.screen.say(f"{len(slow)} slow tests that this can affect are not run here; ci/nightly runs them")
        count = self.suite.count
        equal = sum(outcome.verdict == EQUAL for outcome in self.outcomes)
        self.screen.say(f"{count['passed']} tests passed, {count['failed']} failed; {equal} workloads equal, "
                        f"{len(self.outcomes) - equal} not; {time.monotonic() - self.began:.0f} s")
        return status or (1 if failed else 0)

    def shorten(self, line):
        """Paths relative to the tree."""
        return line.strip().replace(self.tree.source + "/", "")


def first_error(lines):
    """The first line that says what is wrong in a file, or None."""
    return next((line for line in lines if NO_LANGUAGE.search(line)), None)


def enumeration(names):
    return ", ".join(names[:SHOWN]) + f" and {len(names) - SHOWN} more" * (len(names) > SHOWN)
