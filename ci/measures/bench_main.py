# ci/bench: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", "runner"), HERE]
import bench_rows  # noqa: E402
import ratios  # noqa: E402
from ci_error import CiError  # noqa: E402

BASE = "rtl"
# A run's device cycles in a second, from the first step to the last; files, golden solution and modules do not count.
CANDIDATES = {
    "rtl": ["--accel", "rtl"],
    "rtl, operators": ["--accel", "rtl", "--arithmetic", "operators"],
    "rtl, points": ["--accel", "rtl", "--arithmetic", "points"],
    "rtl, paranoid": ["--accel", "rtl", "--paranoid"],
    "mixed, class": ["--accel", "mixed", "--rtl-steps", "class"],
    "mixed, 0.05": ["--accel", "mixed", "--rtl-steps", "0.05"],
    "mixed, 0.05, points": ["--accel", "mixed", "--rtl-steps", "0.05", "--arithmetic", "points"],
    "model": ["--accel", "model"],
}
GROUPS = {
    "jacobi, default": ["--config", "default", "--rows", "200", "--cols", "300"],
    "jacobi, wide": ["--config", "wide", "--rows", "300", "--cols", "400"],
    "gauss-seidel, default": ["--config", "default", "--kernel", "gauss-seidel", "--fuse", "off", "--rows", "200",
                              "--cols", "200"],
    "jacobi, 1000 x 1000, 40 steps": ["--config", "default", "--rows", "1000", "--cols", "1000", "--portion", "100"],
}
LENGTH = {"jacobi": ["--iterations", "100"], "gauss-seidel": ["--rounds", "10"],
          "jacobi, 1000 x 1000, 40 steps": ["--iterations", "200"]}
SHORT = {"jacobi": ["--iterations", "5"], "gauss-seidel": ["--rounds", "1"]}
# A minute of RTL a round.
LONG = {"jacobi, 1000 x 1000, 40 steps": {"rounds": 1, "candidates": ["rtl", "mixed, class"]}}
# Programs of tests/bench that print ratios of their own: what comes before the program, and after it.
PROGRAMS = {
    "wrapper_bench": ([], []),
    "model_bench": ([], []),
    "arithmetic_bench": ([], []),
    "paranoid_bench": ([], []),
    "clock_bench_rtl": ([], ["time"]),
    "clock_bench_points": ([], ["time"]),
    "formula_rows_bench": ([], ["examples/formula"]),
    "golden_bench": ([], []),
    "golden_bench on 2 ranks": (["mpirun", "-n", "2"], []),
}


def rate_of(program, words):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "r.json")
        made = subprocess.run([program, "run", "--quiet", "--report", report, *words], text=True, capture_output=True)
        if made.returncode != 0:
            raise CiError(f"stencil-cosim run {' '.join(words)}: status {made.returncode}: {made.stderr.strip()}")
        with open(report, encoding="utf-8") as file:
            read = json.load(file)
        return read["simulation"]["device_cycles_per_s"], read["totals"]["cycles"]


def measure(program, group, rounds):
    """[{name: rate}], one a round. All candidates must count the same cycles."""
    kernel = group.split(",")[0]
    words = GROUPS[group] + LENGTH.get(group, LENGTH[kernel])
    long = LONG.get(group, {"rounds": rounds, "candidates": list(CANDIDATES)})
    names, rounds = long["candidates"], min(rounds, long["rounds"])
    for name in names:
        rate_of(program, GROUPS[group] + SHORT[kernel] + CANDIDATES[name])  # modules are built, files are in memory
    found = []
    for number in range(rounds):
        measured, cycles = {}, {}
        for name in ratios.order_of(names, number):
            measured[name], cycles[name] = rate_of(program, words + CANDIDATES[name])
            print(f"\r{group}: round {number + 1} of {rounds}, {name:<24}", end="", file=sys.stderr, flush=True)
        if len(set(cycles.values())) != 1:
            raise CiError(f"{group}: candidates count other cycles: {cycles}")
        found.append({name: measured[name] for name in names})
    print(file=sys.stderr)
    return found


