# Repeats a run with other compilers and with messages in other orders, and compares results and digests.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import re
import shutil

import supervisor
from ci_error import CiError

RANKS = 4
BOUND_S = "3000"
REFERENCE = "gcc-o3"
PRESETS = (REFERENCE, "gcc-o0", "clang-o3", "clang-o0")
SHUFFLES = 5
# Arguments of `stencil-cosim run`. A workload that `deals` cuts rows into the same strips on any number of ranks: its
# traffic must be the same except for its order, the buffers it uses, and therefore the cycles.
WORKLOADS = (
    {"name": "cyclic", "deals": True,
     "words": "--distribution cyclic --strip-rows 24 --rows 101 --cols 50 --iterations 10 --stw 5 --portion 15"},
    {"name": "cyclic-skewed", "deals": True,
     "words": "--distribution cyclic --strip-rows 24 --rows 101 --cols 50 --iterations 10 --stw 5 --portion 15 "
              "--blocking skewed"},
    {"name": "blocked", "deals": False, "words": "--rows 101 --cols 50 --iterations 20 --stw 5 --portion 15"},
)
# Its subdomains are one per rank: another number of ranks is another computation.
OF_ALL_RANKS = ({"name": "gauss-seidel", "words": "--kernel gauss-seidel --grid 2x2 --rows 61 --cols 60 --rounds 1"},)
DIGESTS = ("with_cycles", "without_cycles", "bursts")
SEED, OTHER_SEED = "1", "2"
SHUFFLED = re.compile(r"rank (\d+) pid (\d+) sends (\d+) moved (\d+) completions (\d+) chosen (\d+)\n")


