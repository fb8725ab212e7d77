# verilog_tree: the modules of a folder of Verilog, and the modules that each one needs.
# SPDX-License-Identifier: Apache-2.0
import os
import re


class BadTree(Exception):
    pass


# A module is named after its file. Any word of a file that names another module counts as a need, wherever it stands:
# too many files are read rather than too few.
class VerilogTree:
    def __init__(self, folder):
        self.folder = folder
        self.files = {}  # path of each module
        self._words = {}
        for path, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                module, ending = os.path.splitext(name)
                if ending != ".v":
                    continue
                if module in self.files:
                    raise BadTree(f"{module} is both in {self.files[module]} and in {path}")
                self.files[module] = os.path.join(path, name)

    def file(self, module):
        if module not in self.files:
            raise BadTree(f"no {module}.v in {self.folder}")
        return self.files[module]

    # Folders with modules, each once.
    def folders(self):
        return sorted({os.path.dirname(path) for path in self.files.values()})

    # Paths of the module and of all modules below it, in alphabetical order.
    def needs(self, module):
        found = set()
        waiting = [module]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._words_of(name) & self.files.keys()
        return sorted(self.file(name) for name in found)

    def _words_of(self, module):
        if module not in self._words:
            with open(self.file(module), encoding="utf-8") as file:
                text = file.read()
            if re.search(r"^\s*`include\b", text, re.MULTILINE):
                raise BadTree(f"{self.file(module)} includes a file: nothing here knows that it is read")
            text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"', " ", text, flags=re.DOTALL)
            self._words[module] = set(re.findall(r"[A-Za-z_][A-Za-z0-9_$]*", text))
        return self._words[module]
