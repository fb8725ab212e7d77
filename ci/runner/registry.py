# The tests that a build folder knows, and the stages in which ci/test builds and runs them.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import subprocess

from ci_error import CiError, full_disk, is_full

ALWAYS = "always"  # the label of tests that run each time, whatever has passed before
NOT_BUILT = "_NOT_BUILT"  # ctest adds this to the name of a program that cannot list its tests yet
LAUNCHER = "bin/test_launcher"
# title; its label, which is that of a target too; None: all tests that no earlier stage took
STAGES = (("modules and units alone", "alone"), ("one rank, one configuration", "first"), ("lint", "lint"),
          ("all the rest", None))


@dataclasses.dataclass(frozen=True)
class Test:
    name: str
    command: tuple  # without the launcher; empty: not built
    launch: tuple  # words of the launcher
    labels: frozenset
    environment: tuple  # NAME=VALUE
    required: tuple  # declared inputs
    folder: str  # working folder
    expressions: tuple  # (option of the launcher, regular expression)
    timeout: float  # seconds; 0: no limit
    processors: int
    lasting: bool  # a pass is a build product; no other test declares its inputs
    disabled: bool

    @property
    def bound(self):
        """CPU seconds that it may take."""
        return float(self.launch[2])

    def files(self, made=()):
        """Its inputs: declared ones, and files named in its command. made: paths that the build can make."""
        found = {os.path.normpath(os.path.join(self.folder, path)) for path in self.required}
        return sorted(found | {word for word in self.command
                               if os.path.isabs(word) and (word in made or os.path.isfile(word))})


def read_tests(build):
    """All tests, in ctest's order. ctest runs new programs to list the tests in them."""
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True,
                             check=False)
    if is_full(listing.stdout + listing.stderr):
        raise full_disk(build)
    try:
        tests = [_test(entry, build) for entry in json.loads(listing.stdout)["tests"]]
    except (ValueError, KeyError):
        raise CiError("ctest cannot list the tests: " + (listing.stderr or listing.stdout).strip()) from None
    for test in tests:
        if test.command and (test.timeout <= 0 or not test.labels):
            raise CiError(f"test {test.name} has no {'TIMEOUT' if test.timeout <= 0 else 'label'}: register it with a "
                          "function of cmake/Testing.cmake")
    return tests


def _test(entry, build):
    properties = {item["name"]: item["value"] for item in entry.get("properties", [])}
    command = tuple(entry.get("command", []))
    declares = bool(command) and os.path.basename(command[0]) == os.path.basename(LAUNCHER)
    timeout = float(properties.get("TIMEOUT", 0))
    launch = command[1:4] if declares else (os.path.join(build, "log/cpu.tsv"), entry["name"], f"{max(timeout, 1):.0f}")
    labels = frozenset(properties.get("LABELS", []))
    if entry["name"].endswith(NOT_BUILT):  # only the folder is known
        labels = frozenset([os.path.relpath(properties["WORKING_DIRECTORY"], os.path.join(build, "tests"))])
    expressions = tuple((f"--{kind}", _expression(properties[f"{kind.upper()}_REGULAR_EXPRESSION"]))
                        for kind in ("skip", "pass", "fail") if f"{kind.upper()}_REGULAR_EXPRESSION" in properties)
    return Test(entry["name"], command[4:] if declares else command, launch, labels,
                tuple(properties.get("ENVIRONMENT", [])), tuple(properties.get("REQUIRED_FILES", [])),
                properties.get("WORKING_DIRECTORY", ""), expressions, timeout, int(properties.get("PROCESSORS", 1)),
                declares and ALWAYS not in labels, bool(properties.get("DISABLED")))


def _expression(value):
    """As the launcher reads it: CMake has lists of expressions, and no counts in braces."""
    return "|".join(value if isinstance(value, list) else [value]).replace("{", r"\{").replace("}", r"\}")


def target(label):
    """The name of a target of cmake/Testing.cmake."""
    return "tests-" + label.replace("/", "-")


def choose(tests, labels, taken, slow):
    """The tests that carry any of the labels, or all of them, without those that are taken."""
    return [test for test in tests if test.name not in taken and (slow or "slow" not in test.labels) and
            (not labels or labels & test.labels)]
