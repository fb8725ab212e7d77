# Instructions of a simulation: measured by callgrind on one rank, compared with the record.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import shutil
import subprocess

import supervisor
from callgrind import read_profile
from folders import by_folder
from ci_error import CiError
from files import read_json, write_whole

SCHEMA = "stencil-cosim/instructions/1"
PRESET = "profile"
TARGETS = ["stencil-cosim", "config-small"]
KEY = ("compiler", "valgrind", "verilator", "systemc")
COMMON = "--configs small --schedules overlapped,sequential --blockings overlapped-rows,skewed"
# Arguments of `stencil-cosim cycles`. "model" exists because all rooms but the device are too small to be seen beside
# the Verilated one.
WORKLOADS = {
    "rtl": f"--accel rtl {COMMON} --cols 77 --portions 15 --niters 5 --blocks 3",
    "model": f"--accel model {COMMON} --cols 40 --portions 15 --niters 5 --blocks 60",
}
# Collection starts in this function: MPI's start-up, which depends on the machine, does not count.
COLLECT = "stencil::measure(*"
# The share of a workload's instructions by which it, or one room of it, may move. Runs differ by a few millionths.
ALLOWED = 0.025
BOUND_S = "3000"


def tool_versions(tree):
    """{"compiler": "g++ 12.2.0-14+deb12u1", "valgrind": ...}: counts are compared only if these are the same."""
    def first_line(*command):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise CiError(f"{command[0]} cannot be run: {error.strerror}") from None
        return done.stdout.splitlines()[0] if done.stdout else ""

    compiler = first_line(tree.cached("CMAKE_CXX_COMPILER") or "c++", "--version")
    versions = {"compiler": compiler_name(compiler),
                "valgrind": first_line("valgrind", "--version").removeprefix("valgrind-"),
                "verilator": " ".join(first_line("verilator", "--version").split()[1:2])}
    header = "/usr/include/sysc/kernel/sc_ver.h"
    folder = tree.cached("SYSTEMC_INCLUDE_DIR")
    header = os.path.join(folder, "sysc/kernel/sc_ver.h") if folder else header
    numbers = []
    if os.path.exists(header):
        with open(header, encoding="utf-8") as file:
            numbers = re.findall(r"#\s*define SC_VERSION_(?:MAJOR|MINOR|PATCH)\s+(\d+)", file.read())
    versions["systemc"] = ".".join(numbers)
    for tool, version in versions.items():
        if not version:
            raise CiError(f"the version of {tool} is not known")
    return versions


def compiler_name(line):
    """From the first line of --version: 'c++ (Debian 12.2.0-14) 12.2.0' is 'g++ 12.2.0-14'."""
    name = "clang++" if "clang" in line else "g++"
    packaged = re.search(r"\(\S+ (\d[^)]*)\)", line)
    number = packaged or re.search(r"(\d+\.\S*)", line)
    return f"{name} {number[1]}" if number else ""


def measure(session, workload):
    """{"workload": words, "total": n, "rooms": {room: n}} of a workload by its name."""
    build = session.tree.build
    output = os.path.join(build, f"callgrind-{workload}.out")
    if os.path.exists(output):
        os.remove(output)
    words = WORKLOADS[workload]
    command = ["timeout", BOUND_S, "valgrind", "--tool=callgrind", f"--callgrind-out-file={output}",
               f"--toggle-collect={COLLECT}", os.path.join(build, "bin/stencil-cosim"), "cycles", *words.split()]
    if shutil.which("valgrind") is None:
        raise CiError("there is no valgrind: ci/setup nightly installs it")
    session.log.write(f"$ {' '.join(command)}\n")
    lines = []
    # As root, Open MPI runs only when told to.
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"}
    status = supervisor.run(command, lines.append, session.tree.source, environment, session.hold)
    session.log.write("\n".join(lines) + "\n")
    if status != 0:
        said = next((line for line in lines if line.startswith("stencil-cosim: ")), f"the log is {session.log.name}")
        raise CiError(f"stencil-cosim cycles {words} ended with status {status} under valgrind; {said}")
    profile = read_profile(output)
    if profile.total == 0:
        raise CiError(f"callgrind has collected nothing: is there still a function {COLLECT}?")
    return {"workload": words, "total": profile.total, "rooms": by_folder(profile, session.tree.source)}


