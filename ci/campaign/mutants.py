# Mutants of netlists: yosys makes a netlist of a module, with the parameters of a bench, and changes single bits of it.
# All mutants of a module stand in one netlist; STENCIL_FAULT in the environment chooses one when a program starts.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import hashlib
import json
import os
import random
import re
import subprocess

from ci_error import CiError
from fault_digests import read_text
from planting import PORTS_END, VARIABLE
from table import FOLDER, read_json

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = f"{FOLDER}/netlist/modules.json"
MODES = ("inv", "const0", "const1")  # those of yosys that copy another bit (cnot) make combinational loops
CLOCKS = ("CLK", "clk")  # ports that are left alone: a proof has one clock
SELECT, SELECT_W = "mutant", 16
CHOICE = re.compile(r"reg \[\d+:0\] chosen;\s+initial chosen = .*;")
YOSYS_S = 300  # CPU seconds
HEADER = re.compile(r"parameter\s+(?:integer\s+|\[[^]]*\]\s*)?(\w+)")
LINE = re.compile(r"^mutate -mode (\w+) -module \S+ -cell (\S+) -port (\S+) -portbit (\d+)(?: -ctrlbit \d+)?(.*)$")
# Of a netlist everything may look like a slip.
LINT_OFF = "".join(f"/* verilator lint_off {name} */\n" for name in (
    "WIDTH", "UNUSED", "UNDRIVEN", "UNOPTFLAT", "DECLFILENAME", "PINCONNECTEMPTY", "PINMISSING", "CASEINCOMPLETE",
    "CASEOVERLAP", "VARHIDDEN", "LITENDIAN", "SYNCASYNCNET", "CMPCONST", "UNSIGNED", "ALWCOMBORDER"))


@dataclasses.dataclass(frozen=True)
class Module:
    name: str
    file: str  # rtl/...
    parameters: dict  # those of the bench whose instances are replaced
    tests: tuple
    counts: dict  # outputs that count only while an expression of ports holds
    given: str  # an expression of ports that holds in every cycle; "" if all inputs may come
    reasons: dict = dataclasses.field(repr=False, default_factory=dict)  # by report: rows of `equivalent`


@dataclasses.dataclass(frozen=True)
class Mutant:
    """Looks like a fault of the tables where the campaign needs it."""
    name: str
    module: str
    file: str
    number: int
    mode: str
    cell: str
    port: str
    bit: int
    at: int  # line of the RTL; None if yosys does not say
    tests: tuple
    row: dict
    text: str = dataclasses.field(repr=False, compare=False, default="")  # of the file that takes the module's place
    equivalent = None
    between = False
    clause = ()

    @property
    def report(self):
        return f"{self.mode} at {self.cell} {self.port}[{self.bit}]"

    def line(self, _text):
        return self.at

    def plain(self, _text):
        """The file with this mutant alone; with the number 0 none."""
        return CHOICE.sub(f"wire [{SELECT_W - 1}:0] chosen = {SELECT_W}'d{self.number};", self.text)


def read_modules(source, chosen):
    """The modules in the table, or those that are chosen. Raises CiError."""
    table = read_json(source, TABLE)
    files = {os.path.basename(path)[:-2]: path for path in rtl_files(source)}
    for name in chosen:
        if name not in table:
            raise CiError(f"{TABLE} has no '{name}': {', '.join(sorted(table))}")
    return [_module(source, files, table, name) for name in (chosen or sorted(table))]


def misplaced(source):
    """What is wrong in the table, as it can be seen without yosys: a module's file is not there, or has no instance of
    another one that takes its parameters there."""
    if not os.path.exists(os.path.join(source, TABLE)):
        return []
    table, complaints = read_json(source, TABLE), []
    files = {os.path.basename(path)[:-2]: path for path in rtl_files(source)}
    for name, row in table.items():
        parent = row.get("in", name)
        if parent not in files or name not in files:
            complaints.append(f"{TABLE}: there is no module {name if name not in files else parent} in rtl")
        elif parent != name and not re.search(rf"^ *{name}\s+(#|\w+ *\()", read_text(source, files[parent]), re.M):
            complaints.append(f"{TABLE}: {files[parent]} has no instance of {name}")
    return complaints


def rtl_files(source):
    found = []
    for folder, _, names in os.walk(os.path.join(source, "rtl")):
        found += [os.path.relpath(os.path.join(folder, name), source) for name in names if name.endswith(".v")]
    return sorted(found)


def _module(source, files, table, name):
    row = table[name]
    if name not in files:
        raise CiError(f"{TABLE}: there is no module {name} in rtl")
    return Module(name, files[name], _parameters(source, files, table, name), tuple(row["tests"]),
                  row.get("counts", {}), row.get("given", ""), _reasons(name, row.get("equivalent", ())))


def _reasons(name, rows):
    for row in rows:
        if set(row) != {"at", "reason", "clause"} or not all(row.values()):
            raise CiError(f"{TABLE}: {name}: 'equivalent' needs 'at', 'reason' and 'clause': {row}")
    return {row["at"]: row for row in rows}


def _parameters(source, files, table, name):
    """As the table has them, or those of the first instance in another module of the table."""
    row = table[name]
    if "in" not in row:
        return row.get("parameters", {})
    parent = row["in"]
    outer = _parameters(source, files, table, parent)
    text = yosys(source, [*_read(source, files[parent], parent, outer), "proc", "write_json /dev/stdout"])
    cells = json.loads(text[text.index("{"):])["modules"][f"{parent}_netlist"]["cells"].values()
    for cell in cells:
        if cell["type"] == name:
            return {key: int(value, 2) for key, value in cell["parameters"].items()}
    raise CiError(f"{TABLE}: {parent} with {outer} has no instance of {name}")


