# Rows of ci/bench that are no rates of runs on one rank: wall time of ranks, memory, instructions, the RTL of before.
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import tarfile
import tempfile

import ratios
from callgrind import read_profile
from ci_error import CiError

# The RTL that speeds are compared with: that of the commit before arithmetic by choice.
BEFORE = "f0de7cbeb2a6143bf4c09c3bf25b136dd756a82d"
# Tall enough for two ranks to take half the device cycles each, but for the first block's load and halo rows.
RANKS = ["--rows", "1602", "--cols", "300", "--iterations", "10", "--portion", "50", "--schedule", "joined"]
# Runs of 10 and 20 million points: what both hold beside their fields falls out.
MEMORY = ["--accel", "model", "--cols", "5000", "--iterations", "5"]
MEMORY_ROWS = (2000, 4000)


class Missing(Exception):
    """Why a row cannot be measured here."""


def called(command, **more):
    made = subprocess.run(command, text=True, capture_output=True, **more)
    if made.returncode != 0:
        said = (made.stderr or made.stdout).strip().splitlines()
        raise CiError(f"{' '.join(command)[:200]}: status {made.returncode}: {said[-1] if said else ''}")
    return made.stdout


def spread(found, digits=2):
    """The text of ratios: median, least and most."""
    middle, least, most = ratios.ratios_of([{"": ratio, "one": 1} for ratio in found], "one")[""]
    return f"{middle:.{digits}f} ({least:.{digits}f} .. {most:.{digits}f})"


def need(build, *programs):
    for name in programs:
        if not os.access(os.path.join(build, "bin", name), os.X_OK):
            raise Missing(f"{name} is not built; ninja -C {build} benches")


def ranks(build, rounds):
    """Wall time of the steps of one rank as a multiple of that of two; beside it the same of device cycles, which the work
    allows, and what the cores allow: how much more two runs of one rank do at the same time, which share nothing."""
    if shutil.which("mpirun") is None:
        raise Missing("there is no mpirun")
    if len(os.sched_getaffinity(0)) < 2:
        raise Missing("this process may use one core only")
    cycles = {}

    def seconds(number):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "r.json")
            called(["mpirun", "-n", str(number), "--bind-to", "none", os.path.join(build, "bin/stencil-cosim"), "run", "--quiet",
                    "--report", report, *RANKS])
            with open(report, encoding="utf-8") as file:
                found = json.load(file)
        cycles[number] = found["totals"]["cycles"]
        return found["simulation"]["wall_s"]

    def apart():
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return statistics.fmean(pool.map(seconds, (1, 1)))

    ways = {"one": lambda: seconds(1), "two": lambda: seconds(2), "apart": apart}
    together, allowed = [], []
    for number in range(rounds):
        took = {each: ways[each]() for each in ratios.order_of(list(ways), number)}
        together.append(took["one"] / took["two"])
        allowed.append(2 * took["one"] / took["apart"])
    return (f"one rank takes {spread(together)} of the wall time of 2, {cycles[1] / cycles[2]:.2f} of the device cycles; two "
            f"runs apart do {spread(allowed)} times as much as one; RTL, {' '.join(RANKS)}")


