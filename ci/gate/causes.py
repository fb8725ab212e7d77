# What workloads that differ show together: a cause that one of them names must not contradict the others.
# SPDX-License-Identifier: Apache-2.0
NONE = "not explained"


def contradictions(outcomes):
    """A line for each kind of cycles (load, store, ...) of which the workloads have no cause in common, though more than
    one of them names one: each explains its own classes alone."""
    named = {}  # kind: [(workload, terms)]
    for outcome in outcomes:
        for kind in dict.fromkeys(kind for kind, _ in outcome.causes):
            terms = {name for one, term in outcome.causes if one == kind and term != NONE for name in term.split(", or ")}
            if terms:
                named.setdefault(kind, []).append((outcome.workload.name, terms))
    lines = []
    for kind, shown in named.items():
        if len(shown) > 1 and not set.intersection(*(terms for _, terms in shown)):
            each = "; ".join(f"{name}: {' or '.join(sorted(terms))}" for name, terms in shown)
            lines.append(f"{kind}: not explained: no cause fits all workloads, what each shows alone is a guess ({each})")
    return lines
