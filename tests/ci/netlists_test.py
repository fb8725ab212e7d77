# ci/faults --netlist on a module of a few operations: yosys makes its netlist, the mutants are caught by a bench or a
# proof, proved equivalent, or left.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import unittest

from faults_test import CHECKER, PROOF, FaultsCase

OPERATIONS = """// gate: passes a bit on.
module gate #(
    parameter WIDTH = 1
) (
    input  wire [WIDTH-1:0] i_a,
    input  wire [WIDTH-1:0] i_b,
    output wire [WIDTH-1:0] o_z
);

  wire [WIDTH-1:0] any, spare;
  assign any = i_a | i_b;
  assign spare = i_a & i_b;
  assign o_z = any | spare;

endmodule
"""

# Fails with the mutants of a list.
NETLIST_BENCH = """
import os, sys
failed = os.environ.get("STENCIL_FAULT") in os.environ["CATCHES"].split()
print("[ RUN      ] Gate.Y")
print("[  FAILED  ] Gate.Y (0 ms)" if failed else "[       OK ] Gate.Y (0 ms)")
sys.exit(failed)
"""


def with_mutant(a, b, line, port, mode):
    """The output of OPERATIONS where a port of the operation in a line has another value."""
    bits = {"i_a": a, "i_b": b}
    change = {"inv": lambda bit: 1 - bit, "const0": lambda bit: 0, "const1": lambda bit: 1}[mode]
    for number, output, one, other in ((11, "any", "i_a", "i_b"), (12, "spare", "i_a", "i_b"),
                                       (13, "o_z", "any", "spare")):
        pins = [change(bits[name]) if (line, port) == (number, pin) else bits[name]
                for name, pin in ((one, "A"), (other, "B"))]
        result = min(pins) if output == "spare" else max(pins)
        bits[output] = change(result) if (line, port) == (number, "Y") else result
    return bits["o_z"]


def differs(line, port, mode):
    return any(with_mutant(a, b, line, port, mode) != (a | b) for a in (0, 1) for b in (0, 1))


