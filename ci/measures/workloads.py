# The runs whose cycles history keeps, and how one is made.
# SPDX-License-Identifier: Apache-2.0
import json
import os

import keeper
from trouble import Trouble

# Where there is a cycle gate, its workloads are taken.
GATE = "ci/gate/workloads.json"
OWN = [
    {"name": "small-shapes", "configs": ["small"], "ranks": 1,
     "words": "cycles --configs small --schedules sequential,overlapped --blockings overlapped-rows,skewed --cols 77 "
              "--portions 15 --niters 4,5 --blocks 4"},
    {"name": "small-tiles", "configs": ["small"], "ranks": 1,
     "words": "run --kernel gauss-seidel --config small --rows 61 --cols 50 --rounds 2"},
]
BOUND_S = "300"


def workloads(source):
    """[{"name", "configs", "ranks", "words"}]: what follows `stencil-cosim`, on so many ranks."""
    path = os.path.join(source, GATE)
    try:
        with open(path, encoding="utf-8") as file:
            listed = json.load(file)["workloads"]
        return [{key: workload[key] for key in ("name", "configs", "ranks", "words")} for workload in listed]
    except FileNotFoundError:
        return OWN
    except (OSError, ValueError, KeyError, TypeError):
        raise Trouble(f"{path} is no list of workloads") from None


def run(session, workload, output):
    """What the workload leaves in `output`, a report or the output of `cycles`, read. Bits must be right."""
    program = os.path.join(session.tree.build, "bin/stencil-cosim")
    words = workload["words"].split()
    words += ["--report", output] if words[0] == "run" else ["--format", "json", "--output", output]
    command = ["timeout", BOUND_S, program, *words]
    if workload["ranks"] > 1:
        command = ["timeout", BOUND_S, "mpirun", "-n", str(workload["ranks"]), "--oversubscribe", program, *words]
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_mpi_yield_when_idle": "1",
                   "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"}
    session.log.write(f"$ {' '.join(command)}\n")
    lines = []
    status = keeper.run(command, lines.append, session.tree.source, environment, session.hold)
    session.log.write("\n".join(lines) + "\n")
    if status != 0:
        said = next((line for line in lines if line.startswith("stencil-cosim: ")), f"the log is {session.log.name}")
        raise Trouble(f"workload {workload['name']} ended with status {status}; {said}")
    return read_output(output)


def read_output(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Trouble(f"{path} is no JSON: {error}") from None