def memory(build, _):
    """Bytes a point of the resident set of a run on one rank."""
    most = []
    for rows in MEMORY_ROWS:
        child = subprocess.Popen([os.path.join(build, "bin/stencil-cosim"), "run", "--quiet", *MEMORY, "--rows", str(rows)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stderr.close()
        if child.returncode != 0:
            raise CiError(f"a run of {rows} rows ended with status {child.returncode}: {said.decode().strip()}")
        most.append(1024 * used.ru_maxrss)
    points = (MEMORY_ROWS[1] - MEMORY_ROWS[0]) * 5000
    return f"{(most[1] - most[0]) / points:.2f} bytes a point on one rank, between 10 and 20 million points, model"


def instructions_of(program, kind):
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "callgrind.out")
        called(["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={output}",
                "--toggle-collect=*counted_clocks*", program, kind])
        return read_profile(output).total


def tiles(build, _):
    """Instructions of a Jacobi run on points, with tiles built in, to without."""
    need(build, "clock_bench_points", "clock_bench_sweeps")
    if shutil.which("valgrind") is None:
        raise Missing("there is no valgrind: ci/setup nightly installs it")
    with_tiles, without = (instructions_of(os.path.join(build, "bin", name), "run")
                           for name in ("clock_bench_points", "clock_bench_sweeps"))
    return f"{with_tiles / without:.3f} times the instructions, points, 27 x 302, 40 sweeps: {with_tiles:,} for {without:,}"


def model_before(build, config):
    """The clock bench of a configuration with the RTL of BEFORE, built once a build folder as that of today is."""
    folder = os.path.join(os.path.abspath(build), "before", BEFORE[:8], config)
    bench = os.path.join(folder, "clock_bench")
    if os.access(bench, os.X_OK):
        return bench
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    packed = os.path.join(folder, "rtl.tar")
    if subprocess.run(["git", "archive", "-o", packed, BEFORE, "rtl"], capture_output=True).returncode != 0:
        raise Missing(f"this clone lacks commit {BEFORE[:8]}")
    with tarfile.open(packed) as file:
        file.extractall(folder)
    rtl = os.path.join(folder, "rtl")
    folders = sorted({os.path.dirname(path) for path in glob.glob(os.path.join(rtl, "**", "*.v"), recursive=True)})
    lines = called(["ninja", "-C", build, "-t", "commands", f"tests/bench/models/Varithmetic_{config}_rtl_united.cpp"])
    found = re.search(r"-DVERILATOR=(\S+) .*-DOPTIONS=(\S+?),-y,", lines)
    if found is None:
        raise CiError(f"{build}: no command verilates arithmetic_{config}_rtl")
    options = ",".join([found[2], *(f"-y,{each}" for each in folders)])
    called(["cmake", f"-DVERILATOR={found[1]}", f"-DMODELS={folder}", "-DPREFIX=Vbefore", "-DTOP=stencil_accel",
            f"-DSOURCE={rtl}/stencil_accel.v", "-DBESIDE=", f"-DOPTIONS={options}", f"-DTREE={rtl}", "-P",
            "cmake/verilate_one.cmake"])
    root = called(["verilator", "--getenv", "VERILATOR_ROOT"]).strip()
    common = [os.environ.get("CXX", "c++"), "-std=c++17", "-I.", "-isystem", f"{folder}/Vbefore", "-isystem", f"{root}/include",
              "-isystem", f"{root}/include/vltstd", f"-I{folder}", "-ffp-contract=off", "-w",
              *(f"-DVM_{name}=0" for name in ("COVERAGE", "SC", "TRACE", "TRACE_FST", "TRACE_VCD"))]
    called([*common, "-O2", "-fPIC", "-fvisibility=hidden", "-c", f"{folder}/Vbefore_united.cpp", "-o", f"{folder}/model.o"])
    called([*common, "-O3", "-DCLOCK_BENCH_MODEL=Vbefore", '-DCLOCK_BENCH_HEADER="Vbefore.h"',
            "tests/bench/clock_bench.cpp", f"{folder}/model.o", f"{build}/libverilated_runtime.a", "-lpthread", "-o", bench])
    return bench


def before(build, rounds):
    """The speed of computing clocks of today's RTL, as a multiple of that before, of two configurations."""
    benches = {"default": "clock_bench_rtl", "wide": "clock_bench_wide_rtl"}
    need(build, *benches.values())

    def nanoseconds(program):
        return float(re.search(r"^compute +([0-9.]+) ns", called([program, "time", "3"]), re.M)[1])

    speeds = []
    for config, bench in benches.items():
        programs = {"before": model_before(build, config), "now": os.path.join(build, "bin", bench)}
        found = []
        for number in range(rounds):
            took = {name: nanoseconds(programs[name]) for name in ratios.order_of(list(programs), number)}
            found.append(took["before"] / took["now"])
        speeds.append(f"{config} {spread(found, 3)}")
    return f"times the speed of computing clocks of the RTL of {BEFORE[:8]}: {', '.join(speeds)}"


ROWS = {
    "2 ranks to one": ranks,
    "bytes a point": memory,
    "tiles built in to without": tiles,
    "RTL to itself before": before,
}


def line_of(name, build, rounds):
    """What a row says, measured; or why it is not."""
    try:
        return f"{name} (measured): {ROWS[name](build, rounds)}"
    except Missing as why:
        return f"{name}: not measured: {why}"