class Netlists(FaultsCase):
    def test_mutants_of_a_netlist_are_caught_or_proved_equivalent_or_left(self):
        (self.tables / "netlist").mkdir()
        table = self.tables / "netlist/modules.json"
        table.write_text(json.dumps({"gate": {"parameters": {"WIDTH": 1}, "tests": ["gate_test"]}}))
        (self.root / "rtl/gate.v").write_text(OPERATIONS)
        (self.root / "bench.py").write_text(NETLIST_BENCH)
        (self.root / "docs").mkdir()
        (self.root / "docs/faults.md").write_text("| module | netlist mutants | caught | of them by a proof | equivalent |"
                                                  " undecided | differ and are not caught |\n|---|\n\nThe end.\n")
        found = {}

        def run(catches, *words):
            os.environ["CATCHES"] = " ".join(catches)
            status, text = self.call("--netlist", "--count", "1000", *words)
            for name, result, line, mode, port in re.findall(
                    r"^(gate-n\d+) +(equivalent|differs) .*\n +rtl/gate.v:(\d+): (\w+) at \S+ (\w)\[0\]$", text, re.M):
                found[name] = (result, (int(line), port, mode))
            return status, text

        status, first = run([], "--update")
        self.assertEqual(status, 1, first)
        self.assertEqual(len(found), 27, "all modes of all ports of all operations")
        for name, (result, place) in found.items():
            self.assertEqual(result, "differs" if differs(*place) else "equivalent", (name, place))
        kept = json.loads((self.tables / "netlist/results.json").read_text())
        different = sorted(name for name, (result, _) in found.items() if result == "differs")
        self.assertEqual(sorted(left["name"] for left in kept["modules"]["gate"]["left"]), different)
        self.assertIn(f"| all | 27 | 0 | 0 | {27 - len(different)} | 0 | {len(different)} |\n\nThe end.",
                      (self.root / "docs/faults.md").read_text())
        self.assertEqual(self.call("--netlist", "--stale")[1], "ci/faults: no netlist is to be run\n")
        self.assertNotIn("of another RTL", self.call("--check")[1])
        (self.root / "rtl/gate.v").write_text(OPERATIONS.replace("i_a | i_b", "i_b | i_a"))
        self.assertIn("of another RTL, of gate: ci/faults --netlist --stale --update\n", self.call("--check")[1])
        status, text = run(different, "--stale")
        self.assertIn("mutants of 1 netlists", text)
        (self.root / "rtl/gate.v").write_text(OPERATIONS)
        status, text = run(different)
        self.assertEqual(status, 0, text)
        self.assertIn("100.0% of those not proved equivalent are caught", text)
        proofs = self.root / "tests/rtl/proofs"
        proofs.mkdir()
        checker = CHECKER.replace("wire y, z;", "wire z;").replace(".o_y(y), ", "")
        (proofs / "gate.v").write_text(checker)
        (proofs / "gate.json").write_text(json.dumps(PROOF))
        gate = {"parameters": {"WIDTH": 1}, "tests": ["gate_test"]}
        table.write_text(json.dumps({"gate": {**gate, "proofs": ["no"]}}))
        self.assertIn("no proof no reads rtl/gate.v", run([])[1])
        table.write_text(json.dumps({"gate": {**gate, "proofs": ["gate"]}}))
        status, text = run([], "--update")
        self.assertEqual(status, 0, text)
        row = json.loads((self.tables / "netlist/results.json").read_text())["modules"]["gate"]
        self.assertEqual((row["caught"], row["by_proof"], row["equivalent"], row["left"]),
                         (len(different), len(different), 27 - len(different), []))
        (proofs / "gate.v").write_text(checker.replace("!= (a | b)", "!= (a & b)"))
        status, text = run([])
        self.assertEqual((status, "without any fault prove:gate does not pass" in text), (2, True), text)
        (proofs / "gate.v").unlink()
        (proofs / "gate.json").unlink()
        # A reason excuses nothing that differs.
        place = re.search(rf"{different[0]} +differs .*\n +rtl/gate.v:\d+: (.*)", first)[1]
        why = {"at": place, "reason": "It does nothing.", "clause": "C1.1"}
        table.write_text(json.dumps({"gate": {**gate, "equivalent": [why]}}))
        self.assertRegex(run(different[1:])[1], rf"{different[0]} +differs")
        table.write_text(json.dumps({"gate": {**gate, "equivalent": [{**why, "clause": ""}]}}))
        self.assertIn("'equivalent' needs 'at', 'reason' and 'clause'", run([])[1])
        table.write_text(json.dumps({"gate": gate}))
        same = next(name for name in found if name not in different)
        status, text = run([same])
        self.assertEqual(status, 2, text)
        self.assertIn(f"{same} is proved equivalent, but gate_test:Gate.Y catches it", text)
        self.assertIn("--count 0 must be 1..1000", run([], "--count", "0")[1])
        self.assertIn("has no 'fifo': gate", run([], "fifo")[1])
        table.write_text(json.dumps({"gate": {"parameters": {"NO": 1}, "tests": ["gate_test"]}}))
        self.assertIn("yosys ended with status 1", run([])[1])
        table.write_text(json.dumps({"gate": gate, "hinge": {"in": "gate", "tests": ["gate_test"]}}))
        self.assertIn("there is no module hinge in rtl", self.call("--check")[1])
        (self.root / "rtl/hinge.v").write_text("module hinge; endmodule\n")
        status, text = self.call("--check")
        self.assertIn("rtl/gate.v has no instance of hinge\n", text)
        self.assertEqual(status, 1)
        table.write_text(json.dumps({"door": gate}))
        self.assertIn("of another RTL, of door, gate: ci/faults --netlist", self.call("--check")[1])
        table.write_text("{}")
        self.assertIn("no netlist is to be run", run([], "--stale", "--update")[1])
        self.assertEqual(json.loads((self.tables / "netlist/results.json").read_text())["modules"], {})


if __name__ == "__main__":
    unittest.main()
