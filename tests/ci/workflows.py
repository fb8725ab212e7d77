# The GitHub workflows as data, and the faults of one.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github/workflows"
PIN = re.compile(r"([\w./-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)")
ROW = re.compile(r"\| `([\w./-]+)` \| (v\d+\.\d+\.\d+) \| `([0-9a-f]{40})` \|")


def load(text):
    """YAML 1.1 reads the key `on` as true."""
    workflow = yaml.safe_load(text)
    if isinstance(workflow, dict) and True in workflow:
        workflow["on"] = workflow.pop(True)
    return workflow


def listed_pins(text):
    """{(action, version, commit)} of the table in CONTRIBUTING.md."""
    return {row.groups() for row in ROW.finditer(text)}


def pins_of(text):
    return {(action, version, commit) for action, commit, version in
            (found.groups() for found in re.finditer(PIN, text))}


def strings(value):
    """Every text in a workflow."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, below in value.items():
            yield str(name)
            yield from strings(below)
    elif isinstance(value, list):
        for below in value:
            yield from strings(below)


def complaints(text, listed):
    """[sentence] about the faults of a workflow's text; listed: the pins that are allowed."""
    try:
        workflow = load(text)
    except yaml.YAMLError as error:
        return [f"no YAML: {str(error).splitlines()[0]}"]
    if not isinstance(workflow, dict) or not isinstance(workflow.get("jobs"), dict):
        return ["has no jobs"]
    said = []
    events = workflow.get("on")
    names = [events] if isinstance(events, str) else list(events or ())
    for name in names:
        if name not in ("push", "pull_request", "schedule", "workflow_dispatch", "workflow_call"):
            said.append(f"runs on {name}")
    if not names:
        said.append("runs on nothing")
    if workflow.get("permissions") != {"contents": "read"}:
        said.append(f"permissions are {workflow.get('permissions')}")
    if (workflow.get("concurrency") or {}).get("cancel-in-progress") is not True:
        said.append("is not cancelled by its successor")
    elif "${{ github.ref }}" not in workflow["concurrency"].get("group", ""):
        said.append("one branch cancels another")
    for part in strings(workflow):
        if re.search(r"\bsecrets\b|github\.token|GITHUB_TOKEN", part):
            said.append(f"uses a secret: {part}")
    for line in text.splitlines():
        used = re.match(r"\s*(?:- )?uses: *(.*)", line)
        if not used:
            continue
        pin = PIN.fullmatch(used[1].strip())
        if not pin:
            said.append(f"uses {used[1].strip()}, which is not pinned by 40 digits and a version after them")
        elif (pin[1], pin[3], pin[2]) not in listed:
            said.append(f"uses {used[1].strip()}, which is not in the list")
    for name, job in workflow["jobs"].items():
        if not isinstance(job, dict):
            said.append(f"job {name} is empty")
            continue
        if "permissions" in job:
            said.append(f"job {name} has permissions of its own")
        if not isinstance(job.get("timeout-minutes"), int):
            said.append(f"job {name} has no time limit")
        if "uses" in job:
            said.append(f"job {name} calls a workflow")
        for step in job.get("steps", ()):
            if "run" in step and "${{" in step["run"]:
                said.append(f"a run: of job {name} is made from an expression: {step['run']}")
            if "run" in step and not step.get("name"):
                said.append(f"a step of job {name} has no name: {step['run']}")
            checked_out = step.get("uses", "").startswith("actions/checkout@")
            if checked_out and (step.get("with") or {}).get("persist-credentials") is not False:
                said.append(f"a checkout of job {name} leaves its credentials behind")
    return said
