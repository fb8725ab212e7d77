# Complaints about the files that package stencil_card, by readers that share nothing with ci/card.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as xml

import yaml

TOP = "stencil_card"
SPIRIT = "{http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009}"
NAMED = "name displayName? description?"
VALUE = f"{NAMED} value vendorExtensions?"
# Children of each element in the order of IEEE 1685-2009, the optional ones with '?', repeated ones with '+' or '*'; ""
# where there are none. Of a choice our files have one alternative.
ORDER = {
    "component": "vendor library name version busInterfaces? channels? remapStates? addressSpaces? memoryMaps? model? "
                 "componentGenerators? choices? fileSets? whiteboxElements? cpus? otherClockDrivers? description? "
                 "parameters? vendorExtensions?",
    "busInterfaces": "busInterface+",
    "busInterface": f"{NAMED} busType abstractionType? slave? master? connectionRequired? portMaps? bitsInLau? "
                    "bitSteering? endianness? parameters? vendorExtensions?",
    "slave": "memoryMapRef?", "master": "addressSpaceRef?",
    "portMaps": "portMap+", "portMap": "logicalPort physicalPort", "logicalPort": "name vector?",
    "physicalPort": "name vector?",
    "memoryMaps": "memoryMap+", "memoryMap": f"{NAMED} addressBlock* addressUnitBits? vendorExtensions?",
    "addressBlock": f"{NAMED} typeIdentifier? baseAddress range width usage? volatile? access? parameters? register*",
    "model": "views? ports? modelParameters?", "views": "view+",
    "view": f"{NAMED} envIdentifier+ language? modelName? defaultFileBuilder* fileSetRef* constraintSetRef* "
            "whiteboxElementRefs? parameters? vendorExtensions?",
    "fileSetRef": "localName", "ports": "port+", "port": f"{NAMED} wire access? vendorExtensions?",
    "wire": "direction vector? wireTypeDefs? driver? constraintSets?", "vector": "left right",
    "wireTypeDefs": "wireTypeDef+", "wireTypeDef": "typeName typeDefinition* viewNameRef*",
    "modelParameters": "modelParameter+", "modelParameter": VALUE, "choices": "choice+",
    "choice": "name enumeration+", "fileSets": "fileSet+",
    "fileSet": f"{NAMED} group* file* defaultFileBuilder* dependency* function* vendorExtensions?",
    "file": "name fileType+ isIncludeFile? logicalName? exportedName* buildCommand? dependency* define* imageType* "
            "description? vendorExtensions?",
    "parameters": "parameter+", "parameter": VALUE,
}
TCL = """
set packaged {%s}
set used {}
foreach name {create_project update_compile_order set_property ipx::package_project ipx::create_xgui_files
    ipx::associate_bus_interfaces ipx::update_checksums ipx::check_integrity ipx::save_core close_project} {
  namespace eval ipx {}
  proc ::$name args {}
}
proc current_fileset {} { return sources_1 }
proc ipx::current_core {} { return core }
proc ipx::get_ports {port of core} { expr {$port in $::packaged ? $port : ""} }
proc add_files {option file} { puts "file [file normalize $file]" }
set argv {%s}
source %s
puts saved
"""


def kind(node):
    return node.tag.removeprefix(SPIRIT)


def order_complaints(root):
    for node in root.iter():
        if not node.tag.startswith(SPIRIT):
            continue
        if kind(node) == "vendorExtensions":  # whatever a vendor likes
            continue
        words = "".join(kind(child) + " " for child in node)
        grammar = "".join(re.sub(r"^(\w+)([?*+]?)$", r"(?:\1 )\2", word) for word in ORDER.get(kind(node), "").split())
        if not re.fullmatch(grammar, words):
            yield f"component.xml: children of {kind(node)} are '{words.strip()}'"
        elif not words and not (node.text or "").strip() and not node.attrib and kind(node) not in ("slave", "master"):
            yield f"component.xml: {kind(node)} is empty"


def texts(root, path):
    return [node.text for node in root.findall("/".join(SPIRIT + name for name in path.split("/")))]


def reference_complaints(root):
    ids = [node.get(SPIRIT + "id") for node in root.iter() if node.get(SPIRIT + "id")]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"component.xml: id {name} comes twice"
    for node in root.iter():
        for name in re.findall(r"id\('([^']*)'\)", node.get(SPIRIT + "dependency", "")):
            if name not in ids:
                yield f"component.xml: no {name}, which {kind(node)} depends on"
    known = {"memoryMapRef": texts(root, "memoryMaps/memoryMap/name"),
             "choiceRef": texts(root, "choices/choice/name")}
    for node in root.iter():
        for attribute, names in known.items():
            if node.get(SPIRIT + attribute, names and names[0]) not in names:
                yield f"component.xml: no {node.get(SPIRIT + attribute)} for {attribute}"
    for name in texts(root, "model/views/view/fileSetRef/localName"):
        if name not in texts(root, "fileSets/fileSet/name"):
            yield f"component.xml: no file set {name}"


def elaborated(source, parameters):
    """The module of a file in yosys, with these parameters."""
    name = source.stem
    with tempfile.TemporaryDirectory() as scratch:
        out = f"{scratch}/top.json"
        values = "".join(f" -set {key} {value}" for key, value in parameters.items())
        set_values = f"chparam{values} {name};" if values else ""
        subprocess.run(["yosys", "-q", "-p", f"read_verilog \"{source}\"; {set_values} write_json {out}"], check=True,
                       timeout=60)
        with open(out, encoding="utf-8") as file:
            return json.load(file)["modules"][name]


