# The campaign of ci/faults --netlist: seeded mutants of netlists, by module, in figures of their own.
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import dataclasses
import json
import os
import threading

import equivalence
import mutants
from campaign import AT_ONCE, LEFT, Campaign, ladder_of, show
from ci_error import CiError
from fault_digests import PROVE, Digests, read_text
from planting import copy_tree, write_if_new
from record import CAUGHT, EQUIVALENT
from table import FOLDER, read_json

RESULTS = f"{FOLDER}/netlist/results.json"
PAGE = "docs/faults.md"
HEAD = "| module | netlist mutants | caught | of them by a proof | equivalent | undecided | differ and are not caught |"
RULE = "|---|--:|--:|--:|--:|--:|--:|"
ENOUGH = 0.97  # of the mutants that are not equivalent


class Netlists(Campaign):
    benches = ()  # names of programs

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.asked = read_json(self.source, mutants.TABLE)
        self.bare, self.kept = {}, set()  # by module and proof: locks, and those that the netlist alone passes

    def _ladder(self, fault, _quick):
        """The benches that the table names: no other has the parameters of a netlist."""
        steps = ladder_of(fault, self.ladders, {}, False, True)
        return [step for step in steps if step.partition(":")[0] in self.benches]

    def refute(self, outcome):
        """Asks the proofs that the table names, as they have its parameters: one that refutes a property catches the
        mutant. The netlist without any must keep them all."""
        mutant = outcome.fault
        for name in self.asked.get(mutant.module, {}).get("proofs", ()):
            if mutant.file not in self.proofs.get(name, ()):
                raise CiError(f"{mutants.TABLE}: no proof {name} reads {mutant.file}")
            bare = dataclasses.replace(mutant, number=0, name=f"{mutant.module}-n0")
            with self.printing:
                known = self.bare.setdefault((mutant.module, name), threading.Lock())
            with known:
                if (mutant.module, name) not in self.kept:
                    if self.programs.run(PROVE + name, bare).failed:
                        raise CiError(f"the netlist of {mutant.module} does not pass {PROVE}{name}: no mutant can be "
                                      "judged by it")
                    self.kept.add((mutant.module, name))
            run = self.programs.run(PROVE + name, mutant)
            if run.error:
                raise CiError(f"{mutant.name}: {run.error}; that is no verdict")
            outcome.cpu_s = round(outcome.cpu_s + run.cpu_s, 3)
            if run.failed:
                outcome.result, outcome.caught_by = CAUGHT, run.failed
                return


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
    for outcome in left:
        if changes_nothing(campaign.work, outcome.fault):
            outcome.result = EQUIVALENT
    left = [outcome for outcome in left if outcome.result == LEFT]
    by_name = {module.name: module for module in modules}
    needed = {outcome.fault.module for outcome in left}
    caught = {outcome.fault.module: outcome for outcome in outcomes if outcome.result == CAUGHT}

    def judge(outcome):
        fault = outcome.fault
        if outcome.result == LEFT:
            campaign.refute(outcome)
            if outcome.result == CAUGHT:
                campaign.keep(outcome)
                with campaign.printing:
                    show(outcome, "")
                return
        result = equivalence.judge(campaign.source, campaign.work, by_name[fault.module], fault)
        if result == equivalence.UNDECIDED and fault.report in by_name[fault.module].reasons:
            result, outcome.by_reason = EQUIVALENT, True
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


def changes_nothing(work, mutant):
    """Is the bit that value anyway, or does nothing in the netlist read it?"""
    with open(os.path.join(work, "netlists", mutant.module, "ports.json"), encoding="utf-8") as file:
        netlist = json.load(file)["modules"][f"{mutant.module}_netlist"]
    cells = {name.lstrip("\\"): cell for name, cell in netlist["cells"].items()}
    cell = cells[mutant.cell.lstrip("\\")]
    bit = cell["connections"][mutant.port][mutant.bit]
    if cell["port_directions"][mutant.port] == "input" or isinstance(bit, str):
        return mutant.mode == f"const{bit}"
    read = [bits for one in cells.values() for port, bits in one["connections"].items()
            if one["port_directions"].get(port) != "output"]
    read += [port["bits"] for port in netlist["ports"].values() if port["direction"] != "input"]
    return not any(bit in bits for bits in read)


