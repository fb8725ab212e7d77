# ci/card: what it makes is complete, in the order of its standard, and elaborates; each fault in it is noticed.
# SPDX-License-Identifier: Apache-2.0
import copy
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import packaging
from packaging import SPIRIT, TOP

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Card(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name).resolve() / "tree"
        for part in ("rtl", "ci/packaging"):
            shutil.copytree(ROOT / part, self.tree / part)
        self.top = self.tree / "rtl/card" / f"{TOP}.v"
        for part in ("ci/card", "LICENSE"):
            shutil.copy(ROOT / part, self.tree / part)

    def run_tool(self, *words):
        return subprocess.run([str(self.tree / "ci/card"), *words], capture_output=True, text=True, timeout=60, check=False)

    def edit(self, path, old, new):
        text = (self.tree / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.tree / path).write_text(text.replace(old, new, 1), encoding="utf-8")

    def refused(self, words, text):
        run = self.run_tool(*words)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn(text, run.stderr)

    def test_the_files_of_the_tree_are_complete(self):
        run = self.run_tool()
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(packaging.complaints_about(self.tree / "rtl/card", self.top), [])

    def test_a_folder_of_its_own_is_complete(self):
        run = self.run_tool("--out", str(self.tree / "block"))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(packaging.complaints_about(self.tree / "block", self.top), [])
        for name in ("component.xml", f"{TOP}.core", "Bender.yml", "package.tcl"):
            self.assertNotIn("..", (self.tree / "block" / name).read_text(encoding="utf-8").replace("...", ""), name)
        self.refused(["--out", str(self.tree / "block")], "must be a new or an empty folder")

    def test_a_source_or_a_port_that_is_missing_is_noticed(self):
        folder = self.tree / "rtl/card"
        whole = packaging.elaborated_ports(self.top)
        for name, old in (("component.xml", "../bus/fifo.v"), (f"{TOP}.core", "      - ../bus/fifo.v\n"),
                          ("Bender.yml", "  - ../bus/fifo.v\n"), ("package.tcl", "  bus/fifo.v\n"),
                          ("package.tcl", "  s_axi_wlast\n"), (f"{TOP}.core", "      - PES\n")):
            with self.subTest(f"{name} without {old.strip()}"):
                right = (folder / name).read_text(encoding="utf-8")
                self.edit(f"rtl/card/{name}", old, "../bus/axil_port.v" if old.startswith("..") else "")
                self.assertTrue(any(name in line for line in packaging.complaints_about(folder, self.top)))
                self.assertEqual(self.run_tool().stdout.split()[0], f"rtl/card/{name}")
                self.assertEqual(self.run_tool("--update").returncode, 0)
                self.assertEqual((folder / name).read_text(encoding="utf-8"), right)
        # The packager ends where Vivado has not found a port of the list.
        self.assertEqual(packaging.run_tcl(folder, [name for name in whole if name != "s_axi_wlast"], "{scratch}/new part")[0], 1)
        for arguments in ("{scratch}/new", "{scratch} part"):
            self.assertEqual(packaging.run_tcl(folder, whole, arguments)[0], 2)

    def test_each_port_of_component_xml_is_noticed(self):
        ports = packaging.elaborated_ports(self.top)
        root = xml.parse(self.tree / "rtl/card/component.xml").getroot()
        self.assertEqual(list(packaging.port_complaints(root, ports)), [])
        for parent, child in (("ports", "port"), ("portMaps", "portMap")):
            for owner in root.iter(SPIRIT + parent):
                for one in list(owner.findall(SPIRIT + child)):
                    place = list(owner).index(one)
                    owner.remove(one)
                    self.assertNotEqual(list(packaging.port_complaints(root, ports)), [], xml.tostring(one))
                    owner.insert(place, one)
        for field, value in (("direction", "inout"), ("vector/" + SPIRIT + "left", "77")):
            node = root.find(f".//{SPIRIT}wire/{SPIRIT}{field}")
            right, node.text = node.text, value
            self.assertNotEqual(list(packaging.port_complaints(root, ports)), [], field)
            node.text = right

    def test_elements_out_of_order_are_noticed(self):
        root = xml.parse(self.tree / "rtl/card/component.xml").getroot()
        seen = set()
        for node in root.iter():
            kinds = [packaging.kind(child) for child in node]
            if len(set(kinds)) > 1 and node.tag.startswith(SPIRIT):
                seen.add(packaging.kind(node))
                children = list(node)
                node[:] = children[::-1]
                self.assertNotEqual(list(packaging.order_complaints(root)), [], packaging.kind(node))
                node[:] = children
        self.assertLessEqual({"component", "busInterface", "port", "view", "file", "choice", "modelParameter"}, seen)
        for tag in ("vendor", "model", "nonsense"):
            broken = copy.deepcopy(root)
            xml.SubElement(broken, SPIRIT + tag).text = "x"
            self.assertNotEqual(list(packaging.order_complaints(broken)), [], tag)

    def test_references_that_lead_nowhere_are_noticed(self):
        text = (self.tree / "rtl/card/component.xml").read_text(encoding="utf-8")
        for old, new in (("\"MODELPARAM_VALUE.AXI_ID_W\"", "\"MODELPARAM_VALUE.AXI_IDS\""),
                         ("\"PARAM_VALUE.PES\"", "\"PARAM_VALUE.LANES\""), ("choiceRef=\"choice_list_LANES\"", "choiceRef=\"other\""),
                         ("memoryMapRef=\"s_axi\"", "memoryMapRef=\"other\""), ("<spirit:localName>sources", "<spirit:localName>other")):
            self.assertIn(old, text)
            root = xml.fromstring(text.replace(old, new, 1).encode())
            self.assertNotEqual(list(packaging.reference_complaints(root)), [], new)

    def test_a_new_port_and_a_new_source_reach_all_files(self):
        self.edit("rtl/card/stencil_card.v", "    output wire                    irq,",
                  "    output wire                    irq,\n    output wire [LANES/8+1:0] perf_more,")
        (self.tree / "rtl/card/another.v").write_text("module another (output wire y);\n  assign y = 1'b0;\nendmodule\n",
                                                      encoding="utf-8")
        self.edit("rtl/card/stencil_card.v", "  axil_halves #(",
                  "  assign perf_more[LANES/8+1:1] = 0;\n  another u_another (perf_more[0]);\n  axil_halves #(")
        self.assertEqual(len(self.run_tool().stdout.splitlines()), 4)
        self.assertEqual(self.run_tool("--update").returncode, 0)
        self.assertEqual(packaging.complaints_about(self.tree / "rtl/card", self.top), [])
        for name in ("component.xml", f"{TOP}.core", "Bender.yml", "package.tcl"):
            self.assertIn("another.v", (self.tree / "rtl/card" / name).read_text(encoding="utf-8"))

    def test_parameters_and_data_port_reach_the_accelerator(self):
        values = {"KERNELS": 15, "PES": 3, "LANES": 2, "MEMORY_WORDS": 2003, "MAX_COLS": 79, "LINE_BEATS": 160, "F_BUFFERS": 3,
                  "AXI_DATA_W": 256, "AXI_ADDR_W": 33, "AXI_ID_W": 2, "ADD_LATENCY": 7, "MUL_LATENCY": 9, "DIV_LATENCY": 4}
        top = packaging.elaborated(self.top, values)
        accel = top["cells"]["u_accel"]
        self.assertEqual({name: int(bits, 2) for name, bits in accel["parameters"].items()}, values)
        for name, port in top["ports"].items():
            if name.startswith(("s_axi_", "perf_", "irq")) and not name.startswith("s_axi_control"):
                self.assertEqual(accel["connections"][name], port["bits"], name)
            if name.startswith("s_axi_control"):
                logical = name.replace("s_axi_control", "s_axil")
                self.assertEqual(top["cells"]["u_halves"]["connections"][logical], port["bits"], name)
        for name, bits in top["cells"]["u_halves"]["connections"].items():
            if name.startswith("m_axil"):
                self.assertEqual(accel["connections"][name.replace("m_axil", "s_axil")], bits, name)
        master = self.tree / "rtl/master/stencil_master.v"
        del values["AXI_ID_W"]
        cells = packaging.elaborated(master, values | {"BURST_BEATS": 16})["cells"]
        for cell, given in (("u_accel", values | {"AXI_ID_W": 1}),
                            ("u_chain", {name: values[name] for name in ("MEMORY_WORDS", "F_BUFFERS", "AXI_DATA_W", "AXI_ADDR_W")}
                             | {"BURST_BEATS": 16})):
            self.assertEqual({name: int(bits, 2) for name, bits in cells[cell]["parameters"].items()}, given)
        row = packaging.elaborated(self.top, {"MAX_COLS": 79, "LANES": 2})["cells"]["u_accel"]["parameters"]
        self.assertEqual(int(row["LINE_BEATS"], 2), 40)

    def test_bad_input_is_one_line(self):
        self.assertEqual(self.run_tool("--fix").returncode, 2)
        for path, old, new, text in (
                ("rtl/card/stencil_card.v", "output wire                    irq,", "inout wire irq,",
                 "'inout wire irq,' must be 'input wire"),
                ("rtl/card/stencil_card.v", "input  wire [             7:0] s_axi_awlen", "input wire [WIDE-1:0] s_axi_awlen",
                 "must be 'input wire"),
                ("rtl/card/stencil_card.v", "output wire                    irq,", "output wire irqs,", "no port irq"),
                ("rtl/card/stencil_card.v", "wire                    perf_fill,", "wire fill,", "port fill belongs to no bus"),
                ("rtl/card/stencil_card.v", "parameter LANES        = 1", "parameter LANES        = PES",
                 "must be 'parameter NAME = number'"),
                ("rtl/card/stencil_card.v", "parameter LANES        = 1", "parameter LANE         = 1", "parameter LANE of"),
                ("rtl/card/stencil_card.v", "  axil_halves #(", "  axil_thirds #(", "needs module axil_thirds, which has no file"),
                ("rtl/CONTRACT.md", "Contract version: 6.", "Contract version six.", "Contract version: N.")):
            with self.subTest(new):
                right = (self.tree / path).read_text(encoding="utf-8")
                self.edit(path, old, new)
                self.refused(["--update"], text)
                (self.tree / path).write_text(right, encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
