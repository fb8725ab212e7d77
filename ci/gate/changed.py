# ci/regression --changed: runs what ninja finds out of date, first the cheapest test of the edited files.
# SPDX-License-Identifier: Apache-2.0
import glob
import os
import re
import subprocess
import sys
import time

import report
import revision
import synthesis
from edges import FILE, stamp
from files import write_whole
from gate import ACCEPT, GateSuite
from measuring import EQUAL
from registry import NOT_BUILT
from suite import counts
from ci_error import CiError

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "timing"))
from cpu_log import read_cpu_log  # noqa: E402

# The first lines of tools about a file with a syntax error; lint's complaints about style are warnings.
NO_LANGUAGE = re.compile(r"%Error(-\w+)?: (?!Exiting)|: (fatal )?error: |: syntax error")
WHOLE = 3  # this many failures are shown with the whole output of the test
SHOWN = 8  # at most this many names of tests left out, of tests that failed
BESIDE_S = 15.0  # benches of an edited folder that cost so much more than the cheapest, CPU seconds, run beside it
REST = "the rest"
JUDGING, BENCH = "what judges the RTL", "the bench with this RTL"
SYNTHESIS = "synthesis"
# Labels of tests that judge the RTL, and the folder of those whose program is not built; others judge the bench, which has
# the RTL as a device.
JUDGES = re.compile(r"(first|gate|lint|rtl|rtl/.*)$")
RTL_AND_RECORDS = ("rtl/", "ci/baseline/", "docs/synthesis", "CHANGELOG.md")
LAST = "records of faults"  # tests labelled `last`
STEP_S = 4.0  # a guess for a step that has never run


def piece(test):
    """What tests of one program have in common."""
    return test.name.removesuffix(NOT_BUILT).partition(":")[0] if _is_case(test) else test.name


def is_last(test):
    return "last" in test.labels and "slow" not in test.labels


def _is_case(test):
    return test.name.endswith(NOT_BUILT) or any(word.startswith("--gtest_filter=") for word in test.command)


class ChangedSuite(GateSuite):
    """Reports a compile error in one line."""

    error = None  # the first line that reports a compile error
    failures = 0  # shown so far
    show_steps = False
    cheapest_first = True

    def show(self, test, record, output):
        failed = record.verdict == "failed" and test.name not in self.workloads
        error = first_error(output.splitlines()) if failed and "lint" in test.labels else None
        self.failures += failed
        if error:
            self.error = self.error or error
        elif failed and self.failures > WHOLE:
            self.screen.say(f"{test.name} failed: {record.cause}")
        else:
            super().show(test, record, output)

    def work(self, what, names, stop=False):
        """Runs the tests of these pieces; returns whether all passed."""
        found = self.run(what, lambda tests: [test for test in tests if piece(test) in names and "slow" not in test.labels],
                         stop=stop)
        if self.builder.failed_lines:
            error = first_error(self.builder.failed_lines)
            for line in [] if error else self.builder.failed_lines:
                self.screen.say(line)
            self.screen.say(f"{what} cannot be built" + (f": {self.shorten(error)}" if error else ", see above") +
                            f"; the log is {self.session.log.name}")
        elif self.error and not self.broken:
            self.broken = True
            self.screen.say(f"the edit does not compile: {self.shorten(self.error)}")
        return not self.broken and not counts(found)["failed"]

    def order(self, cheapest_first):
        """Cheapest first shows a fault sooner; longest first keeps all processors busy up to the end."""
        if cheapest_first != self.cheapest_first:
            self.cheapest_first = cheapest_first
            self.refresh(listing=True)

    def out_of_date(self, tests):
        """Those that ninja may run, and the descriptions of all steps up to them."""
        names, steps = self.builder.dry({stamp(test): test.name for test in tests}, FILE)
        return [test for test in tests if test.name in names], steps

    def shorten(self, line):
        """Paths relative to the tree."""
        return line.strip().replace(self.tree.source + "/", "")


