# What ci/faults --matrix shows: which test catches which fault, and what that says about the tests.
# SPDX-License-Identifier: Apache-2.0
import os

from files import write_whole
from record import SURVIVED

FILE = "matrix.tsv"


def tests_of(outcomes):
    """All tests that were asked about any fault."""
    return sorted({test for outcome in outcomes for test in (*outcome.caught_by, *outcome.passed)})


def case_of(test):
    """A test with all its parameters and types: 'bench:Suite.Case' of 'bench:Prefix/Suite/0.Case/four'."""
    program, _, name = test.partition(":")
    suite, dot, case = name.partition(".")
    named = [part for part in suite.split("/") if not part.isdigit()]
    return f"{program}:{named[-1]}.{case.partition('/')[0]}" if dot else test


def cases_of(outcomes):
    """All cases that were asked about any fault, and those of them that catch one."""
    return ({case_of(test) for test in tests_of(outcomes)},
            {case_of(test) for outcome in outcomes for test in outcome.caught_by})


def needless(outcomes):
    """Cases that catch nothing that no other case catches, where all tests ran; first those that catch nothing."""
    caught = [{case_of(test) for test in outcome.caught_by} for outcome in outcomes]
    alone = {case for cases in caught if len(cases) == 1 for case in cases}
    every, some = cases_of(outcomes)
    return sorted(every - alone, key=lambda case: (case in some, case))


def rows(outcomes):
    """Lines of a table: a fault a line, a test a column; 1: the test catches it, 0: it does not, empty: it was not asked."""
    tests = tests_of(outcomes)
    yield ["fault", "module", "result", *tests]
    for outcome in outcomes:
        caught, passed = set(outcome.caught_by), set(outcome.passed)
        yield [outcome.fault.name, outcome.fault.module, outcome.result,
               *("1" if test in caught else "0" if test in passed else "" for test in tests)]


def write(work, outcomes):
    """Returns the path."""
    path = os.path.join(work, FILE)
    write_whole(path, "".join("\t".join(row) + "\n" for row in rows(outcomes)))
    return path


def summary(outcomes, path, text_of):
    """Lines that follow the results. text_of: the text of a file of the tree."""
    tests, some = cases_of(outcomes)
    for outcome in outcomes:
        fault = outcome.fault
        if outcome.result == SURVIVED:
            yield f"survives: {fault.name}: {fault.file}:{fault.line(text_of(fault.file))}: {fault.report}"
    useless = needless(outcomes)
    for test in useless:
        yield f"catches nothing{' that no other test catches' if test in some else ''}: {test}"
    yield (f"matrix: {len(outcomes)} faults, {len(tests)} tests, of which {len(tests) - len(useless)} catch a fault alone, "
           f"{len([test for test in useless if test in some])} only what others catch too, "
           f"{len([test for test in useless if test not in some])} none: {path}")
