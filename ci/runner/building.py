# Configures and builds with progress on the screen: the log goes to a file, errors are shown whole.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import re
import subprocess
import tempfile

import supervisor
from ci_error import NEEDED_MIB, CiError, free_mib, full_disk, is_full
from files import write_whole

GONE = re.compile(r"build\.ninja'.* missing and no known rule")
MISSING = re.compile(r"ninja: error: '(.*)', needed by '.*', missing and no known rule")
STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")
MANY = 40  # words of a command in the log: a stage has thousands of tests
NO_BUILDING = ("digest of ", "test ", "unlisted ")  # the steps of tests.ninja, by their descriptions

PRESET_FILES = ("CMakePresets.json", "CMakeUserPresets.json")


class Tree:
    """The source tree, and the folder that a preset builds it in."""

    def __init__(self, source, preset):
        known = presets(source)
        if preset not in known:
            raise CiError(f"there is no preset '{preset}': {', '.join(known)}")
        self.source = source
        self.preset = preset
        self.build = os.path.join(source, "build", preset)
        self.log_folder = os.path.join(self.build, "log")
        try:
            os.makedirs(self.log_folder, exist_ok=True)
        except OSError as error:
            raise CiError(f"{self.log_folder} cannot be made: {error.strerror}") from None

    def cached(self, variable):
        """The value of a variable in CMake's cache, or None."""
        try:
            with open(os.path.join(self.build, "CMakeCache.txt"), encoding="utf-8") as file:
                found = re.search(rf"^{variable}:\w+=(.*)$", file.read(), re.MULTILINE)
        except OSError:
            return None
        return found.group(1) if found else None

    def ninja(self):
        return self.cached("CMAKE_MAKE_PROGRAM") or "ninja"


