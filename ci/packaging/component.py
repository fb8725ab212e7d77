# component.xml: the block as IP-XACT, IEEE 1685-2009, the version that Vivado reads.
# SPDX-License-Identifier: Apache-2.0
import re
from xml.sax.saxutils import escape, quoteattr

import block as blocks

SPIRIT = "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009"
FAMILIES = ("virtexuplus", "virtexuplusHBM", "kintexuplus", "zynquplus", "artixuplus", "versal")
SOURCES = "sources"  # name of the file set
VIEWS = (("xilinx_anylanguagesynthesis", "Synthesis", "verilogSource:vivado.xilinx.com:synthesis"),
         ("xilinx_anylanguagebehavioralsimulation", "Simulation", "verilogSource:vivado.xilinx.com:simulation"))


def element(name, *content, **attributes):
    """An element of the namespace spirit, as lines. Texts of one element stand on its line."""
    words = "".join(f" spirit:{key}={quoteattr(str(value))}" for key, value in attributes.items())
    if len(content) == 1 and not isinstance(content[0], list):
        return [f"<spirit:{name}{words}>{escape(str(content[0]))}</spirit:{name}>"]
    lines = ["  " + line for part in content for line in part]
    if not lines:
        return [f"<spirit:{name}{words}/>"]
    return [f"<spirit:{name}{words}>", *lines, f"</spirit:{name}>"]


def identity(kind, vendor, library, name, version):
    """A bus definition that is named."""
    return [f"<spirit:{kind} spirit:vendor=\"{vendor}\" spirit:library=\"{library}\" spirit:name=\"{name}\" "
            f"spirit:version=\"{version}\"/>"]


def expression(left):
    """An expression of parameters in the language of Vivado."""
    return "(" + re.sub(r"[A-Z]\w*", lambda name: f"spirit:decode(id('MODELPARAM_VALUE.{name[0]}'))", left) + ")"


def port_map(logical, physical):
    return element("portMap", element("logicalPort", element("name", logical)),
                   element("physicalPort", element("name", physical)))


def parameter(owner, name, value):
    return element("parameter", element("name", name),
                   element("value", value, id=f"BUSIFPARAM_VALUE.{owner.upper()}.{name}"))


def signal(name, kind, logical, mode, *parameters):
    """A bus interface of one port."""
    return element("busInterface", element("name", name), identity("busType", "xilinx.com", "signal", kind, "1.0"),
                   identity("abstractionType", "xilinx.com", "signal", f"{kind}_rtl", "1.0"), element(mode),
                   element("portMaps", port_map(logical, name)),
                   element("parameters", *[parameter(name, key, value) for key, value in parameters]))


def bus_interfaces(block):
    made = []
    for bus in reversed(blocks.BUSES):
        maps = [port_map(block.bus_of(port)[1], port.name) for port in block.module.ports if block.bus_of(port)[0] == bus]
        made.append(element(
            "busInterface", element("name", bus), identity("busType", "xilinx.com", "interface", "aximm", "1.0"),
            identity("abstractionType", "xilinx.com", "interface", "aximm_rtl", "1.0"),
            element("slave", [f"<spirit:memoryMapRef spirit:memoryMapRef=\"{bus}\"/>"]), element("portMaps", *maps)))
    made.append(signal(blocks.CLOCK, "clock", "CLK", "slave", ("ASSOCIATED_BUSIF", ":".join(reversed(blocks.BUSES))),
                       ("ASSOCIATED_RESET", blocks.RESET)))
    made.append(signal(blocks.RESET, "reset", "RST", "slave", ("POLARITY", "ACTIVE_LOW")))
    made.append(signal(blocks.INTERRUPT, "interrupt", "INTERRUPT", "master", ("SENSITIVITY", "LEVEL_HIGH")))
    return element("busInterfaces", *made)


def memory_maps(block):
    made = []
    for bus in reversed(blocks.BUSES):
        bits, usage = blocks.BUSES[bus]
        port = next(port for port in block.module.ports if block.bus_of(port) == (bus, "AWADDR"))
        width = port.width(block.module.parameters)
        of_parameter = re.fullmatch(r"([A-Z]\w*)-1", port.left)
        size = {"format": "long"}
        if of_parameter:
            size |= {"resolve": "dependent",
                     "dependency": f"pow(2,spirit:decode(id('MODELPARAM_VALUE.{of_parameter[1]}')))"}
        made.append(element(
            "memoryMap", element("name", bus),
            element("addressBlock", element("name", "data" if usage == "memory" else "registers"),
                    element("baseAddress", 0, format="long"), element("range", 2 ** width, **size),
                    element("width", bits, format="long"), element("usage", usage))))
    return element("memoryMaps", *made)


