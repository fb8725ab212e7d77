# The block for FuseSoC, Bender and the packager of Vivado.
# SPDX-License-Identifier: Apache-2.0
import block as blocks

MADE = "# Made by ci/card from rtl/card/stencil_card.v.\n# SPDX-License-Identifier: Apache-2.0\n"


def fusesoc(block, prefix):
    files = "".join(f"      - {prefix}{path}\n" for path in block.sources)
    names = "".join(f"      - {one.name}\n" for one in block.parameters)
    parameters = "".join(f"  {one.name}:\n    datatype: int\n    default: {one.value}\n"
                         f"    description: \"{one.meaning}\"\n    paramtype: vlogparam\n" for one in block.parameters)
    top = block.module.name
    return (f"CAPI=2:\n{MADE}"
            f"name: {blocks.VENDOR}:{blocks.LIBRARY}:{top}:{block.version}\n"
            f"description: \"{blocks.DESCRIPTION}\"\n\n"
            f"filesets:\n  rtl:\n    files:\n{files}    file_type: verilogSource\n\n"
            f"targets:\n  default: &default\n    filesets:\n      - rtl\n    toplevel: {top}\n    parameters:\n{names}"
            "  lint:\n    <<: *default\n    default_tool: verilator\n    tools:\n      verilator:\n        mode: lint-only\n\n"
            f"parameters:\n{parameters}")


def bender(block, prefix):
    files = "".join(f"  - {prefix}{path}\n" for path in block.sources)
    return f"{MADE}package:\n  name: {block.module.name}\n  description: \"{blocks.DESCRIPTION}\"\n\nsources:\n{files}"


def packager(block, prefix):
    files = "".join(f"  {path}\n" for path in block.sources)
    ports = "".join(f"  {port.name}\n" for port in block.module.ports)
    buses = "".join(f"ipx::associate_bus_interfaces -busif {bus} -clock {blocks.CLOCK} $core\n"
                    for bus in reversed(blocks.BUSES))
    return f"""{MADE}#
# Packages the block anew with the packager of Vivado, which works out buses and file sets itself:
#   vivado -mode batch -source package.tcl -tclargs FOLDER PART
# FOLDER: a new folder for the block; PART: the device of the project, xcu250-figd2104-2L-e for example.
if {{[llength $argv] != 2}} {{
  puts stderr "package.tcl: needs FOLDER PART after -tclargs, found '$argv'"
  exit 2
}}
lassign $argv folder part
if {{[file exists $folder]}} {{
  puts stderr "package.tcl: $folder exists; it must be a new folder"
  exit 2
}}
set here [file dirname [file normalize [info script]]]
set sources {{
{files}}}
set ports {{
{ports}}}

create_project {block.module.name} $folder/project -part $part
foreach source $sources {{
  add_files -norecurse $here/{prefix}$source
}}
set_property top {block.module.name} [current_fileset]
update_compile_order -fileset sources_1
ipx::package_project -root_dir $folder/block -vendor {blocks.VENDOR} -library {blocks.LIBRARY} -taxonomy /UserIP \\
  -import_files -set_current true
set core [ipx::current_core]
set_property name {block.module.name} $core
set_property version {block.version} $core
set_property description "{blocks.DESCRIPTION}" $core
{buses}foreach port $ports {{
  if {{[ipx::get_ports $port -of_objects $core] eq ""}} {{
    puts stderr "package.tcl: the packaged block has no port $port"
    exit 1
  }}
}}
ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::check_integrity $core
ipx::save_core $core
close_project
"""