def read_record(path):
    """The record of an earlier call; None if there is no such file."""
    if not os.path.exists(path):
        return None
    record = read_json("", path)
    if not isinstance(record, dict) or record.get("schema") != SCHEMA:
        found = record.get("schema") if isinstance(record, dict) else None
        raise CiError(f"{path} has schema {json.dumps(found)}, this program reads {SCHEMA}")
    try:
        whole = all(isinstance(record["key"][name], str) for name in KEY)
        for measured in record["workloads"].values():
            rooms = measured["rooms"].values()
            whole = whole and isinstance(measured["workload"], str) and measured["total"] > 0
            whole = whole and all(type(cost) is int for cost in rooms) and sum(rooms) == measured["total"]
    except (KeyError, TypeError, AttributeError):
        whole = False
    if not whole:
        raise CiError(f"{path} lacks a part, or its rooms do not sum to their total: ci/instructions --accept makes it "
                      "anew")
    return record


def write_record(record, path):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    write_whole(path, json.dumps(record, indent=1, sort_keys=True) + "\n")


def differing_keys(record, key):
    """["valgrind 3.19.0, recorded with 3.18.1"]: why counts cannot be compared."""
    return [f"{name} {key[name]}, recorded with {record['key'][name]}" for name in KEY
            if record["key"][name] != key[name]]


def share(cost, total):
    return f"{100.0 * cost / total:+.2f} %"


def judge(name, base, new):
    """(sentences, moved) of one workload: moved says whether it, or a room of it, changed by more than ALLOWED."""
    total = base["total"]
    names = set(base["rooms"]) | set(new["rooms"])
    grown = {room: new["rooms"].get(room, 0) - base["rooms"].get(room, 0) for room in names}
    growth = new["total"] - total
    limit = ALLOWED * total
    # Beside the rooms beyond the limit, name those that make up most of a growth shared by many.
    moved = sorted((room for room in names if abs(grown[room]) > limit), key=lambda room: (-abs(grown[room]), room))
    too_far = abs(growth) > limit or bool(moved)
    sentences = [f"{name}: {total:,} -> {new['total']:,} instructions, {share(growth, total)}"
                 + ("" if too_far else f", within {100 * ALLOWED:g} %")]
    if not too_far:
        return sentences, False
    if not moved:
        moved = sorted((room for room in names if grown[room] * growth > 0), key=lambda room: (-abs(grown[room]), room))[:3]
    for room in moved:
        before = base["rooms"].get(room, 0)
        own = f", {grown[room] / before:+.1%} of its own" if before else ", it was not there"
        sentences.append(f"  {room}: {before:,} -> {new['rooms'].get(room, 0):,}, {share(grown[room], total)} of all{own}")
    return sentences, True


def table(record):
    lines = []
    for name, measured in record["workloads"].items():
        lines.append(f"{name}: stencil-cosim cycles {measured['workload']}")
        for room, cost in sorted(measured["rooms"].items(), key=lambda item: -item[1]):
            lines.append(f"  {room:<24} {cost:>15,} {100 * cost / measured['total']:7.3f} %")
        lines.append(f"  {'all':<24} {measured['total']:>15,}")
    return "\n".join(lines)


def compare(screen, record, new):
    """Compares and reports; returns the exit status."""
    other = differing_keys(record, new["key"])
    if other:
        screen.say(f"NOT JUDGED: {'; '.join(other)}. Counts of other tools differ; ci/instructions --accept records "
                   "those of these")
    moved = []
    for name, measured in new["workloads"].items():
        base = record["workloads"].get(name)
        if base is None:
            screen.say(f"{name}: has no record")
            moved.append(name)
            continue
        if base["workload"] != measured["workload"]:
            screen.say(f"{name}: is another workload than recorded, cycles {base['workload']}")
            moved.append(name)
            continue
        sentences, too_far = judge(name, base, measured)
        screen.say("\n".join(sentences))
        if too_far:
            moved.append(name)
    if other:
        return 0
    if moved:
        screen.say(f"ci/instructions: {', '.join(moved)} moved by more than {100 * ALLOWED:g} %; if that "
                   "is meant: ci/instructions --accept")
        return 1
    return 0
