# ci/times: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import collections
import json
import os
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "runner"))
import registry  # noqa: E402
from building import Tree  # noqa: E402
from cpu_log import read_cpu_log  # noqa: E402
from files import write_whole  # noqa: E402
from headers import foreign_headers, own_headers  # noqa: E402
from models import verilated_models  # noqa: E402
from objects import read_objects  # noqa: E402
from session import run_main  # noqa: E402
from tests import by_label, by_program, discovery_seconds, test_seconds  # noqa: E402
from ci_error import CiError  # noqa: E402


def measure(tree, parse_headers):
    """All tables for the JSON file, each a list of rows."""
    if not os.path.exists(os.path.join(tree.build, "compile_commands.json")):
        raise CiError(f"{tree.build} is not configured: ci/build {tree.preset}")
    objects = read_objects(tree.build)
    records = read_cpu_log(tree.build, {key: entry.source for key, entry in objects.items()})
    compiled = {key: records[("compile", key)] for key in objects if ("compile", key) in records}
    seconds_of = {key: record.seconds for key, record in compiled.items()}
    models = verilated_models(tree.build, objects, records)
    united = {key for key, entry in objects.items() if entry.source.endswith("_united.cpp")}

    def total(kind):
        return sum(record.seconds for (its_kind, _), record in records.items() if its_kind == kind)

    def kind_of(key):
        if key in united:
            return "models, compiled"
        return "tests, compiled" if key.startswith("tests/") else "product, compiled"

    summary = collections.Counter()
    for key, seconds in seconds_of.items():
        summary[kind_of(key)] += seconds
    summary["models, Verilated"] = sum(row[1] for row in models)
    summary["other commands"] = total("custom") - summary["models, Verilated"]
    summary["linked"] = total("link")
    summary["configured"] = total("configure")

    targets = collections.defaultdict(lambda: [0, 0.0, 0.0])
    for key, entry in objects.items():
        row = targets[entry.target]
        row[0] += 1
        row[1] += seconds_of.get(key, 0.0)
    for (kind, key), record in records.items():
        if kind == "link":
            name = os.path.basename(key)
            name = name[3:].rpartition(".")[0] if name.startswith("lib") else name
            targets[name][2] += record.seconds
    tests = registry.read_tests(tree.build) if tree.cached("STENCIL_BUILD_TESTS") == "ON" else []
    ran = test_seconds(tests, records)
    return {
        "schema": "stencil-cosim/times/1",
        "objects": len(objects),
        "without_record": len(objects) - len(compiled),
        "cached": sum(record.cached for record in compiled.values()),
        "build": dict(summary),
        "build_total": sum(summary.values()),
        "targets": sorted(([name, *row] for name, row in targets.items()), key=lambda row: -row[2] - row[3]),
        "sources": sorted(([os.path.relpath(entry.source, tree.source), entry.target, seconds_of[key],
                            compiled[key].cached] for key, entry in objects.items()
                           if key in seconds_of and key not in united), key=lambda row: -row[2]),
        "foreign_headers": foreign_headers(objects) if parse_headers else [],
        "own_headers": own_headers(objects, seconds_of, tree.source),
        "models": models,
        "tests_total": sum(ran.values()),
        "tests_run": len(ran),
        "tests_known": len(tests),
        "discovery": discovery_seconds(records),
        "labels": by_label(ran),
        "programs": by_program(ran),
        "tests": sorted(([test.name, seconds] for test, seconds in ran.items()), key=lambda row: -row[1]),
    }


def table(title, heads, rows, top):
    """Prints the first rows; numbers with a fraction get one decimal."""
    cells = [[f"{cell:.2f}" if isinstance(cell, float) else
              ("yes" if cell else "") if isinstance(cell, bool) else str(cell) for cell in row] for row in rows[:top]]
    width = [max(len(row[column]) for row in [heads, *cells]) for column in range(len(heads))]
    print(f"\n{title}")
    for row in [heads, *cells]:
        print("  " + "  ".join(cell.ljust(size) if column == 0 else cell.rjust(size)
                               for column, (cell, size) in enumerate(zip(row, width))).rstrip())
    if len(rows) > top:
        print(f"  and {len(rows) - top} more")


def show(times, build, top):
    print(f"CPU seconds of {build}, of each command and test when it ran last: build {times['build_total']:.0f}, "
          f"tests {times['tests_total']:.0f}")
    if times["without_record"]:
        print(f"{times['without_record']} of {times['objects']} objects have no record: they were compiled before there "
              "was one, or are not built")
    if times["cached"]:
        print(f"{times['cached']} of {times['objects']} objects came from ccache and were never compiled here: marked, "
              "and more expensive than shown; build in an empty folder with CCACHE_DISABLE=1 to measure them")
    table("build", ["", "CPU s"], list(times["build"].items()), 20)
    table("targets", ["target", "objects", "compile s", "link s"], times["targets"], top)
    table("sources, models left out", ["source", "target", "CPU s", "ccache"], times["sources"], top)
    table("headers of libraries: objects that include them, time to parse each alone (they include each other)",
          ["header", "objects", "parse s", "product s"], times["foreign_headers"], top)
    table("headers of ours: what an edit compiles again", ["header", "objects", "CPU s"], times["own_headers"], top)
    whole = [row for row in times["models"] if row[3]]
    table(f"Verilated models: {len(times['models'])}, {sum(row[1] + row[2] for row in times['models']):.0f} s; "
          f"{len(whole)} of them with stencil_accel, {sum(row[1] + row[2] for row in whole):.0f} s",
          ["model", "Verilator s", "compile s", "stencil_accel"], times["models"], max(top, len(whole)))
    table(f"tests by label ({times['tests_run']} of {times['tests_known']} have run; finding the tests in programs took "
          f"{times['discovery']:.1f} s)", ["label", "tests", "CPU s"], times["labels"], 60)
    table("tests by program", ["program", "tests", "CPU s"], times["programs"], top)
    table("tests", ["test", "CPU s"], times["tests"], top)


def main():
    parser = argparse.ArgumentParser(
        prog="ci/times", description="Shows where build and test time goes, in CPU seconds: by kind, target, source, "
        "header, Verilated model, test and label. Each command and test counts with the cost of its last run.")
    parser.add_argument("preset", nargs="?", default="release")
    parser.add_argument("--top", type=int, default=20, metavar="N", help="rows per table (default: 20)")
    parser.add_argument("--json", metavar="FILE", help="write all rows of all tables")
    parser.add_argument("--no-headers", action="store_true", help="do not parse libraries' headers (a minute)")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    given = parser.parse_args()

    def work():
        tree = Tree(given.source, given.preset)
        times = measure(tree, not given.no_headers)
        show(times, os.path.relpath(tree.build, tree.source), given.top)
        if given.json:
            write_whole(given.json, json.dumps(times, indent=1))
        return 0

    run_main("ci/times", work)


main()