def run_changed(suite, name, keep_going, page):
    """name: of the commit that the tree is compared with. Returns the exit status."""
    began = time.monotonic()
    source, say = suite.tree.source, suite.screen.say
    if not revision.is_tree(source):
        raise CiError("--changed needs git to find the edited files, and this is no git tree")
    commit = revision.commit_of(source, name)
    if not commit:
        raise CiError(f"git knows no commit '{name}'")
    files = revision.changed_files(source, commit)
    if not files:
        say(f"nothing differs from {name}: nothing to run")
        return 0
    say(f"{len(files)} files differ from {name}: {enumeration(files)}")
    suite.prepare()
    unread = unread_files(suite, files)
    if unread:
        say(f"nothing that is built or tested reads {enumeration(unread)}")
    affected, steps = suite.out_of_date(suite.tests)
    slow = [test for test in affected if "slow" in test.labels]
    now = [test for test in affected if test not in slow and not is_last(test)]
    left = [stage for stage in stages(suite, now, files) if stage[1]]
    synthesized = synthesis.modules(files) if suite.own else []
    if synthesized:
        left.insert(len(left) - any(what == BENCH for what, _ in left), (SYNTHESIS, synthesized))
    passed, recorded, told = True, None, False  # recorded: whether area and depth are, None before they are known
    for what, names in left:
        if not (keep_going or passed):
            break
        if what == SYNTHESIS:
            recorded = synthesis.judge(suite.session, names)
            continue
        if what == BENCH and passed and recorded is not False:
            say(f"the RTL has passed after {time.monotonic() - began:.0f} s")
        suite.order(cheapest_first=what != BENCH)
        passed = suite.work(what, names, stop=not keep_going and what in (REST, JUDGING, BENCH)) and passed
        if suite.outcomes and not told:
            told = True
            say(f"first verdict after {time.monotonic() - began:.0f} s")
    if not passed and not keep_going and not suite.broken:
        measure_after_failure(suite, affected)
    # An edit of RTL fails them until the record is written anew: all that judges the edit itself comes before.
    last = {piece(test) for test in affected if is_last(test)}
    if last and (keep_going or passed):
        passed = suite.work(LAST, last) and passed
    built = {piece(test) for test in suite.tests if test.name in suite.ended}  # programs whose cases have run
    names = [test.name for test in affected if test.name not in suite.ended and test not in slow and
             not (test.name.endswith(NOT_BUILT) and piece(test) in built)]
    return close(suite, names + [SYNTHESIS] * bool(synthesized and recorded is None), slow, passed and recorded is not False,
                 page, began)


def stages(suite, tests, files):
    """[(title, pieces)] of tests that are out of date: lint of the edited files; the cheapest of their benches and the
    first workloads; the rest, the cheapest first. Where nothing but RTL is edited, what judges it comes before what has it
    as a device, which takes longer than all before."""
    folders = {os.path.dirname(path).removeprefix("tests/") for path in files} - {""}
    modules = {os.path.splitext(os.path.basename(path))[0] for path in files if path.endswith(".v")}
    own_lint = re.compile(rf"lint:\w+:({'|'.join(map(re.escape, sorted(modules))) or '-'})(-refuses)?$")
    records = read_cpu_log(suite.tree.build, {})
    known = {key: record.seconds for (_, key), record in records.items()}
    own = {piece(test): [] for test in tests if test.labels & folders or own_lint.match(test.name)}
    for test in suite.tests:
        if piece(test) in own:
            own[piece(test)].append(test)
    lint = {name for name, members in own.items() if all(own_lint.match(test.name) for test in members)}

    def cost(name):
        steps = suite.out_of_date(own[name])[1]
        return sum(known.get(step.split()[-1], 0.0 if step.startswith("digest ") else STEP_S) for step in steps) + \
            sum(known.get(test.name, 0.0) for test in own[name])

    costs = {name: cost(name) for name in own if name not in lint}
    first = {name for name in costs if costs[name] <= min(costs.values()) + BESIDE_S}
    measured = [name for name in suite.workloads if any(test.name == name for test in tests)]
    opening = {name for name in measured if suite.workloads[name].first} or set(measured[:1])
    rest = {piece(test) for test in tests} - lint - first - opening
    last = [(REST, rest)]
    if modules and all(path.startswith(RTL_AND_RECORDS) for path in files):
        judging = rest & {piece(test) for test in tests if any(map(JUDGES.match, test.labels))}
        last = [(JUDGING, judging), (BENCH, rest - judging)]
    return [(f"lint of {', '.join(sorted(modules))}", lint), (enumeration(sorted(first) + sorted(opening), most=3), first | opening),
            *last]