def elaborated_ports(source):
    """Direction and width of each port, with the default parameters."""
    return {name: (port["direction"].removesuffix("put"), len(port["bits"]))
            for name, port in elaborated(source, {})["ports"].items()}


def port_complaints(root, ports):
    described = {}
    for port in root.iter(SPIRIT + "port"):
        wire = port.find(SPIRIT + "wire")
        vector = wire.find(SPIRIT + "vector")
        width = 1
        if vector is not None:
            width = int(vector.find(SPIRIT + "left").text) - int(vector.find(SPIRIT + "right").text) + 1
        described[port.find(SPIRIT + "name").text] = (wire.find(SPIRIT + "direction").text, width)
    for name in sorted(described.keys() | ports.keys()):
        if described.get(name) != ports.get(name):
            yield f"component.xml: port {name} is {described.get(name)}, in {TOP} {ports.get(name)}"
    mapped = texts(root, "busInterfaces/busInterface/portMaps/portMap/physicalPort/name")
    logical = texts(root, "busInterfaces/busInterface/portMaps/portMap/logicalPort/name")
    for name in ports:
        if not name.startswith("perf_") and mapped.count(name) != 1:
            yield f"component.xml: port {name} is in {mapped.count(name)} bus interfaces"
    for physical, name in zip(mapped, logical):
        if physical.startswith("s_axi") and physical.rpartition("_")[2].upper() != name:
            yield f"component.xml: port {physical} is {name} of its bus"


def run_tcl(folder, ports, arguments):
    """Runs package.tcl with stand-ins for the commands of Vivado, in the Tcl of yosys: status, output."""
    with tempfile.TemporaryDirectory() as scratch:
        script = pathlib.Path(scratch) / "stand_ins.tcl"
        script.write_text(TCL % (" ".join(ports), arguments.format(scratch=scratch), folder / "package.tcl"),
                          encoding="utf-8")
        run = subprocess.run(["yosys", "-q", "-c", str(script)], capture_output=True, text=True, timeout=60, check=False)
    return run.returncode, run.stdout + run.stderr


def listed(folder, ports):
    """The sources that each file lists, as paths; what is wrong with them."""
    lists, complaints = {}, []
    root = xml.parse(folder / "component.xml").getroot()
    lists["component.xml"] = texts(root, "fileSets/fileSet/file/name")
    with open(folder / f"{TOP}.core", encoding="utf-8") as file:
        if file.readline() != "CAPI=2:\n":
            complaints.append(f"{TOP}.core: line 1 must be CAPI=2:")
        core = yaml.safe_load(file)
    lists[f"{TOP}.core"] = core["filesets"]["rtl"]["files"]
    for target in core["targets"].values():
        if target["toplevel"] != TOP or target["filesets"] != ["rtl"] or set(target["parameters"]) != set(core["parameters"]):
            complaints.append(f"{TOP}.core: target {target}")
    parameters = {node.find(SPIRIT + "name").text: int(node.find(SPIRIT + "value").text)
                  for node in root.iter(SPIRIT + "modelParameter")}
    if {name: row["default"] for name, row in core["parameters"].items()} != parameters:
        complaints.append(f"{TOP}.core: parameters differ from component.xml")
    bender = yaml.safe_load((folder / "Bender.yml").read_text(encoding="utf-8"))
    if bender["package"]["name"] != TOP:
        complaints.append("Bender.yml: name")
    lists["Bender.yml"] = bender["sources"]
    status, said = run_tcl(folder, ports, "{scratch}/new part")
    if status != 0 or "saved" not in said:
        complaints.append(f"package.tcl: status {status}: {said}")
    lists["package.tcl"] = re.findall(r"^file (.*)$", said, re.M)
    if sorted((folder / "package.tcl").read_text(encoding="utf-8").partition("set ports {")[2].partition("}")[0].split()) \
            != sorted(ports):
        complaints.append("package.tcl: ports differ from those of the top")
    lists = {name: [os.path.normpath(folder / path) for path in paths] for name, paths in lists.items()}
    return root, lists, complaints


def complaints_about(folder, source):
    """All complaints about the files of a folder; source: the file of the top."""
    ports = elaborated_ports(source)
    root, lists, complaints = listed(folder, ports)
    complaints += [*order_complaints(root), *reference_complaints(root), *port_complaints(root, ports)]
    for name, paths in lists.items():
        if len(set(paths)) != len(paths):
            complaints.append(f"{name}: a source comes twice")
        absent = [path for path in paths if not os.path.exists(path)]
        if absent:
            complaints.append(f"{name}: no file {absent[0]}")
            continue
        if set(paths) != set(lists["component.xml"]):
            complaints.append(f"{name}: other sources than component.xml")
        elif name == "component.xml":
            run = subprocess.run(["iverilog", "-g2005", "-Wall", "-o", "/dev/null", "-s", TOP, f"-P{TOP}.PES=1", *paths],
                                 capture_output=True, text=True, timeout=300, check=False)
            if run.returncode != 0 or run.stdout + run.stderr:
                complaints.append(f"{name}: its sources alone: {(run.stdout + run.stderr)[:2000]}")
    return complaints