def _read(source, file, name, parameters):
    """Commands that elaborate one module; those inside it stay instances, with their parameters."""
    values = " ".join(f"-chparam {key} {value}" for key, value in parameters.items())
    return [*read_others(source, file, "-lib"), f"read_verilog {file}", f"hierarchy -top {name} {values}",
            f"rename -top {name}_netlist"]


def read_others(source, file, option):
    others = [path for path in rtl_files(source) if path != file]
    return [f"read_verilog {option} {' '.join(others)}"] if others else []


def yosys(source, commands):
    script = "\n".join(commands)
    try:
        done = subprocess.run(["prlimit", f"--cpu={YOSYS_S}", "yosys", "-q", "-s", "/dev/stdin"], input=script,
                              cwd=source, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise CiError(f"{error.filename} cannot be started: {error.strerror}") from None
    if done.returncode != 0:
        errors = [line for line in (done.stdout + done.stderr).splitlines() if "ERROR" in line]
        raise CiError(f"yosys ended with status {done.returncode}: {errors[:1] or done.stderr[-200:]}")
    return done.stdout


def make(source, work, module, count, seed):
    """`count` mutants of the module, fewer if there are not so many, and the file of Verilog that takes its place: with
    the parameters of the table it is the netlist, else as it is written."""
    folder = os.path.join(work, "netlists", module.name)
    os.makedirs(folder, exist_ok=True)
    base, listed = os.path.join(folder, "base.il"), os.path.join(folder, "list")
    everything = [read_text(source, path) for path in rtl_files(source)] + [repr((module, count, seed))]
    key = hashlib.sha256("\0".join([*everything, read_text(HERE, "mutants.py")]).encode()).hexdigest()
    known = os.path.exists(f"{folder}/key") and read_text(folder, "key") == key
    if not known:
        yosys(source, [*_read(source, module.file, module.name, module.parameters), "proc", "pmuxtree", "opt_expr",
                       "opt_clean", f"mutate -list {4 * count + 20} -seed {seed} -o {listed}", f"write_rtlil {base}",
                       f"write_json {folder}/ports.json"])
    with open(listed, encoding="utf-8") as file:
        found = [line for line in map(LINE.match, file) if line and line[1] in MODES and line[3] not in CLOCKS]
    chosen = random.Random(f"{seed} {module.name}").sample(found, min(count, len(found)))
    mutants = [_mutant(module, number, line) for number, line in enumerate(chosen, 1)]
    edits = [f"mutate -mode {mutant.mode} -ctrl {SELECT} {SELECT_W} {mutant.number} -module {module.name}_netlist "
             f"-cell {mutant.cell} -port {mutant.port} -portbit {mutant.bit}" for mutant in mutants]
    if not known:
        yosys(source, [f"read_rtlil {base}", *edits, f"write_verilog -noattr {folder}/netlist.v", "delete =A:blackbox",
                       f"write_rtlil {folder}/mutants.il"])
        with open(f"{folder}/key", "w", encoding="utf-8") as file:
            file.write(key)
    with open(os.path.join(folder, "ports.json"), encoding="utf-8") as file:
        facts = json.load(file)["modules"][f"{module.name}_netlist"]
    all_parameters = {key: int(value, 2) for key, value in facts.get("parameter_default_values", {}).items()}
    text = _replacement(module, read_text(source, module.file), list(facts["ports"]), all_parameters,
                        read_text(folder, "netlist.v"))
    return [dataclasses.replace(mutant, text=text) for mutant in mutants], text


def _mutant(module, number, line):
    mode, cell, port, bit, rest = line.groups()
    places = re.findall(r"-src \S+?:(\d+)", rest)
    row = {"mode": mode, "cell": cell, "port": port, "bit": int(bit), "parameters": module.parameters,
           "tests": list(module.tests)}
    return Mutant(f"{module.name}-n{number}", module.name, module.file, number, mode, cell, port, int(bit),
                  int(places[-1]) if places else None, module.tests, row)


def _replacement(module, text, ports, parameters, netlist):
    name = module.name
    head = re.search(rf"^module {name}\b", text, re.M)
    end = text.find(PORTS_END, head.start()) + len(PORTS_END) if head else 0
    if not head or end < len(PORTS_END):
        raise CiError(f"{module.file} has no 'module {name}' whose ports end with a line ');'")
    begun = f'(std::getenv(\\"{VARIABLE}\\") && !std::strncmp(std::getenv(\\"{VARIABLE}\\"), \\"{name}-n\\", '
    asked = f'{begun}{len(name) + 2}) ? std::atoi(std::getenv(\\"{VARIABLE}\\") + {len(name) + 2}) : 0)'
    pins = ", ".join(f".{port}({port})" for port in ports)
    passed = ", ".join(f".{key}({key})" for key in HEADER.findall(text[head.start():end].partition(") (")[0]))
    same = " && ".join(f"{key} == {value}" for key, value in parameters.items()) or "1"
    nets = re.sub(r"\boutput\s+reg\b", "output wire", text[head.start():end])
    written = f"{text[:head.start()]}module {name}_as_written{text[head.end():]}"
    return (f"{LINT_OFF}{written}\n`default_nettype none\n{nets}"
            f"  generate\n    if ({same}) begin : g_mutants\n      reg [{SELECT_W - 1}:0] chosen;\n"
            f'      initial chosen = $c32("{asked}");\n'
            f"      {name}_netlist u_netlist ({pins}, .{SELECT}(chosen));\n"
            f"    end else begin : g_as_written\n"
            f"      {name}_as_written {f'#({passed}) ' if passed else ''}u_module ({pins});\n    end\n  endgenerate\n"
            f"endmodule\n\n{netlist}\n`default_nettype wire\n")