def measure_after_failure(suite, affected):
    """A bench or lint that fails does not say where cycles go: measures the first workloads, then those that need no more
    configurations, up to the first difference."""
    names = [name for name in suite.workloads if any(test.name == name for test in affected)]
    opening = [name for name in names if suite.workloads[name].first] or names[:1]
    configs = {config for name in opening for config in suite.workloads[name].configs}
    for wanted in (opening, [name for name in names if set(suite.workloads[name].configs) <= configs]):
        new = {name for name in wanted if name not in suite.ended}
        if new and all(outcome.verdict == EQUAL for outcome in suite.outcomes):
            suite.work(f"workloads of {', '.join(sorted(configs))}", new)


def unread_files(suite, files):
    """Edited files that no rule and no test reads, as far as earlier builds have told."""
    build, source = suite.tree.build, suite.tree.source
    told = subprocess.run([suite.tree.ninja(), "-C", build, "-t", "deps"], capture_output=True, text=True,
                          errors="replace", check=False).stdout
    for path in [os.path.join(build, "build.ninja"), *glob.glob(os.path.join(build, "CMakeFiles/d/*.d"))]:
        with open(path, encoding="utf-8", errors="replace") as file:
            told += file.read()
    words = {os.path.normpath(os.path.join(build, word)) for word in re.split(r"[\s:|\\]+", told) if word[:1] in "./"}
    declared = {path for test in suite.tests for path in test.files()}
    paths = {path: os.path.join(source, path) for path in files}
    return [path for path, whole in paths.items()
            if whole not in words and not any(whole == one or whole.startswith(one + "/") for one in declared)]


def close(suite, left, slow, passed, page, began):
    say = suite.screen.say
    suite.outcomes.sort(key=lambda outcome: list(suite.workloads.values()).index(outcome.workload))
    changed = suite.explain()
    tests = {name: record for name, record in suite.ended.items() if name not in suite.workloads}
    failed = [name for name, record in tests.items() if record.verdict == "failed"]
    if page:
        write_whole(page, report.markdown(suite.outcomes, changed, ACCEPT, failed))
    for name in failed[:SHOWN]:
        say(f"failed: {name}")
    if len(failed) > SHOWN:
        say(f"failed: {len(failed) - SHOWN} more")
    if left:
        say(f"left out after the first difference: {enumeration(left)}; ci/regression --changed --keep-going runs them too")
    if slow:
        say(f"{len(slow)} slow tests that this can affect are not run here; ci/nightly runs them")
    count = counts(tests)
    equal = sum(outcome.verdict == EQUAL for outcome in suite.outcomes)
    say(f"{count['passed'] + count['before']} tests passed, {count['failed']} failed; {equal} workloads equal, "
        f"{len(suite.outcomes) - equal} not; {time.monotonic() - began:.0f} s")
    return suite.gate_status() or (0 if passed else 1)


def first_error(lines):
    """The first line that says what is wrong in a file, or None."""
    return next((line for line in lines if NO_LANGUAGE.search(line)), None)


def enumeration(names, most=SHOWN):
    return ", ".join(names[:most]) + f" and {len(names) - most} more" * (len(names) > most)
