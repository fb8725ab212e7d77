#!/usr/bin/env python3
# Replaces stencil-cosim: `cycles` from numbers in the modules, and `compare`.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import sys


def after(word):
    return sys.argv[sys.argv.index(word) + 1]


def fail(status, text):
    print(f"stencil-cosim: {text}", file=sys.stderr)
    sys.exit(status)


def spread(number):
    return {"minimum": number, "maximum": number, "sum": number}


def measure():
    is_cycles = sys.argv[1] == "cycles"
    config = after("--configs" if is_cycles else "--config")
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "../lib/stencil-cosim/accel", config + ".so"), encoding="utf-8") as file:
        module = file.read()
    assert not any(name.startswith("STENCIL_") for name in os.environ), "a user's variables reach the workload"
    if "BITS wrong" in module:
        fail(1, "row 3, column 4: 0x1 is not 0x2")
    if "HANG" in module:
        fail(3, "the device does not answer")
    ranks = int(os.environ.get("MINI_RANKS", "1"))
    total = sum(map(int, re.findall(r"CYCLES (\d+)", module))) * ranks
    classes = [{"config": config, "place": place, "count": 1, "cycles": {"total": spread(total + at)}}
               for at, place in enumerate(("first", "last"))]
    with open(after("--output" if is_cycles else "--report"), "w", encoding="utf-8") as file:
        json.dump({"schema": "stencil-cosim/cycles/1", "classes": classes}, file)


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        data = json.loads(text)
        if data["schema"] != "stencil-cosim/cycles/1":
            fail(2, f"{path}: schema {data['schema']} is none that compare reads")
        return data
    except (OSError, ValueError, KeyError) as error:
        fail(2, f"{path}: {error}")


def compare():
    base_path, new_path = sys.argv[2:4]
    new = read(new_path)
    if "--accept" in sys.argv:
        with open(base_path, "w", encoding="utf-8") as file:
            json.dump(new, file)
        return 0
    base = read(base_path)
    known = {entry["place"]: entry["cycles"]["total"]["sum"] for entry in base["classes"]}
    classes = []
    for entry in new["classes"]:
        place, total = entry["place"], entry["cycles"]["total"]["sum"]
        before = known.pop(place, None)
        if before != total:
            verdict = "new" if before is None else "faster" if total < before else "slower"
            classes.append({"verdict": verdict, "sentence": f"{place} block: {before} -> {total}"})
    classes += [{"verdict": "missing", "sentence": f"{place} block: missing"} for place in known]
    told = {"schema": "stencil-cosim/comparison/1", "equal": not classes, "compared": len(new["classes"]), "said": [],
            "classes": classes,
            "explanations": [{"cause": "compute", "term": "turnaround", "sentence": "a cycle more each row"}] if classes else []}
    with open(after("--json"), "w", encoding="utf-8") as file:
        json.dump(told, file)
    with open(after("--markdown"), "w", encoding="utf-8") as file:
        file.write("".join(f"* {entry['sentence']}\n" for entry in classes))
    return 1 if classes else 0


if __name__ == "__main__":
    sys.exit(compare() if sys.argv[1] == "compare" else measure())
