# ci/lint-code: runs clang-tidy on the translation units of the product, as many at a time as there are processors.
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOPS = ("host", "models", "sim")
INCLUDED = re.compile(r'#include "([^"]+)"')
PRECOMPILED = re.compile(r" -Winvalid-pch -include \S+/cmake_pch\.hxx(?= )")
FINDING = re.compile(r"(.+?):\d+:\d+: (warning|error): ")


def sources(unit):
    """The files of the tree in a translation unit: those that a unity source includes, or itself."""
    if not unit.endswith(".cxx"):
        return [unit]
    with open(unit, encoding="utf-8") as file:
        return INCLUDED.findall(file.read())


def commands(build, folder):
    """The compiler's commands, also written into this folder: without headers that g++ has precompiled, which clang-tidy
    would take for its own."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = [{**entry, "command": PRECOMPILED.sub("", entry["command"])} for entry in json.load(file)]
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(entries, file)
    return entries


def units(entries, wanted):
    """The translation units of the product that have a wanted source; all where none is named."""
    tops = tuple(os.path.join(ROOT, top, "") for top in TOPS)
    found = {}
    for entry in entries:
        unit = os.path.join(entry["directory"], entry["file"])
        if not unit.endswith((".c", ".cpp", ".cxx")):  # Fortran
            continue
        files = [path for path in sources(unit) if os.path.exists(unit) and path.startswith(tops)]
        if files and (not wanted or wanted & set(files)):
            found.setdefault(tuple(files), unit)  # tests may compile a source once more
    return sorted(found.values())


def findings(folder, unit):
    """What clang-tidy prints of a unit, by finding; this folder has the commands."""
    # g++ has warnings and parameters that clang does not know; without the options each unit would end with an error.
    done = subprocess.run(["clang-tidy", "--quiet", "--extra-arg=-Wno-unknown-warning-option",
                           "--extra-arg=-Qunused-arguments", "-p", folder, unit],
                          capture_output=True, text=True, check=False)
    texts = []
    for line in done.stdout.splitlines():
        if FINDING.match(line):
            texts.append("")
        if texts:
            texts[-1] += line + "\n"
    if done.returncode != 0 and not texts:
        raise OSError(f"clang-tidy ended with status {done.returncode} on {unit}: {done.stderr.strip()}")
    return texts


def main():
    build, *wanted = sys.argv[1:] or [os.path.join(ROOT, "build/release")]
    build = os.path.abspath(build)
    try:
        if not shutil.which("clang-tidy"):
            raise OSError("there is no clang-tidy; ci/setup nightly installs it")
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            chosen = units(commands(build, folder), {os.path.abspath(path) for path in wanted})
            if not chosen:
                raise OSError(f"{build} compiles none of {', '.join(wanted) or 'host, models, sim'}")
            texts = {text for found in pool.map(lambda unit: findings(folder, unit), chosen) for text in found}
    except OSError as error:
        print(f"ci/lint-code: {error}", file=sys.stderr)
        return 2
    print("".join(sorted(texts)), end="")
    print(f"{len(chosen)} translation units, {len(texts)} findings")
    return 1 if texts else 0


sys.exit(main())
