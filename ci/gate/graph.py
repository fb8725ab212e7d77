# Reads the dependencies of a build folder: ninja's graph, and the headers and Verilog that earlier builds recorded.
# SPDX-License-Identifier: Apache-2.0
import collections
import glob
import os
import re
import subprocess

from ci_error import CiError

NODE = re.compile(r'"(0x\w+)" \[label="(.*?)"(, shape=ellipse)?\]$')
LINK = re.compile(r'"(0x\w+)" -> "(0x\w+)"(.*)$')
DEPENDENCIES = re.compile(r"(\S.*): #deps \d+, ")
HEADERS = (".h", ".hpp")


class Graph:
    """Paths are absolute. Source files that no rule reads are not in the graph."""

    def __init__(self, tree):
        self.build = os.path.realpath(tree.build)
        self.ninja = tree.cached("CMAKE_MAKE_PROGRAM") or "ninja"
        self.readers = collections.defaultdict(set)  # file -> the files made from it
        self.made = set()  # every file that a rule makes
        self.unread = set()  # not made yet, so the headers or Verilog that it reads are unknown
        self.read_graph()
        self.read_dependencies()
        self.configured_by = set(self._query("build.ninja"))

    def affected(self, files):
        """All files made from any of these, in any number of steps. A file that has not been made yet counts as made
        from every header, or from all Verilog."""
        found = set()
        open_files = list(files)
        for output in self.unread:
            endings = (".v", ".vh") if output.endswith("_united.cpp") else HEADERS
            if any(path.endswith(endings) for path in files):
                found.add(output)
                open_files.append(output)
        while open_files:
            for output in self.readers.get(open_files.pop(), ()):
                if output not in found:
                    found.add(output)
                    open_files.append(output)
        return found

    def needed(self, outputs):
        """All files that the outputs are made from, the outputs included."""
        if not hasattr(self, "inputs"):
            self.inputs = collections.defaultdict(set)
            for path, made in self.readers.items():
                for output in made:
                    self.inputs[output].add(path)
        found = set(outputs)
        open_files = list(outputs)
        while open_files:
            new = self.inputs.get(open_files.pop(), set()) - found
            found |= new
            open_files += new
        return found

    def read_graph(self):
        names, rules, links = {}, {}, []
        for line in self._tool("graph"):
            node = NODE.match(line)
            link = LINK.match(line)
            if node:
                (rules if node[3] else names)[node[1]] = node[2]
            elif link and "dotted" not in link[3]:  # dotted links only give an order
                links.append((link[1], link[2]))
        into, out = collections.defaultdict(set), collections.defaultdict(set)
        for source, target in links:
            if source in names and target in names:
                self._add(names[source], names[target])
            elif target in rules:
                into[target].add(names[source])
            elif target in names:  # ninja lists only files that a rule needs
                out[source].add(names[target])
        for rule, name in rules.items():
            for output in out[rule]:
                self._note(output)
                for path in into[rule]:
                    self._add(path, output)
                if re.match("C(XX)?_COMPILER", name) or output.endswith("_united.cpp"):
                    self.unread.add(self._path(output))

    def read_dependencies(self):
        output = None
        for line in self._tool("deps"):
            head = DEPENDENCIES.match(line)
            if head:
                output = head[1]
                self.unread.discard(self._path(output))
            elif line.startswith("    ") and output:
                self._add(line.strip(), output)
        # ninja does not store these dependencies.
        for depfile in glob.glob(os.path.join(self.build, "CMakeFiles/d/*.d")):
            with open(depfile, encoding="utf-8", errors="replace") as file:
                outputs, _, inputs = file.read().replace("\\\n", " ").partition(": ")
            for output in outputs.split():
                self.unread.discard(self._path(output))
                for path in inputs.split():
                    self._add(path, output)

    def _query(self, output):
        lines = self._tool("query", output)
        inputs = []
        for line in lines[1:]:
            if line.startswith("  outputs"):
                break
            if line.startswith("    "):
                inputs.append(self._path(line.strip().removeprefix("| ").removeprefix("|| ")))
        return inputs

    def _add(self, path, output):
        self.readers[self._path(path)].add(self._path(output))
        self._note(output)

    def _note(self, output):
        # CMake writes rules without a command for sources, in case a source is deleted.
        if self._path(output).startswith(self.build + "/"):
            self.made.add(self._path(output))

    def _path(self, name):
        return os.path.normpath(os.path.join(self.build, name.replace("$ ", " ")))

    def _tool(self, *words):
        done = subprocess.run([self.ninja, "-C", self.build, "-t", *words], capture_output=True, text=True,
                              errors="replace", check=False)
        if done.returncode != 0:
            raise CiError(f"ninja -t {words[0]}: {(done.stderr or done.stdout).strip()}")
        return [line for line in done.stdout.split("\n") if not line.startswith("ninja: Entering")]
