# Lists the tests that a build folder knows, from ctest.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import subprocess

from ci_error import CiError, full_disk, is_full

# Properties that choose or order tests and do not change their verdicts.
NOT_INPUTS = ("LABELS", "PROCESSORS", "COST")


@dataclasses.dataclass(frozen=True)
class Test:
    number: int  # ctest's, from 1
    name: str
    command: tuple  # without the launcher that counts CPU seconds; empty: not built
    labels: frozenset
    environment: tuple  # NAME=VALUE
    required: tuple  # declared inputs
    folder: str  # working folder
    properties: str  # properties that are inputs, as text
    timeout: float  # seconds; 0: no limit
    declares: bool  # cmake/Testing.cmake registered it, so that its inputs are declared


def read_tests(build):
    """All tests, in ctest's order. ctest runs new programs to list the tests in them."""
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True,
                             check=False)
    if is_full(listing.stdout + listing.stderr):
        raise full_disk(build)
    try:
        entries = json.loads(listing.stdout)["tests"]
    except (ValueError, KeyError):
        raise CiError("ctest cannot list the tests: " + (listing.stderr or listing.stdout).strip()) from None
    return [_test(number, entry) for number, entry in enumerate(entries, 1)]


def _test(number, entry):
    properties = {item["name"]: item["value"] for item in entry.get("properties", [])}
    command = entry.get("command", [])
    declares = bool(command) and os.path.basename(command[0]) == "test_launcher"
    if declares:
        command = command[4:]
    inputs = {name: value for name, value in properties.items() if name not in NOT_INPUTS}
    return Test(number, entry["name"], tuple(command), frozenset(properties.get("LABELS", [])),
                tuple(properties.get("ENVIRONMENT", [])), tuple(properties.get("REQUIRED_FILES", [])),
                properties.get("WORKING_DIRECTORY", ""), json.dumps(inputs, sort_keys=True),
                float(properties.get("TIMEOUT", 0)), declares)


def refuse_careless(tests):
    """Every built test needs a time limit and a label; raises CiError otherwise."""
    for test in tests:
        if test.command and (test.timeout <= 0 or not test.labels):
            raise CiError(f"test {test.name} has no {'TIMEOUT' if test.timeout <= 0 else 'label'}: register it with a "
                          "function of cmake/Testing.cmake")


def numbers_text(tests):
    """The contents of a file for ctest -I that chooses exactly these tests, of which there must be one at least: an
    empty range, then numbers. ctest ignores the last character of the file."""
    return "0,0,0," + ",".join(str(test.number) for test in tests) + "\n"
