# Runs each run: step of a workflow in order, in a clean clone, as GitHub would: workflow_steps_test.py NAME
# SPDX-License-Identifier: Apache-2.0
# Steps that are whole suites are replaced by the shorter commands in SHORTER. All other steps run unchanged. A step that
# is in neither group and takes more than BOUND_S fails.
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from workflows import FOLDER, ROOT, load

BOUND_S = 3000
CONFIGURATIONS = "config-small"
SHORTER = {
    "ci/test": "ci/test -L sim/app/json",
    # Each part of it is tested alone: only the name is checked here.
    "ci/nightly": "test -x ci/nightly && bash -n ci/nightly",
    "ci/regression --markdown build/regression.md":
        "ci/regression --workload small-first --markdown build/regression.md",
    'ci/regression --baseline "$GITHUB_WORKSPACE/own/$BASELINE" --markdown build/regression.md':
        'ci/regression --workload small-first --baseline "$GITHUB_WORKSPACE/own/$BASELINE" --markdown build/regression.md',
    "ci/history build/history.jsonl": "ci/history build/history.jsonl --without cycles",
    "ci/build release rtl_stencil_accel_test && build/release/bin/rtl_stencil_accel_test":
        "ci/build release stencil-cosim config-small && build/release/bin/stencil-cosim run --config small",
}
# The inputs that a caller of own-rtl.yml gives.
INPUTS = {"repository": "owner/stencil-cosim", "ref": "0" * 40, "rtl": "rtl", "baseline": "baseline"}
EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")


def clone(target):
    """A copy of this tree with edits and without files that git ignores."""
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", ROOT, target], check=True)
    edited = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--modified", "--others", "--exclude-standard"],
                            capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, edited):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
        else:
            (target / name).unlink(missing_ok=True)


def value_of(text):
    """Replaces the expressions that the workflows use."""
    def one(expression):
        name = expression[1]
        if name.startswith("inputs."):
            return INPUTS[name.removeprefix("inputs.")]
        if name in ("github.sha", "github.ref", "github.run_id"):
            return "0"
        raise SystemExit(f"unknown expression {name}")

    return EXPRESSION.sub(one, str(text))


def is_to_run(condition):
    """Evaluates the conditions of the workflows; no step has been cancelled."""
    if condition is None:
        return True
    known = {"${{ !cancelled() }}": True, "${{ !cancelled() && inputs.baseline != '' }}": INPUTS["baseline"] != ""}
    return known[condition]


def check_out(step, workspace):
    given = step.get("with") or {}
    target = workspace / given.get("path", ".")
    if given.get("path") == "own":  # the repository of the caller
        target.mkdir()
        shutil.copytree(ROOT / "rtl", target / "rtl")
        shutil.copytree(ROOT / "ci/baseline", target / "baseline")
    else:
        clone(target)


def run_step(step, job, workspace, environment):
    text = step["run"].strip()
    command = SHORTER.get(text, text)
    folder = workspace / step.get("working-directory", job.get("defaults", {}).get("run", {}).get("working-directory", "."))
    print(f"== {step['name']}: {command}", flush=True)
    done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command], cwd=folder,
                          env={**environment, **{k: value_of(v) for k, v in step.get("env", {}).items()}},
                          stdin=subprocess.DEVNULL, timeout=BOUND_S, check=False)
    if done.returncode != 0:
        raise SystemExit(f"step '{step['name']}' ended with status {done.returncode}")
    return text


def artefacts(step, workspace):
    """The files that the last step would upload: there must be at least one."""
    found = []
    for pattern in step["with"]["path"].splitlines():
        found += [str(path.relative_to(workspace)) for path in workspace.glob(pattern.strip())]
    print("artefacts:", *found, flush=True)
    if not found:
        raise SystemExit("no file of those to be kept is there")


def main(name):
    workflow = load((FOLDER / name).read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    with tempfile.TemporaryDirectory(prefix="workflow-") as scratch:
        folder = pathlib.Path(scratch)
        workspace, home = folder / "workspace", folder / "home"
        workspace.mkdir()
        home.mkdir()
        files = {"GITHUB_STEP_SUMMARY": folder / "summary", "GITHUB_ENV": folder / "env", "GITHUB_OUTPUT": folder / "output"}
        for file in files.values():
            file.touch()
        # ccache finds objects compiled before: their paths are relative to the clone.
        cache = os.environ.get("CCACHE_DIR") or os.path.expanduser("~/.ccache")
        cache = cache if os.path.isdir(cache) else os.path.expanduser("~/.cache/ccache")
        environment = {**os.environ, "HOME": str(home), "CI": "true", "GITHUB_ACTIONS": "true",
                       "GITHUB_WORKSPACE": str(workspace), "CCACHE_BASEDIR": str(workspace), "CCACHE_NOHASHDIR": "1",
                       **{name: str(file) for name, file in files.items()},
                       **{key: value_of(value) for key, value in job.get("env", {}).items()}, "CCACHE_DIR": cache}
        ran = []
        for step in job["steps"]:
            if not is_to_run(step.get("if")):
                continue
            if "run" in step:
                ran.append(run_step(step, job, workspace, environment))
            elif step["uses"].startswith("actions/checkout@"):
                check_out(step, workspace)
            elif step["uses"].startswith("actions/upload-artifact@"):
                artefacts(step, workspace)
        print(f"{len(ran)} steps ran, {len([text for text in ran if text in SHORTER])} of them shortened")
        summary = files["GITHUB_STEP_SUMMARY"].read_text()
        if name != "nightly.yml" and not summary.strip():
            raise SystemExit("nothing has been written to the summary")


main(sys.argv[1])