class Run:
    """The results of one run: digests by rank and the SHA-256 of the result file."""

    def __init__(self, name, report, output, ranks):
        self.name = name
        try:
            with open(report, encoding="utf-8") as file:
                document = json.load(file)
            self.ok = document["ok"]
            listed = document["machine"]["digests"]
            told = [digest["rank"] for digest in listed]
            self.digests = [{key: digest[key] for key in DIGESTS} for digest in listed]
            self.ranks = document["machine"]["ranks"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CiError(f"{name}: {report} is no report with digests: {error!r}") from None
        if self.ranks != ranks or told != list(range(ranks)):
            raise CiError(f"{name}: {report} has digests of ranks {told} of {self.ranks}, expected {ranks} ranks")
        try:
            with open(output, "rb") as file:
                self.bits = hashlib.sha256(file.read()).hexdigest()
        except OSError as error:
            raise CiError(f"{name}: {output} cannot be read: {error.strerror}") from None

    def bursts(self):
        """The sum over all devices: four numbers modulo 2^64 each."""
        sums = [0] * 4
        for digest in self.digests:
            for i in range(4):
                sums[i] += int(digest["bursts"][16 * i:16 * (i + 1)], 16)
        return [number % 2**64 for number in sums]


def same(base, other):
    """Differences between two runs that must be the same in everything: [sentence]."""
    said = []
    if base.bits != other.bits:
        said.append(f"{other.name}: other bits in the result than {base.name}")
    for rank, (expected, got) in enumerate(zip(base.digests, other.digests)):
        if expected == got:
            continue
        if expected["without_cycles"] == got["without_cycles"]:
            what = "the same traffic in other cycles"
        elif expected["bursts"] == got["bursts"]:
            what = "the same data in another order or with other register accesses"
        else:
            what = "other data"
        said.append(f"{other.name}: rank {rank}: {what} than {base.name}")
    return said


def same_on_all_ranks(one, many, deals):
    """Differences between runs on different numbers of ranks."""
    said = []
    if one.bits != many.bits:
        said.append(f"{many.name}: other bits in the result than {one.name}")
    if deals and one.bursts() != many.bursts():
        said.append(f"{many.name}: its devices together have other data bursts than {one.name}")
    return said


def control(base, other):
    """Another seed must change every digest, or the digests prove nothing."""
    said = [f"{other.name}: rank {rank}: {key} is that of {base.name}, though the data are others"
            for rank, (expected, got) in enumerate(zip(base.digests, other.digests)) for key in DIGESTS
            if expected[key] == got[key]]
    if base.bits == other.bits:
        said.append(f"{other.name}: the result is that of {base.name}, though the data are others")
    return said


def all_ranks_ran(run):
    """Devices that had different data must have different digests."""
    distinct = len({digest["with_cycles"] for digest in run.digests})
    return [] if distinct == run.ranks else [f"{run.name}: {run.ranks} ranks, but only {distinct} different devices"]


def were_shuffled(name, texts, ranks):
    """From the logs of the shim: the number of messages moved, and what is wrong: [sentence]."""
    found = [SHUFFLED.fullmatch(text) for text in texts]
    if not all(found) or [int(line[1]) for line in found] != list(range(ranks)):
        raise CiError(f"{name}: the shim has left {len(texts)} logs, not one of each of {ranks} ranks")
    said = []
    processes = len({line[2] for line in found})
    if processes != ranks:
        said.append(f"{name}: {ranks} ranks were {processes} processes")
    return sum(int(line[4]) + int(line[6]) for line in found), said


class Bench:
    """Makes the runs. program(preset) is the path of a stencil-cosim, shim that of shuffle_messages."""

    def __init__(self, session, folder, program, shim):
        self.session = session
        self.folder = folder
        self.program = program
        self.shim = shim
        self.moved = 0  # messages reordered in all runs so far
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)

    def run(self, workload, preset=REFERENCE, ranks=RANKS, seed=SEED, shuffle=None):
        """(Run, [sentence]): the sentences say what is wrong with the run itself."""
        name = f"{workload['name']}, {preset}, {ranks} rank{'' if ranks == 1 else 's'}"
        if seed != SEED:
            name += f", seed {seed}"
        if shuffle:
            name += f", messages shuffled by {shuffle}"
        stem = os.path.join(self.folder, re.sub(r"[ ,]+", "-", name))
        command = ["timeout", BOUND_S, "mpirun", "-n", str(ranks), "--oversubscribe"]
        if shuffle:
            command += ["-x", f"LD_PRELOAD={self.shim}", "-x", f"SHUFFLE_SEED={shuffle}", "-x",
                        f"SHUFFLE_LOG={stem}.log"]
        command += [self.program(preset), "run", "--config", "small", "--digest", "--seed", seed,
                    *workload["words"].split(), "--report", f"{stem}.json", "--output", f"{stem}.npy"]
        environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_mpi_yield_when_idle": "1",
                       "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"}
        self.session.log.write(f"$ {' '.join(command)}\n")
        lines = []
        status = supervisor.run(command, lines.append, self.session.tree.source, environment, self.session.hold)
        self.session.log.write("\n".join(lines) + "\n")
        if status not in (0, 1):
            said = next((line for line in lines if line.startswith("stencil-cosim: ")), "")
            raise CiError(f"{name}: ended with status {status}; {said or 'the log is ' + self.session.log.name}")
        run = Run(name, f"{stem}.json", f"{stem}.npy", ranks)
        said = [] if run.ok is True and status == 0 else [f"{name}: wrong bits"]
        if ranks > 1:
            said += all_ranks_ran(run)
        if shuffle:
            moved, wrong = were_shuffled(name, [read(f"{stem}.log.{rank}") for rank in range(ranks)], ranks)
            self.moved += moved
            said += wrong
        return run, said


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def prove(bench, presets, say):
    """Makes all runs; returns their number and what is wrong."""
    runs = 0
    wrong = []

    def made(*arguments, **words):
        nonlocal runs
        runs += 1
        run, said = bench.run(*arguments, **words)
        wrong.extend(said)
        return run

    for workload in WORKLOADS + OF_ALL_RANKS:
        before = len(wrong)
        base = made(workload)
        for preset in presets:
            if preset != REFERENCE:
                wrong += same(base, made(workload, preset))
        moved = bench.moved
        for shuffle in range(1, SHUFFLES + 1):
            wrong += same(base, made(workload, shuffle=shuffle))
        if bench.moved == moved:
            wrong.append(f"{workload['name']}: no message was moved")
        wrong += control(base, made(workload, seed=OTHER_SEED))
        if "deals" in workload:
            wrong += same_on_all_ranks(made(workload, ranks=1), base, workload["deals"])
        for sentence in wrong[before:]:
            say(sentence)
        if len(wrong) == before:
            say(f"{workload['name']}: digests of {RANKS} ranks the same, {base.digests[0]['with_cycles'][:16]}.. on rank 0")
    return runs, wrong
