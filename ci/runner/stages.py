# In which order ci/test builds and runs: what an edit breaks first, first.
# SPDX-License-Identifier: Apache-2.0
import dataclasses


@dataclasses.dataclass(frozen=True)
class Stage:
    what: str  # as the user reads it
    targets: tuple  # to build
    labels: frozenset  # of its tests; empty: all that no stage before has taken


def stages(labels):
    """Those of a call; with labels, one stage of the tests that carry any of them."""
    if labels:
        return [Stage(", ".join(labels), tuple(target(label) for label in labels), frozenset(labels))]
    return [Stage("modules and units alone", (target("alone"),), frozenset(["alone"])),
            Stage("one rank, one configuration", (target("first"),), frozenset(["first"])),
            Stage("lint", (target("lint"),), frozenset(["lint"])),
            Stage("all the rest", ("all",), frozenset())]


def target(label):
    """See cmake/Testing.cmake."""
    return "tests-" + label.replace("/", "-")


def choose(stage, tests, taken, slow):
    """The tests of a stage without those taken before."""
    chosen = []
    for test in tests:
        if test.name in taken or ("slow" in test.labels and not slow):
            continue
        if stage.labels and not stage.labels & test.labels:
            continue
        chosen.append(test)
    return chosen