def commit():
    found = subprocess.run(["git", "rev-parse", "HEAD"], text=True, capture_output=True)
    return found.stdout.strip() if found.returncode == 0 else ""


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {len(names)} cores"


def bring_up_to_date(build, with_benches):
    """A program older than its source would be measured as today's."""
    if not os.path.exists(os.path.join(build, "build.ninja")):
        print(f"ci/bench: {build} is no folder of ninja: its programs are measured as they are", file=sys.stderr)
        return
    targets = ["stencil-cosim", *(["benches"] if with_benches else [])]
    made = subprocess.run(["ninja", "-C", build, *targets], text=True, capture_output=True)
    if made.returncode != 0:
        raise CiError(f"ninja -C {build} {' '.join(targets)}: status {made.returncode}:\n{made.stdout.strip()}")


def main():
    parser = argparse.ArgumentParser(
        prog="ci/bench", description="Device cycles in a second of each way to simulate, as multiples of the RTL's: "
        "medians of the ratios within each round, least and most. Then wall time of ranks, memory, instructions and the "
        "RTL of before, and the programs of tests/bench. Builds what has changed in a build folder first.")
    parser.add_argument("file", nargs="?", help="history, a line a start; BUILD/bench.jsonl unless given")
    parser.add_argument("--build", default="build/release", help="build folder (build/release)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each group, 1 .. 1000 (5)")
    parser.add_argument("--group", action="append", choices=list(GROUPS), help="this group alone; more than once")
    parser.add_argument("--row", action="append", choices=list(bench_rows.ROWS), help="this row and those named alone, no "
                        "group unless named, no program; more than once")
    parser.add_argument("--without-programs", action="store_true", help="leave out those rows and the programs of tests/bench")
    options = parser.parse_args()
    if not 1 <= options.rounds <= 1000:
        raise CiError(f"--rounds is {options.rounds}, must be 1 .. 1000")
    # As root, Open MPI runs only when told to.
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"):
        os.environ.setdefault(name, "1")
    program = os.path.join(options.build, "bin", "stencil-cosim")
    if not os.access(program, os.X_OK):
        raise CiError(f"{program} is not there: ci/build release builds it")
    bring_up_to_date(options.build, not options.without_programs)
    path = options.file or os.path.join(options.build, "bench.jsonl")
    before = ratios.last_record(path, machine())
    found = {group: ratios.ratios_of(measure(program, group, options.rounds), BASE)
             for group in options.group or (() if options.row else GROUPS)}
    if found:
        print("\n".join(ratios.lines_of(found, before)))
    printed, failed = {}, []
    for name in options.row or (() if options.without_programs else bench_rows.ROWS):
        printed[name] = [bench_rows.line_of(name, options.build, options.rounds)]
        print(printed[name][0])
    for name in () if options.without_programs or options.row else PROGRAMS:
        bench = os.path.join(options.build, "bin", name.split()[0])
        if not os.access(bench, os.X_OK):
            print(f"{name}: not built; ninja -C {options.build} benches")
            continue
        before_it, after_it = PROGRAMS[name]
        made = subprocess.run([*before_it, bench, *after_it], text=True, capture_output=True)
        if made.returncode != 0:
            failed.append(f"{name}: status {made.returncode}: {made.stderr.strip()}")
            continue
        printed[name] = made.stdout.splitlines()
        print(f"{name} (measured)\n" + made.stdout.rstrip())
    ratios.append(path, {"commit": commit(), "machine": machine(), "rounds": options.rounds, "ratios": found,
                         "programs": printed})
    if failed:
        raise CiError("\n".join(failed))


if __name__ == "__main__":
    try:
        main()
    except CiError as error:
        print(f"ci/bench: {error}", file=sys.stderr)
        sys.exit(2)
