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

GONE = re.compile(r"build\.ninja'.* missing and no known rule")
STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")


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


class Builder:
    def __init__(self, tree, screen, log, hold):
        self.tree = tree
        self.screen = screen
        self.log = log  # open text file
        self.hold = hold  # descriptors, see supervisor.run()
        self.built = True
        self.failed_lines = []  # of the last build

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
        with open(self._configured_mark() + ".part", "w", encoding="utf-8") as file:
            file.write(self._presets())
        os.replace(file.name, self._configured_mark())

    def knows(self, target):
        """Is there such a target?"""
        return subprocess.run([self._ninja(), "-C", self.tree.build, "-t", "query", target], capture_output=True,
                              check=False).returncode == 0

    def has_work(self):
        """Is anything out of date? Call it right after build(), which finds out whether CMake must run."""
        dry = subprocess.run([self._ninja(), "-C", self.tree.build, "-n"], capture_output=True, text=True, check=False)
        return "ninja: no work to do." not in dry.stdout

    def build(self, targets, what, show=True, again=True):
        """Brings the targets up to date; returns whether all could be built. self.built says whether there was anything
        to do; self.failed_lines holds the output of failed steps, which is shown unless show is false."""
        self.screen.start()
        self.built = True
        self.failed_lines = []
        lines = []  # output of the step that ended last
        failed = 0
        for_good = []  # ninja's own messages

        def flush():
            nonlocal failed
            if any(line.startswith("FAILED: ") for line in lines):
                failed += 1
                self.failed_lines += shorten(lines)
                self._show(shorten(lines), show=show)
            lines.clear()

        def on_line(line):
            step = STEP.match(line)
            if step:
                flush()
                done, total = int(step[1]), int(step[2])
                # The first steps only look for new files.
                if total > 2:
                    self.screen.progress(what, done, total, step[3])
            elif line.startswith("ninja: error: "):
                flush()
                for_good.append(line)
            elif line == "ninja: no work to do.":
                self.built = False
            elif not line.startswith("ninja: "):
                lines.append(line)

        status = self._run([self._ninja(), "-C", self.tree.build, "-k", "0", *targets], on_line)
        flush()
        self.screen.clear()
        # Files that CMake read are gone: moved, or left from another branch. ninja then cannot run CMake itself.
        if status != 0 and again and any(GONE.search(line) for line in for_good):
            self._run_cmake(self._has_tests())
            return self.build(targets, what, show, again=False)
        if status != 0 and not failed:
            self._show(for_good or [f"ninja ended with status {status}"], NEEDED_MIB)
        return status == 0

    def _ninja(self):
        return self.tree.cached("CMAKE_MAKE_PROGRAM") or "ninja"

    def _run(self, command, on_line):
        self.log.write(f"$ {' '.join(command)}\n")

        def both(line):
            self.log.write(line + "\n")
            on_line(line)

        status = supervisor.run(command, both, self.tree.source, {**os.environ, "NINJA_STATUS": "[%f/%t] "}, self.hold)
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
