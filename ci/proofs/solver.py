# Asks yosys-abc about outputs of a model: can they ever be 1, can they be within a number of cycles?
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re
import shlex
import subprocess

from failure import Failure

ASSERTED = re.compile(r"Output 0 (?:of miter \"[^\"]*\" )?was asserted in frame +(\d+)")
RESERVE_S = 600  # wall-clock seconds beyond ten times the CPU seconds, before a call is ended


@dataclasses.dataclass(frozen=True)
class Search:
    found: dict  # cycle by number of the output, for those that can be 1
    ended: set  # numbers of those that cannot be 1 within the bound


def proved(work, name, limit_s):
    """Can no output ever be 1? False also if there was no answer in time (CPU seconds)."""
    return "Property proved." in _ask(work, name, "pdr", f"{_load(work, name)}; scorr; pdr", limit_s)


def search(work, name, number, bound, limit_s):
    """The first cycle, 0..bound-1, in which each of `number` outputs can be 1."""
    # One output after another: bmc3 -a, which takes them together, ends with a segmentation fault now and then.
    load = _load(work, name)
    commands = "; ".join(f"{load}; cone -s -O {place}; echo output {place} ends; bmc3 -F {bound}"
                         for place in range(number))
    parts = re.split(r"output (\d+) ends", _ask(work, name, "bmc", commands, limit_s))
    found, ended = {}, set()
    for place, text in zip(map(int, parts[1::2]), parts[2::2]):
        asserted = ASSERTED.search(text)
        if asserted:
            found[place] = int(asserted[1])
        elif f"No output asserted in {bound} frames" in text:
            ended.add(place)
    return Search(found, ended)


def witness(work, name, bound, limit_s):
    """The inputs that make the only output 1, as write_cex writes them; None if none were found in time."""
    path = os.path.join(work, f"{name}.cex")
    if os.path.exists(path):
        os.remove(path)
    _ask(work, name, "witness", f"{_load(work, name)}; bmc3 -F {bound}; write_cex -a {shlex.quote(path)}", limit_s)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def _load(work, name):
    return f"read_aiger {shlex.quote(os.path.join(work, name) + '.aig')}; fold; strash"


def _ask(work, name, question, commands, limit_s):
    model = os.path.join(work, name)
    try:  # what was printed before a call is ended counts
        done = subprocess.run(["prlimit", f"--cpu={limit_s}", "stdbuf", "-oL", "yosys-abc", "-c", commands],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False,
                              timeout=10 * limit_s + RESERVE_S)
        text = done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        text = "no answer in time"
    except OSError as error:
        raise Failure(f"{error.filename} cannot be started: {error.strerror}") from None
    with open(f"{model}.{question}.log", "w", encoding="utf-8") as file:
        file.write(text)
    if "Cannot open" in text or "has failed" in text or "** cmd error" in text:
        raise Failure(f"yosys-abc: {text.strip().splitlines()[-1]}; the log is {model}.{question}.log")
    return text
