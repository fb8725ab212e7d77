# Results of proofs that are kept from call to call, by a digest of all that decides them.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import hashlib
import json
import os
import shutil

import yosys
from ci_error import CiError
from judge import Row

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = ("yosys", "yosys-abc", "prlimit", "stdbuf")
RESULT = "result.json"


def versions():
    """A text that changes with the tools: yosys, yosys-abc, and the files of this program."""
    for tool in TOOLS:
        if not shutil.which(tool):
            raise CiError(f"{tool} is not in PATH: ci/setup test installs it")
    digest = hashlib.sha256(yosys.version().encode())
    for path in sorted(os.listdir(HERE)) + [os.path.join("..", "mapping", "yosys.py")]:
        if path.endswith(".py"):
            with open(os.path.join(HERE, path), "rb") as file:
                digest.update(file.read())
    with open(shutil.which("yosys-abc"), "rb") as file:
        digest.update(file.read())
    return digest.hexdigest()


def known(work, proof, key):
    """The rows of an earlier call with the same key, and the seconds they took; None if there are none."""
    try:
        with open(os.path.join(work, proof.name, RESULT), encoding="utf-8") as file:
            result = json.load(file)
        return ([Row(**row) for row in result["rows"]], result["seconds"]) if result["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(work, proof, key, rows, seconds):
    path = os.path.join(work, proof.name, RESULT)
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump({"key": key, "seconds": seconds, "rows": [dataclasses.asdict(row) for row in rows]}, file)
    os.replace(path + ".part", path)
