# The objects of a build: their sources and the headers they include.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import re
import shlex
import subprocess


@dataclasses.dataclass
class Object:
    key: str  # path of the object, relative to the build folder
    source: str
    target: str
    words: list  # the compiler's command
    headers: tuple = ()  # all headers it includes, absolute


def read_objects(build):
    """All objects, by key."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    objects = {}
    for command in commands:
        words = shlex.split(command["command"])
        key = words[words.index("-o") + 1]
        target = re.search(r"(?:^|/)CMakeFiles/([^/]+)\.dir/", key)
        objects[key] = Object(key, command["file"], target[1] if target else "", words)
    key = None
    headers = []
    for line in subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True,
                               check=False).stdout.splitlines():
        if line.startswith("    "):
            headers.append(os.path.normpath(os.path.join(build, line.strip())))
        elif ": #deps" in line:
            key, headers = line.partition(": #deps")[0], []
        elif key in objects:
            # ninja lists the source itself too.
            objects[key].headers = tuple(path for path in headers if path != objects[key].source)
    return objects
