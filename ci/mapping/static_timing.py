# Runs OpenSTA on a mapped netlist: the slowest path into each module. An estimate: nothing is placed.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import typing

from delays import DELAYS, WIRES
from failure import Failure
from flat import TOP, Flat
from liberty import liberty

BOUND_S = 1800
PERIOD_NS = 2.5  # slack is counted from it; what it is does not matter
OUTPUTS = ""  # stands for the module of paths that end in ports of the top
PATH = re.compile(r"Startpoint: (\S+).*?Endpoint: (\S+).*?Path Group: (\S+).*?\n\s*(-?\d+\.\d+)\s+slack", re.DOTALL)


class Slowest(typing.NamedTuple):
    """The slowest path that ends in registers of a module, set-up and uncertainty of the clock included."""
    ns: float
    start: str
    end: str


class FalsePath(typing.NamedTuple):
    """Paths to leave out, by names of registers in which * stands for any text. No end: wherever they end."""
    start: str
    end: str = ""

    def __str__(self):
        return self.start + f",{self.end}" * bool(self.end)


def version():
    """Name and version of the tool."""
    try:
        said = subprocess.run(["sta", "-version"], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL).stdout
    except OSError:
        said = ""
    if not re.fullmatch(r"\d[\w.]*\n", said):
        raise Failure("sta -version names no version: install Debian package 'opensta'")
    return f"OpenSTA {said.strip()}"


def slowest_paths(netlist, work, false_paths=()):
    """{name of a table in delays.WIRES: {module of the netlist, or OUTPUTS: Slowest}}. Raises Failure with one line if
    a primitive has no delay, the netlist no clock, a false path nothing to leave out, or if there is no path."""
    flat = Flat(netlist)
    # The order of modules decides which one a group is named after, and so must be the same each time.
    ends = {}
    for place, cell in enumerate(flat.cells):
        if cell.model.setups:
            ends.setdefault(cell.module, []).append(place)
    modules = sorted(ends)
    commands = _commands(flat, [ends[module] for module in modules], false_paths)
    os.makedirs(work, exist_ok=True)
    _write(work, "timing.v", flat.verilog())
    found = {}
    for wires in WIRES:
        _write(work, f"{wires}.lib", liberty(flat.models, wires))
        _write(work, f"{wires}.tcl", f"read_liberty {wires}.lib\nread_verilog timing.v\nlink_design {TOP}\n{commands}")
        found[wires] = _paths(_run(work, wires), flat, modules, false_paths)
    return found


def _commands(flat, groups, false_paths):
    clock = f"p{flat.clock}"
    sides = {is_output: " ".join(f"p{place}" for place, (_, is_other) in enumerate(flat.ports.values())
                                 if is_other == is_output and place != flat.clock) for is_output in (False, True)}
    lines = [f"create_clock -name clk -period {PERIOD_NS} [get_ports {clock}]",
             f"set_clock_uncertainty {DELAYS['clock uncertainty'].ns} [get_clocks clk]"]
    if sides[False]:
        lines.append(f"set_input_delay {DELAYS['port in'].ns} -clock clk [get_ports {{{sides[False]}}}]")
    if sides[True]:
        lines.append(f"set_output_delay {DELAYS['port out'].ns} -clock clk [get_ports {{{sides[True]}}}]")
    for place, false_path in enumerate(false_paths):
        ways = f"-from [get_cells {{{_matching(flat, false_path, false_path.start)}}}]"
        if false_path.end:
            ways += f" -to [get_cells {{{_matching(flat, false_path, false_path.end)}}}]"
        # sta takes a false path that leaves out nothing without a word.
        lines += [f'puts "BEFORE {place}"', f"report_checks -path_delay max -format end {ways}", 'puts "END"',
                  f"set_false_path {ways}"]
    lines += [f"group_path -name g{place} -to [get_cells {{{' '.join(f'c{cell}' for cell in group)}}}]"
              for place, group in enumerate(groups)]
    return "\n".join([*lines, 'puts "PATHS"', "report_checks -path_delay max -format full -digits 3", ""])


def _matching(flat, false_path, pattern):
    """Cells whose name is like the pattern."""
    like = re.compile(".*".join(map(re.escape, pattern.split("*"))))
    found = [f"c{place}" for place, cell in enumerate(flat.cells) if cell.model.clock and like.fullmatch(cell.name)]
    if not found:
        raise Failure(f"false path '{false_path}': no register is called '{pattern}'")
    return " ".join(found)


def _run(work, wires):
    """What sta printed."""
    try:
        done = subprocess.run(["sta", "-no_splash", "-exit", f"{wires}.tcl"], cwd=work, stdin=subprocess.DEVNULL,
                              timeout=BOUND_S, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except subprocess.TimeoutExpired:
        raise Failure(f"sta did not end within {BOUND_S} s on {work}/{wires}.tcl") from None
    except OSError as error:
        raise Failure(f"sta cannot be started: {error.strerror}; install Debian package 'opensta'") from None
    _write(work, f"{wires}.log", done.stdout)
    wrong = [line for line in done.stdout.splitlines() if line.startswith(("Error", "Warning")) or " error" in line]
    if wrong or done.returncode != 0 or "\nPATHS\n" not in f"\n{done.stdout}":
        raise Failure(f"sta {work}/{wires}.tcl ended with status {done.returncode}: "
                      f"{wrong[0] if wrong else 'see the log beside it'}")
    return done.stdout


def _paths(log, flat, modules, false_paths):
    before, _, reported = f"\n{log}".partition("\nPATHS\n")
    for place, false_path in enumerate(false_paths):
        if "No paths found" in before.partition(f"BEFORE {place}\n")[2].partition("\nEND\n")[0]:
            raise Failure(f"false path '{false_path}': no path leads there")
    ports = list(flat.ports)

    def name(node):
        cell = node.partition("/")[0]
        return flat.cells[int(cell[1:])].name if cell[0] == "c" else f"port {ports[int(cell[1:])]}"

    found = {}
    for start, end, group, slack in PATH.findall(reported):
        module = modules[int(group[1:])] if re.fullmatch(r"g\d+", group) else OUTPUTS
        found[module] = Slowest(round(PERIOD_NS - float(slack), 3), name(start), name(end))
    if not found:
        raise Failure("no path ends in a register or a port: nothing to report")
    return found


def _write(work, name, text):
    with open(os.path.join(work, name), "w", encoding="utf-8") as file:
        file.write(text)
