# Writes the Markdown for a pull request.
# SPDX-License-Identifier: Apache-2.0

from measuring import EQUAL


def markdown(outcomes, changed_rtl, advice, failed=()):
    """A table of the workloads, the files that differ, and compare's text for each workload that moved. failed: names
    of tests."""
    moved = [outcome for outcome in outcomes if outcome.verdict != EQUAL]
    lines = ["# Cycles against the baselines", "",
             f"{len(outcomes) - len(moved)} of {len(outcomes)} workloads equal." + f" {advice[0].upper()}{advice[1:]}." * bool(moved), ""]
    if failed:
        lines += ["Tests that failed:", "", *(f"- `{name}`" for name in failed), ""]
    lines += ["| workload | verdict | |", "|---|---|---|"]
    lines += [f"| {outcome.workload.name} | {outcome.verdict} | {outcome.summary} |" for outcome in outcomes]
    if changed_rtl:
        lines += ["", "RTL that differs from the RTL of the baselines:", ""]
        lines += [f"- `{path}`" for path in changed_rtl]
    for outcome in moved:
        lines += ["", f"## {outcome.workload.name}", ""]
        lines += [outcome.markdown.rstrip()] if outcome.markdown else [f"- {line}" for line in outcome.sentences]
    return "\n".join(lines) + "\n"



