# The lines of a module that ci/lint/module_lines.py counts, and the modules it refuses.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "ci/lint/module_lines.py"

HEAD = ["// wide: a module.", "// SPDX-License-Identifier: Apache-2.0", "`default_nettype none", ""]
PORTS = ["module wide #(", "    parameter WIDTH = 1", ") (", "    input  wire clk,", "    output wire o_any", ");"]
INSTANCE = ["  part #(", "      .WIDTH(WIDTH)", "  ) u_part (", "      .clk  (clk),  // the one there is",
            "      .o_any(o_any)", "  );"]
END = ["endmodule", "", "`default_nettype wire"]


class ModuleLines(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, body, name="sub/wide.v", ports=PORTS, end=END):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(HEAD + ports + body + end) + "\n", encoding="utf-8")

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, "-BES", str(SCRIPT), *arguments], capture_output=True, text=True,
                              check=False, timeout=1200)

    def judge(self):
        return self.run_script(str(self.folder))

    def test_takes_as_many_lines_as_allowed(self):
        self.write([f"  wire w{k};" for k in range(250)])
        outcome = self.judge()
        self.assertEqual((outcome.returncode, outcome.stdout), (0, ""))

    def test_refuses_one_more_and_names_it(self):
        self.write([f"  wire w{k};" for k in range(251)])
        outcome = self.judge()
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("sub/wide.v   <- 251 lines besides head, ports and connections, at most 250", outcome.stdout)

    def test_counts_comments_and_empty_lines_of_the_body(self):
        self.write(["  // a remark", ""] * 126)
        self.assertEqual(self.judge().returncode, 1)

    def test_counts_no_head_no_port_and_no_connection(self):
        ports = PORTS[:-2] + [f"    input  wire i_{k}," for k in range(300)] + PORTS[-2:]
        connections = INSTANCE[:4] + [f"      .i_{k}(i_{k})," for k in range(300)] + INSTANCE[4:]
        self.write(connections + [f"  wire w{k};" for k in range(250)], ports=ports)
        self.assertEqual(self.judge().returncode, 0)

    def test_counts_what_only_looks_like_a_connection(self):
        self.write(["  assign o = part.x(1);"] * 251)
        self.assertEqual(self.judge().returncode, 1)

    def test_complains_of_files_it_does_not_understand(self):
        for ports, end in ((["  module late (", ");"], END), (["module open_end (", "  input wire clk"], END),
                           (PORTS, [])):
            self.write([], ports=ports, end=end)
            outcome = self.judge()
            self.assertEqual(outcome.returncode, 2, outcome.stdout)
            self.assertIn("wide.v", outcome.stdout)
        self.assertEqual(self.run_script().returncode, 2)
        self.assertEqual(self.run_script(str(self.folder / "none")).returncode, 2)


if __name__ == "__main__":
    unittest.main()