def results(source, outcomes, count, seed):
    """As RESULTS has them."""
    digests, modules = Digests(source), {}
    for outcome in outcomes:
        fault = outcome.fault
        row = modules.setdefault(fault.module, {
            "file": fault.file, "rtl": digests.of_file(fault.file), "parameters": fault.row["parameters"], "mutants": 0,
            "caught": 0, "by_proof": 0, "equivalent": 0, "by_reason": 0, "cpu_s": 0.0, "left": []})
        row["mutants"] += 1
        row["cpu_s"] = round(row["cpu_s"] + outcome.cpu_s, 2)
        row["by_reason"] += getattr(outcome, "by_reason", False)
        row["by_proof"] += any(name.startswith(PROVE) for name in outcome.caught_by)
        if outcome.result in (CAUGHT, EQUIVALENT):
            row["caught" if outcome.result == CAUGHT else "equivalent"] += 1
        else:
            row["left"].append({"name": fault.name, "mode": fault.mode, "cell": fault.cell, "port": fault.port,
                                "bit": fault.bit, "line": fault.at, "result": outcome.result})
    return {"format": 1, "seed": seed, "count": count, "modules": dict(sorted(modules.items()))}


def write_results(source, new):
    """Rows of these modules take the place of those before, if seed and count are the same; rows of modules that the
    table has no longer go."""
    asked = read_json(source, mutants.TABLE)
    path = os.path.join(source, RESULTS)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = json.load(file)
        if (old["seed"], old["count"]) == (new["seed"], new["count"]):
            rows = {**{name: row for name, row in old["modules"].items() if name in asked}, **new["modules"]}
            new = {**new, "modules": dict(sorted(rows.items()))}
    write_if_new(path, json.dumps(new, indent=1) + "\n")
    page = read_text(source, PAGE)
    if HEAD in page:
        before, _, rest = page.partition(HEAD)
        write_if_new(os.path.join(source, PAGE), before + "\n".join(figures(new)) + "\n\n" + rest.partition("\n\n")[2])


def outdated(source, digests):
    """Modules whose file of the RTL, or parameters, are not those of their results; that have none, or have some and
    stand in the table no longer."""
    path = os.path.join(source, RESULTS)
    known = read_json(source, RESULTS)["modules"] if os.path.exists(path) else {}
    asked = read_json(source, mutants.TABLE) if known else {}

    def holds(name):
        return (name in known and name in asked and digests.of_file(known[name]["file"]) == known[name]["rtl"] and
                asked[name].get("parameters", known[name]["parameters"]) == known[name]["parameters"])

    return [name for name in sorted({*known, *asked}) if not holds(name)]


def figures(kept):
    """Lines of Markdown."""
    lines, total = [], [0] * 6
    for name, row in kept["modules"].items():
        undecided = sum(left["result"] == equivalence.UNDECIDED for left in row["left"])
        numbers = [row["mutants"], row["caught"], row["by_proof"], row["equivalent"], undecided,
                   len(row["left"]) - undecided]
        total = [one + other for one, other in zip(total, numbers)]
        lines.append(f"| `{name}` | {' | '.join(map(str, numbers))} |")
    return [HEAD, RULE, *lines, f"| all | {' | '.join(map(str, total))} |"]


def share(outcomes):
    """Of the mutants that are not proved equivalent, those that are caught."""
    counted = [outcome for outcome in outcomes if outcome.result != EQUIVALENT]
    return sum(outcome.result == CAUGHT for outcome in counted) / max(1, len(counted))
