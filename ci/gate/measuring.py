# Runs a workload and lets stencil-cosim compare judge its cycles against the baseline.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os

import supervisor

BOUND_S = 3000  # of one workload, seconds: busy machines take long
# As in cmake/Testing.cmake: Open MPI refuses to run as root or with more ranks than cores unless told otherwise, and looks
# 0.2 s for network cards.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_mpi_yield_when_idle": "1",
       "OMPI_MCA_pml": "ob1", "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"}
KEPT = ("verdict", "summary", "sentences", "markdown", "causes")  # of an Outcome
SHOWN = 12  # at most this many sentences per workload

EQUAL, CHANGED, FASTER, NEW, FAILED, UNREADABLE = "equal", "changed", "faster", "new", "failed", "unreadable"


@dataclasses.dataclass
class Outcome:
    workload: object
    verdict: str  # one of the constants above
    summary: str  # printed after the name
    sentences: list = dataclasses.field(default_factory=list)
    markdown: str = ""  # written by compare
    log: list = dataclasses.field(default_factory=list)
    causes: list = dataclasses.field(default_factory=list)  # pairs: kind of cycles, term


class Measuring:
    """program: stencil-cosim; launcher: the words before it, a function of the number of ranks. folder: where the
    measured cycles are written; baselines: folder of the baselines. modules: folder of modules, in place of those of
    the program."""

    def __init__(self, program, mpiexec, folder, baselines, source, hold=(), modules=None):
        self.program = program
        self.mpiexec = mpiexec
        self.folder = folder
        self.baselines = baselines
        self.source = source
        self.hold = hold
        # Variables that a user has set must not change a workload.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("STENCIL_")} | MPI
        if modules:
            self.environment["STENCIL_MODULES"] = modules
        os.makedirs(folder, exist_ok=True)

    def _outcome(self, workload):
        return os.path.join(self.folder, workload.name + ".outcome.json")

    def measured(self, workload):
        return os.path.join(self.folder, workload.name + ".json")

    def baseline(self, workload):
        return os.path.join(self.baselines, workload.name + ".jsonl")

    def run(self, workload):
        """The outcome, which stays in the folder."""
        path = self._outcome(workload)
        if os.path.exists(path):
            os.remove(path)
        outcome = self._run(workload)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({name: getattr(outcome, name) for name in KEPT}, file)
        return outcome

    def outcome(self, workload):
        """What run() has left, in another process; None if it did not come to its end."""
        try:
            return Outcome(workload, **_read(self._outcome(workload)))
        except (OSError, ValueError, TypeError):
            return None

    def take(self, workload):
        """Runs the workload. Returns the Outcome that says why there are no cycles, or None; the classes of its blocks;
        the printed text."""
        path = self.measured(workload)
        if os.path.exists(path):
            os.remove(path)
        launcher = [] if workload.ranks == 1 else [self.mpiexec, "-n", str(workload.ranks), "--oversubscribe"]
        status, said = self.call([*launcher, self.program, *workload.words, *workload.leaves(path)])
        log = list(said)
        if status != 0:
            what = {1: "bits are wrong", 124: f"does not end within {BOUND_S} s"}.get(status, "the run failed")
            return Outcome(workload, FAILED, f"{what}, status {status}", _last(said), log=log), None, log
        try:
            return None, _read(path)["classes"], log
        except (OSError, ValueError, KeyError, TypeError) as error:
            return _no_cycles(workload, path, error, self.source, log), None, log

    def _run(self, workload):
        failure, classes, log = self.take(workload)
        if failure:
            return failure
        try:
            cycles = sum(entry["cycles"]["total"]["sum"] for entry in classes)
        except (KeyError, TypeError) as error:
            return _no_cycles(workload, self.measured(workload), error, self.source, log)
        summary = f"{len(classes)} classes, {cycles} cycles"
        if not os.path.exists(self.baseline(workload)):
            return Outcome(workload, NEW, f"{summary}, no baseline "
                           f"{os.path.relpath(self.baseline(workload), self.source)}", log=log)
        return self._compare(workload, summary, log)

    def _compare(self, workload, summary, log):
        comparison = os.path.join(self.folder, workload.name + ".comparison.json")
        page = os.path.join(self.folder, workload.name + ".comparison.md")
        for path in (comparison, page):
            if os.path.exists(path):
                os.remove(path)
        status, said = self.call([self.program, "compare", self.baseline(workload), self.measured(workload),
                                  "--json", comparison, "--markdown", page])
        log += said
        if status == 0:
            return Outcome(workload, EQUAL, summary, log=log)
        if status != 1:
            return Outcome(workload, UNREADABLE, f"compare ended with status {status}", _last(said), log=log)
        try:
            told = _read(comparison)
            changed = told["classes"]
            verdicts = {entry["verdict"] for entry in changed}
            sentences = [entry["text"] for entry in told["said"] if entry["field"] != "rtl"]
            sentences += ["why: " + entry["sentence"] for entry in told["explanations"]]  # before the list is cut
            sentences += [entry["sentence"] for entry in changed]
            causes = [(entry["cause"], entry["term"]) for entry in told["explanations"]]
            with open(page, encoding="utf-8") as file:
                markdown = file.read()
        except (OSError, ValueError, KeyError, TypeError) as error:
            return Outcome(workload, UNREADABLE, f"compare left no comparison: {error}", _last(said), log=log)
        number = f"{len(changed)} of {told['compared']} classes differ"
        if verdicts == {"faster"}:
            return Outcome(workload, FASTER, f"{number}, all for the better", sentences, markdown, log, causes)
        return Outcome(workload, CHANGED, number, sentences, markdown, log, causes)

    def call(self, command):
        """Status and output lines of a command."""
        lines = [f"$ {' '.join(command)}"]
        status = supervisor.run(["timeout", "--foreground", "-k", "10", str(BOUND_S), *command], lines.append, self.source,
                            self.environment, self.hold)
        return status, lines


def _read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _no_cycles(workload, path, error, source, log):
    return Outcome(workload, FAILED, f"left no cycles in {os.path.relpath(path, source)}: {error}", log=log)


def _last(said):
    """The last line that a program printed, without blank lines and the command."""
    return [line for line in said[1:] if line.strip()][-6:]


def shown(outcome):
    """The lines of an outcome on the screen and in the report of a test."""
    lines = [f"{outcome.verdict:<10} {outcome.workload.name}: {outcome.summary}"]
    lines += [f"    {sentence}" for sentence in outcome.sentences[:SHOWN]]
    if len(outcome.sentences) > SHOWN:
        lines.append(f"    and {len(outcome.sentences) - SHOWN} more lines")
    return lines
