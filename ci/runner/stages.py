# The order in which ci/test builds and runs: first the tests that an edit breaks first.
# SPDX-License-Identifier: Apache-2.0
import dataclasses


@dataclasses.dataclass(frozen=True)
class Stage:
    what: str  # title on the screen
    targets: tuple  # targets to build
    labels: frozenset  # of its tests; empty: all tests that no earlier stage took


def stages(labels):
    """The stages of a call; with labels, one stage of the tests that carry any of them."""
    if labels:
        return [Stage(", ".join(labels), tuple(target(label) for label in labels), frozenset(labels))]
    return [Stage("modules and units alone", (target("alone"),), frozenset(["alone"])),
            Stage("one rank, one configuration", (target("first"),), frozenset(["first"])),
            Stage("lint", (target("lint"),), frozenset(["lint"])),
            Stage("all the rest", ("all",), frozenset())]


def target(label):
    """The name of a target of cmake/Testing.cmake."""
    return "tests-" + label.replace("/", "-")


def choose(stage, tests, taken, slow):
    """The tests of a stage without those of earlier stages."""
    chosen = []
    for test in tests:
        if test.name in taken or ("slow" in test.labels and not slow):
            continue
        if stage.labels and not stage.labels & test.labels:
            continue
        chosen.append(test)
    return chosen