class Builder:
    def __init__(self, tree, screen, log, hold):
        self.tree = tree
        self.screen = screen
        self.log = log  # open text file
        self.hold = hold  # descriptors, see supervisor.run()
        # Of tests, more than cores: many of them wait, for ranks that start and for bounds that must pass.
        self.jobs = int(os.environ.get("CTEST_PARALLEL_LEVEL") or (os.cpu_count() or 1) + 2)
        self.steps = 0  # of the last build that have made something, tests and their digests left out
        self.failed_steps = 0  # of the last build, tests left out
        self.failed_lines = []  # the output of these
        self.missing = None  # a source that the last build found to be gone, before it has begun
        self.shown = set()  # failed steps: one that fails again is shown once

    def configure(self, with_tests):
        """Runs CMake where ninja would not: ninja itself runs it again after a CMakeLists.txt has changed."""
        if not self._is_configured(with_tests):
            self._run_cmake(with_tests)

    def _run_cmake(self, with_tests):
        self.screen.progress("configuring", 0, 1)
        tests = "ON" if with_tests or self._has_tests() else "OFF"
        command = ["cmake", "--preset", self.tree.preset, f"-DSTENCIL_BUILD_TESTS={tests}"]
        lines = []
        status = self._run(command, lines.append)
        # On a full disk, CMake 3.25 may end with 0 and write nothing.
        if status != 0 or not os.path.exists(os.path.join(self.tree.build, "build.ninja")):
            self._show(lines, NEEDED_MIB)
            raise CiError(f"configuring failed, see above; the log is {self.log.name}")
        write_whole(self._configured_mark(), self._presets())

    def knows(self, target):
        """Is there such a target?"""
        return subprocess.run([self.tree.ninja(), "-C", self.tree.build, "-t", "query", target], capture_output=True,
                              check=False).returncode == 0

    def dry(self, tests, graph):
        """What ninja would do for {stamp: test}, as far as it can tell before it has built anything: the names of tests
        that it may run, and the descriptions of all steps."""
        done = subprocess.run([self.tree.ninja(), "-C", self.tree.build, "-f", graph, "-n", *tests], capture_output=True,
                              text=True, errors="replace", check=False, env={**os.environ, "NINJA_STATUS": "[%f/%t] "})
        steps = [step[3] for step in map(STEP.match, done.stdout.splitlines()) if step]
        # Before the first build it cannot tell all.
        names = {step.partition(" ")[2] for step in steps if step.startswith(("test ", "unlisted "))} \
            if done.returncode == 0 and "build stopped" not in done.stdout else set(tests.values())
        return names, steps

    def build(self, targets, what, show=True, graph="build.ninja", stop=False, environment=None, on_test=None,
              again=True):
        """Brings the targets up to date; returns whether ninja did so for all. Failed steps are shown unless show is false.
        stop: nothing new begins after a failure. on_test(name, failed, output): a test has ended."""
        self.screen.start()
        self.steps = self.failed_steps = 0
        self.failed_lines = []
        lines = []  # output of the step that ended last
        latest = ""  # its description
        failed_tests = 0
        for_good = []  # ninja's own messages

        def flush():
            nonlocal failed_tests
            failure = next((line for line in lines if line.startswith("FAILED: ")), "").removeprefix("FAILED: ").strip()
            if latest.startswith("test "):
                failed_tests += bool(failure)
                on_test(latest.removeprefix("test "), bool(failure), shorten(lines))
            elif failure:
                self.failed_steps += 1
                self.failed_lines += shorten(lines)
                self._show(shorten(lines), show=show and failure not in self.shown)
                self.shown.add(failure)
            elif latest and not latest.startswith(NO_BUILDING):
                self.steps += 1
            lines.clear()

        def on_line(line):
            nonlocal latest
            step = STEP.match(line)
            if step:
                flush()
                latest = step[3]
                done, total = int(step[1]), int(step[2])
                # The first steps only look for new files.
                if total > 2:
                    self.screen.progress(what, done, total, latest)
            elif line.startswith("ninja: error: "):
                flush()
                latest = ""
                for_good.append(line)
            elif not line.startswith("ninja: "):
                lines.append(line)

        jobs = [] if graph == "build.ninja" else ["-j", str(self.jobs)]
        status = self._run([self.tree.ninja(), "-C", self.tree.build, "-f", graph, *jobs, "-k", "1" if stop else "0",
                            *targets], on_line, environment)
        flush()
        self.screen.clear()
        # Files that CMake read are gone: moved, or left from another branch. ninja then cannot run CMake itself.
        if status != 0 and again and any(GONE.search(line) for line in for_good):
            self._run_cmake(self._has_tests())
            return self.build(targets, what, show, graph, stop, environment, on_test, again=False)
        self.missing = next((found[1] for found in map(MISSING.match, for_good) if found), None)
        if status != 0 and (for_good or not self.failed_steps + failed_tests):
            self.failed_steps += 1
            self.failed_lines += for_good or [f"ninja ended with status {status}"]
            self._show(self.failed_lines[-1:], NEEDED_MIB, show and not self.missing)
        return status == 0

    def _run(self, command, on_line, environment=None):
        more = f" and {len(command) - MANY} more" if len(command) > MANY else ""
        self.log.write(f"$ {' '.join(command[:MANY])}{more}\n")

        def both(line):
            self.log.write(line + "\n")
            on_line(line)

        status = supervisor.run(command, both, self.tree.source, {**os.environ, "NINJA_STATUS": "[%f/%t] ",
                                                                    **(environment or {})}, self.hold)
        self.log.flush()
        return status

    def _show(self, lines, needed_mib=1, show=True):
        # Not every tool says why it failed. Compilers write temporary files too.
        if is_full("\n".join(lines)) or free_mib(self.tree.build) < needed_mib:
            raise full_disk(self.tree.build, tempfile.gettempdir())
        for line in lines if show else ():
            self.screen.say(line)

    def _is_configured(self, with_tests):
        try:
            with open(self._configured_mark(), encoding="utf-8") as file:
                same = file.read() == self._presets()
        except OSError:
            return False
        tests = self._has_tests() or not with_tests
        return same and tests and os.path.exists(os.path.join(self.tree.build, "build.ninja"))

    def _has_tests(self):
        """Does the folder build tests? If so, it keeps them, also when a call needs none."""
        return self.tree.cached("STENCIL_BUILD_TESTS") == "ON"

    def _configured_mark(self):
        return os.path.join(self.tree.log_folder, "configured")

    def _presets(self):
        """A digest of the files that CMake reads and ninja does not watch."""
        digest = hashlib.sha256()
        for name in PRESET_FILES:
            path = os.path.join(self.tree.source, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    digest.update(file.read())
            digest.update(b"\0")
        return digest.hexdigest()


def presets(source):
    """The names of the presets to configure with."""
    names = []
    for name in PRESET_FILES:
        try:
            with open(os.path.join(source, name), encoding="utf-8") as file:
                names += [preset["name"] for preset in json.load(file).get("configurePresets", [])
                          if not preset.get("hidden")]
        except FileNotFoundError:
            pass
        except ValueError as error:
            raise CiError(f"{name} is no JSON: {error}") from None
    return names


def shorten(lines):
    """The output of a failed step without its command line, which stands in the log."""
    kept = []
    command_follows = False
    for line in lines:
        if not command_follows:
            kept.append(line)
        command_follows = line.startswith("FAILED: ")
    return kept
