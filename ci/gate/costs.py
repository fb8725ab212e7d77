# Estimates what a build step, test or workload costs, in CPU seconds: its last run, or a guess.
# SPDX-License-Identifier: Apache-2.0
import os
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "timing"))
from cpu_log import read_cpu_log  # noqa: E402
from objects import read_objects  # noqa: E402

# Guesses, CPU seconds: to compile a C++ source; to Verilate and to compile a model, per file of Verilog in it.
SOURCE_S = 4.0
VERILATE_S = 0.1
MODEL_S = 0.6
OTHER_S = 0.1
TEST_S = 0.1
WORKLOAD_S = 1.0


class Costs:
    def __init__(self, tree, graph, stamps):
        objects = read_objects(tree.build) if os.path.exists(os.path.join(tree.build, "compile_commands.json")) else {}
        self.records = read_cpu_log(tree.build, {key: entry.source for key, entry in objects.items()})
        self.graph = graph
        self.stamped = {}  # name -> wall-clock seconds of the latest pass
        for stamp in stamps.by_digest.values():
            self.stamped[stamp.name] = _number(stamp.seconds)
        self.custom = {os.path.basename(key): record.seconds for (kind, key), record in self.records.items()
                       if kind == "custom"}

    def of_output(self, path):
        key = os.path.relpath(path, self.graph.build)
        if path.endswith("_united.cpp"):
            return max(self.custom.get(os.path.basename(path), 0.0), VERILATE_S * self._verilog(path))
        if path.endswith(".o"):
            record = self.records.get(("compile", key))
            guess = MODEL_S * self._verilog(path.removesuffix(".o")) if path.endswith("_united.cpp.o") else SOURCE_S
            # The cost of an object that came from ccache does not predict the next compilation.
            return record.seconds if record and not record.cached and record.seconds > OTHER_S else guess
        record = self.records.get(("link", key))
        return record.seconds if record else OTHER_S if os.path.splitext(path)[1] in (".a", ".so", "") else 0.0

    def of_test(self, test):
        record = self.records.get(("test", test.name))
        return record.seconds if record else self.stamped.get(test.name, TEST_S)

    def of_workload(self, workload):
        return self.stamped.get(f"gate:{workload.name}", WORKLOAD_S)

    def _verilog(self, united):
        """The number of Verilog files in a model."""
        return sum(path.endswith(".v") for path in self.graph.needed([self._united(united)])) or 1

    def _united(self, path):
        # The object lies in the folder of its library.
        head, _, name = path.rpartition("/")
        folder = head.split("/CMakeFiles/")[0]
        return path if "/CMakeFiles/" not in head else f"{folder}/models/{name}"


def _number(text):
    try:
        return float(text)
    except ValueError:
        return TEST_S