def port(one, parameters):
    vector = []
    if one.left:
        left = {"format": "long"}
        if re.search("[A-Z]", one.left):
            left |= {"resolve": "dependent", "dependency": expression(one.left)}
        vector = element("vector", element("left", one.width(parameters) - 1, **left),
                         element("right", 0, format="long"))
    # Views that need the type of the net
    kind = element("wireTypeDefs", element(
        "wireTypeDef", element("typeName", "wire"), *[element("viewNameRef", name) for name, _, _ in VIEWS]))
    return element("port", element("name", one.name), element("wire", element("direction", one.direction), vector, kind))


def model(block):
    views = [element("view", element("name", name), element("displayName", shown), element("envIdentifier", environment),
                     element("language", "Verilog"), element("modelName", block.module.name),
                     element("fileSetRef", element("localName", SOURCES))) for name, shown, environment in VIEWS]
    return element("model", element("views", *views),
                   element("ports", *[port(one, block.module.parameters) for one in block.module.ports]),
                   element("modelParameters", *[
                       element("modelParameter", element("name", one.name), element("displayName", one.name),
                               element("value", one.value, format="long", resolve="generated",
                                       id=f"MODELPARAM_VALUE.{one.name}"), dataType="integer")
                       for one in block.parameters]))


def choices(block):
    return element("choices", *[
        element("choice", element("name", f"choice_list_{one.name}"),
                *[element("enumeration", number) for number in one.choices])
        for one in block.parameters if one.choices])


def parameters(block):
    made = []
    for order, one in enumerate(block.parameters, 2):
        allowed = {"choiceRef": f"choice_list_{one.name}"} if one.choices else {}
        if one.least:
            allowed |= {"minimum": one.least}
        if one.most:
            allowed |= {"maximum": one.most}
        if one.least or one.most:
            allowed |= {"rangeType": "long"}
        made.append(element("parameter", element("name", one.name), element("displayName", one.name),
                            element("description", one.meaning),
                            element("value", one.value, format="long", resolve="user", id=f"PARAM_VALUE.{one.name}",
                                    order=order, **allowed)))
    name = element("parameter", element("name", "Component_Name"),
                   element("value", f"{block.module.name}_v{block.version.replace('.', '_')}", resolve="user",
                           id="PARAM_VALUE.Component_Name", order=1))
    return element("parameters", name, *made)


def extensions(block):
    families = [f"      <xilinx:family xilinx:lifeCycle=\"Production\">{family}</xilinx:family>" for family in FAMILIES]
    return ["<spirit:vendorExtensions>", "  <xilinx:coreExtensions>", "    <xilinx:supportedFamilies>", *families,
            "    </xilinx:supportedFamilies>", "    <xilinx:taxonomies>", "      <xilinx:taxonomy>/UserIP</xilinx:taxonomy>",
            "    </xilinx:taxonomies>", f"    <xilinx:displayName>{block.module.name}</xilinx:displayName>",
            "    <xilinx:coreRevision>1</xilinx:coreRevision>", "  </xilinx:coreExtensions>", "</spirit:vendorExtensions>"]


def text(block, prefix):
    """component.xml; prefix: from its folder to that of the sources."""
    files = [element("file", element("name", prefix + path), element("fileType", "verilogSource"))
             for path in block.sources]
    parts = [element("vendor", blocks.VENDOR), element("library", blocks.LIBRARY), element("name", block.module.name),
             element("version", block.version), bus_interfaces(block), memory_maps(block), model(block), choices(block),
             element("fileSets", element("fileSet", element("name", SOURCES), *files)),
             element("description", blocks.DESCRIPTION), parameters(block), extensions(block)]
    lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!-- Made by ci/card from rtl/card/stencil_card.v. -->",
             f"<spirit:component xmlns:xilinx=\"http://www.xilinx.com\" xmlns:spirit=\"{SPIRIT}\" "
             "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"]
    lines += ["  " + line for part in parts for line in part]
    return "\n".join([*lines, "</spirit:component>", ""])
