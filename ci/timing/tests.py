# The cost of tests: by test, by program and by label.
# SPDX-License-Identifier: Apache-2.0
import collections


def test_seconds(tests, records):
    """{test: CPU seconds of its last run}, tests that never ran left out. tests: of the registry."""
    seconds = {}
    for test in tests:
        record = records.get(("test", _key(test)))
        if record:
            seconds[test] = record.seconds
    return seconds


def by_label(seconds):
    """[(label, tests, CPU seconds)], the most expensive first; a test counts under each of its labels."""
    count = collections.Counter()
    total = collections.Counter()
    for test, value in seconds.items():
        for label in test.labels:
            count[label] += 1
            total[label] += value
    return sorted(((label, count[label], total[label]) for label in count), key=lambda row: -row[2])


def by_program(seconds):
    """[(program, tests, CPU seconds)], the most expensive first: the cases of a test program together."""
    count = collections.Counter()
    total = collections.Counter()
    for test, value in seconds.items():
        name = test.name.partition(":")[0] if _case(test) else test.name
        count[name] += 1
        total[name] += value
    return sorted(((name, count[name], total[name]) for name in count), key=lambda row: -row[2])


def discovery_seconds(records):
    """CPU seconds of the programs that listed their tests for ctest."""
    return sum(record.seconds for (kind, key), record in records.items() if kind == "test" and key.endswith(":"))


def _case(test):
    """The filter of a test that is one case of a program whose cases ctest listed."""
    if "--gtest_also_run_disabled_tests" not in test.command:
        return ""
    return next((word.partition("=")[2] for word in test.command if word.startswith("--gtest_filter=")), "")


def _key(test):
    """The name that tests/launcher/test_launcher.cpp uses for the test."""
    case = _case(test)
    return f"{test.name.partition(':')[0]}:{case}" if case else test.name
