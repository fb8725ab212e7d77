# The campaign of ci/faults --netlist: seeded mutants of netlists, by module, in figures of their own.
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import json
import os

import equivalence
import mutants
from campaign import AT_ONCE, LEFT, Campaign, ladder_of, show
from ci_error import CiError
from fault_digests import Digests, read_text
from planting import copy_tree, write_if_new
from record import CAUGHT, EQUIVALENT
from table import FOLDER

RESULTS = f"{FOLDER}/netlist/results.json"
PAGE = "docs/faults.md"
HEAD = "| module | netlist mutants | caught | equivalent | undecided | differ and are not caught |"
RULE = "|---|--:|--:|--:|--:|--:|"
ENOUGH = 0.97  # of the mutants that are not equivalent


class Netlists(Campaign):
    benches = ()  # names of programs

    def _ladder(self, fault, _quick):
        """The benches that the table names: no other has the parameters of a netlist."""
        steps = ladder_of(fault, self.ladders, {}, False, True)
        return [step for step in steps if step.partition(":")[0] in self.benches]


def prepare(source, work, modules, count, seed):
    """All mutants; work/tree becomes the RTL with their netlists."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        made = list(pool.map(lambda module: mutants.make(source, work, module, count, seed), modules))
    copy_tree(source, os.path.join(work, "tree"), [], {module.file: text for module, (_, text) in zip(modules, made)})
    return [mutant for found, _ in made for mutant in found]


def run(campaign, modules, found):
    """Outcomes; what no test catches is proved equivalent, or not. Of a module that needs proofs one mutant that is
    caught is asked about first: were it proved equivalent, no proof would say anything."""
    campaign.benches = {step.partition(":")[0] for module in modules for step in module.tests}
    outcomes = campaign.run(found)
    left = [outcome for outcome in outcomes if outcome.result == LEFT]
    by_name = {module.name: module for module in modules}
    needed = {outcome.fault.module for outcome in left}
    caught = {outcome.fault.module: outcome for outcome in outcomes if outcome.result == CAUGHT}

    def judge(outcome):
        fault = outcome.fault
        result = equivalence.judge(campaign.source, campaign.work, by_name[fault.module], fault)
        if outcome.result == CAUGHT:
            if result == EQUIVALENT:
                raise CiError(f"{fault.name} is proved equivalent, but {outcome.caught_by[0]} catches it: "
                              f"{fault.report}")
            return
        outcome.result = result
        with campaign.printing:
            show(outcome, "")

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(judge, [outcome for name, outcome in sorted(caught.items()) if name in needed]))
        list(pool.map(judge, left))
    return outcomes


def results(source, outcomes, count, seed):
    """As RESULTS has them."""
    digests, modules = Digests(source), {}
    for outcome in outcomes:
        fault = outcome.fault
        row = modules.setdefault(fault.module, {
            "file": fault.file, "rtl": digests.of_file(fault.file), "parameters": fault.row["parameters"], "mutants": 0,
            "caught": 0, "equivalent": 0, "cpu_s": 0.0, "left": []})
        row["mutants"] += 1
        row["cpu_s"] = round(row["cpu_s"] + outcome.cpu_s, 2)
        if outcome.result in (CAUGHT, EQUIVALENT):
            row["caught" if outcome.result == CAUGHT else "equivalent"] += 1
        else:
            row["left"].append({"name": fault.name, "mode": fault.mode, "cell": fault.cell, "port": fault.port,
                                "bit": fault.bit, "line": fault.at, "result": outcome.result})
    return {"format": 1, "seed": seed, "count": count, "modules": dict(sorted(modules.items()))}


def write_results(source, new):
    """Rows of these modules take the place of those before, if seed and count are the same."""
    path = os.path.join(source, RESULTS)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = json.load(file)
        if (old["seed"], old["count"]) == (new["seed"], new["count"]):
            new = {**new, "modules": dict(sorted({**old["modules"], **new["modules"]}.items()))}
    write_if_new(path, json.dumps(new, indent=1) + "\n")
    page = read_text(source, PAGE)
    if HEAD in page:
        before, _, rest = page.partition(HEAD)
        write_if_new(os.path.join(source, PAGE), before + "\n".join(figures(new)) + "\n\n" + rest.partition("\n\n")[2])


def figures(kept):
    """Lines of Markdown."""
    lines, total = [], [0] * 5
    for name, row in kept["modules"].items():
        undecided = sum(left["result"] == equivalence.UNDECIDED for left in row["left"])
        numbers = [row["mutants"], row["caught"], row["equivalent"], undecided, len(row["left"]) - undecided]
        total = [one + other for one, other in zip(total, numbers)]
        lines.append(f"| `{name}` | {' | '.join(map(str, numbers))} |")
    return [HEAD, RULE, *lines, f"| all | {' | '.join(map(str, total))} |"]


def share(outcomes):
    """Of the mutants that are not proved equivalent, those that are caught."""
    counted = [outcome for outcome in outcomes if outcome.result != EQUIVALENT]
    return sum(outcome.result == CAUGHT for outcome in counted) / max(1, len(counted))
