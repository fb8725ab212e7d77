# Runs yosys: elaborates the design, and maps it to UltraScale+.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import pathlib
import re
import subprocess

from failure import Failure
from netlist import read_netlist

ELABORATE_BOUND_S = 300
MAP_BOUND_S = 1200


@dataclasses.dataclass
class Design:
    tree: str  # every .v in this folder and below is read
    top: str
    parameters: dict
    work: str  # folder for scripts, logs and netlists; made if it is missing
    beside: str = ""  # another folder whose .v files are read


@dataclasses.dataclass
class Mapping:
    netlist: object
    soft_multipliers: list  # "module/cell" of multiplications outside of DSPs
    unmapped_memories: list  # likewise, of memories that become registers


def elaborate(design, flat=False):
    """The netlist: processes become registers, arrays become memories ($mem_v2), nothing is mapped. flat: all modules
    are dissolved in the top. Raises Failure with yosys' message if a net has two drivers or none, or lies on a
    combinational loop within its module. Memories lose their initial contents."""
    return _elaborate(design, read(design), "flatten\n" * flat)


def elaborate_together(design, configurations):
    """The same for the top under the parameters of each configuration, whose common work is done once. The top of the
    netlist is a wrapper with an instance for each. An error does not tell which one caused it."""
    wrapper = os.path.join(_work(design), "every_set.v")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write("module every_set;\n")
        for place, configuration in enumerate(configurations):
            values = ", ".join(f".{name}({value})" for name, value in sorted(configuration.parameters.items()))
            file.write(f"  {design.top} #({values}) u_set_{place} ();\n")
        file.write("endmodule\n")
    netlist = _elaborate(design, f"read_verilog -defer{_sources(design)} {wrapper}\n"
                         "hierarchy -check -top every_set\n")
    different = {tuple(sorted(configuration.parameters.items())) for configuration in configurations}
    tops = sum(module.base == design.top for module in netlist.modules.values())
    if tops != len(different):
        raise Failure(f"{tops} modules {design.top} of {len(different)} parameter sets")
    return netlist


def map_to_ultrascale_plus(design):
    """Maps each module once and keeps the hierarchy. Raises Failure with the last lines of the log if yosys fails."""
    work = _work(design)
    result, multipliers, memories = (os.path.join(work, name) for name in (
        "mapped.json", "soft_multipliers.txt", "unmapped_memories.txt"))
    synthesise = f"synth_xilinx -family xcup -uram -nowidelut -noiopad -noclkbuf -top {design.top} -run "
    run(design, "map", read(design) +
         f"{synthesise}begin:coarse\n"
         f"tee -q -o {multipliers} select -list t:$mul t:$__mul t:$__soft_mul\n"
         f"{synthesise}coarse:map_ffram\n"
         f"tee -q -o {memories} select -list t:$mem_v2\n"
         f"{synthesise}map_ffram:check\n"
         f"write_json {result}\n", MAP_BOUND_S)
    return Mapping(read_netlist(result), _lines(multipliers), _lines(memories))


def version():
    """Name and version of the tool."""
    try:
        said = subprocess.run(["yosys", "-V"], capture_output=True, text=True, check=False).stdout
    except OSError:
        said = ""
    found = re.match(r"Yosys [^(\n]*[^( \n]", said)
    if not found:
        raise Failure("yosys -V names no version: install Debian package 'yosys'")
    return found[0]


def _elaborate(design, reading, after=""):
    result = os.path.join(_work(design), "elaborated.json")
    # Any warning is an error. Cleaning up before the check would remove dead logic and its drivers from sight. Enables
    # must be found before memories can absorb the registers of their read ports. The initial contents of memories, a
    # digit per bit, are most of the netlist and of no use here.
    run(design, "elaborate", f"{reading}proc\ncheck -assert\n{after}opt_dff\nopt_clean\nmemory -nomap\n"
         f"setparam -set INIT 1'x t:$mem_v2\nwrite_json {result}\n", ELABORATE_BOUND_S, "-e", ".")
    return read_netlist(result)


def read(design):
    """Commands that read the tree and make its top with the parameters."""
    parameters = "".join(f" -chparam {name} {value}" for name, value in sorted(design.parameters.items()))
    return f"read_verilog -defer{_sources(design)}\nhierarchy -check -top {design.top}{parameters}\n"


def _sources(design):
    # Paths are relative to the tree: yosys puts the paths it reads into names, whose order decides ties, and the result
    # must not depend on where the tree lies.
    files = sorted(str(path.relative_to(design.tree)) for path in pathlib.Path(design.tree).rglob("*.v"))
    if not files:
        raise Failure(f"no .v files in {design.tree}")
    if design.beside:
        files += sorted(os.path.relpath(path, design.tree) for path in pathlib.Path(design.beside).glob("*.v"))
    return "".join(f" {file}" for file in files)


def _work(design):
    os.makedirs(design.work, exist_ok=True)
    return os.path.abspath(design.work)


def run(design, name, script, bound_s, *options):
    """Runs commands; script and log are NAME.ys and NAME.log in the work folder. Raises Failure with what the log complains
    of."""
    path, log = (os.path.join(_work(design), f"{name}.{ending}") for ending in ("ys", "log"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(script)
    try:
        status = subprocess.run(["yosys", "-q", *options, "-l", log, "-s", path], cwd=design.tree, timeout=bound_s,
                                stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode
    except subprocess.TimeoutExpired:
        raise Failure(f"yosys {path} did not end within {bound_s} s\n{_complaints(log)}") from None
    except OSError as error:
        raise Failure(f"yosys cannot be started: {error.strerror}") from None
    if status != 0:
        raise Failure(f"yosys {path} ended with status {status}\n{_complaints(log)}")


def _complaints(log):
    """Warnings and errors of the log, or its last lines if there are none."""
    lines = _lines(log)
    return "\n".join([line for line in lines if line.startswith(("Warning:", "ERROR:"))] or lines[-10:])


def _lines(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        raise Failure(f"yosys left no {path}") from None
