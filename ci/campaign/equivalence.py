# Asks whether a mutant of a netlist can be told from the module: both run side by side with the same inputs.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import re
import subprocess
import threading

import mutants
from ci_error import CiError
from fault_digests import read_text
from record import EQUIVALENT

UNDECIDED, DIFFERS = "undecided", "differs"
HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT_S, CUT_S = 30, 15  # CPU seconds of a proof, and of one without the modules inside
SEARCH_S, SEARCH_CYCLES = 10, 24  # of the search for a difference before it
RESET_CYCLES = 8  # those of the contract
PROVED = "Property proved."
ASSERTED = "was asserted in frame"
PREPARING = threading.Lock()

# Registers begin with any value, the same one in both: `any` stays without a driver and becomes an input.
ANY_STATE = r"""
(* techmap_celltype = "$dff" *)
module begin_anywhere (CLK, D, Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1'b1;
  input CLK;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  wire [WIDTH-1:0] any;
  (* init = 1'b0 *) wire begun;
  (* init = {WIDTH{1'b0}} *) wire [WIDTH-1:0] kept;
  \$_DFF_P_ u_begun (.C(CLK), .D(1'b1), .Q(begun));
  genvar k;
  generate
    for (k = 0; k < WIDTH; k = k + 1) begin : g_bit
      \$_DFF_P_ u_kept (.C(CLK), .D(D[k]), .Q(kept[k]));
    end
  endgenerate
  assign Q = begun ? kept : any;
endmodule
"""


def judge(source, work, module, mutant):
    """EQUIVALENT, DIFFERS, or UNDECIDED: no answer within the limit, which is no proof. The answer is kept: no test has
    a part in it."""
    folder = os.path.join(work, "netlists", module.name)
    name = f"{folder}/{mutant.number}"
    decides = [read_text(folder, "mutants.il"), read_text(HERE, "equivalence.py"), repr((module.counts, module.given)),
               *(read_text(source, path) for path in mutants.rtl_files(source))]
    key = hashlib.sha256("\0".join(decides).encode()).hexdigest()
    if os.path.exists(f"{name}.verdict"):
        known, _, verdict = read_text(folder, f"{mutant.number}.verdict").partition("\n")
        if known == key:
            return verdict
    verdict = _judge(source, folder, module, mutant, name)
    with open(f"{name}.verdict.part", "w", encoding="utf-8") as file:
        file.write(f"{key}\n{verdict}")
    os.replace(f"{name}.verdict.part", f"{name}.verdict")
    return verdict


def _judge(source, folder, module, mutant, name):
    """Modules inside are cut out first: what they give may be anything, the same on both sides, as long as they get the
    same. That proves much and is quick, but shows no difference. Then all is asked as it is."""
    with open(f"{folder}/ports.json", encoding="utf-8") as file:
        netlist = json.load(file)["modules"][f"{module.name}_netlist"]
    inside = any(not cell["type"].startswith("$") for cell in netlist["cells"].values())
    if inside:
        cut = f"{name}.cut"
        _write_both(source, folder, module, mutant, cut, netlist["ports"])
        if PROVED in _solver(f"{cut}.proof", f"{_load(cut)}; pdr", CUT_S):
            return EQUIVALENT
    _write_both(source, folder, module, mutant, name, None)
    return _ask(name)


def _write_both(source, folder, module, mutant, name, own_ports):
    """Writes NAME.aig. own_ports: of the module, whose modules inside are cut out; None if they stay."""
    prepared = os.path.join(folder, "prepared.cut" if own_ports else "prepared")
    with PREPARING:
        if not os.path.exists(f"{prepared}.il") or \
                os.path.getmtime(f"{prepared}.il") < os.path.getmtime(f"{folder}/mutants.il"):
            _prepare(source, folder, module, prepared, own_ports is not None)
    with open(f"{prepared}.json", encoding="utf-8") as file:
        ports = json.load(file)["modules"][f"{module.name}_netlist"]["ports"]
    with open(f"{name}.v", "w", encoding="utf-8") as file:
        file.write(_both(module, mutant, ports, own_ports or ports))
    mutants.yosys(source, [f"read_rtlil {prepared}.il", f"read_verilog {name}.v", "hierarchy -top both", "proc", "flatten",
                           "opt -full", "setundef -zero", "formalff -clk2ff", "techmap", "dffunmap", "setundef -zero",
                           "aigmap", "opt_clean", f"write_aiger -I -zinit -no-startoffset {name}.aig"])


def _prepare(source, folder, module, prepared, cut):
    top = f"{module.name}_netlist"
    outside = [f"select -set others * {top} %d", "blackbox @others", f"expose -evert {top}/c:*", "delete @others"]
    with open(f"{folder}/any_state.v", "w", encoding="utf-8") as file:
        file.write(ANY_STATE)
    mutants.yosys(source, [
        f"read_rtlil {folder}/mutants.il", *mutants.read_others(source, module.file, "-defer"),
        f"hierarchy -top {top}", *(outside if cut else []), "proc", "flatten", "opt_clean", "memory_map", "opt_clean",
        "setundef -zero", "dffunmap", f"techmap -max_iter 1 -map {folder}/any_state.v", "setundef -undriven -expose", "opt_clean",
        f"write_json {prepared}.json", f"write_rtlil {prepared}.il.part"])
    os.replace(f"{prepared}.il.part", f"{prepared}.il")


def _both(module, mutant, ports, own_ports):
    """The module `both`, whose output is 1 where an output that counts differs. Outputs beside own_ports are what
    modules inside get, which must never differ, not even during the reset."""
    names = {port: f"p{number}" for number, port in enumerate(ports)}  # names of inputs for registers are long
    lines, heads, right, wrong, differ, inner = [], [], [], [], [], []
    for port, row in ports.items():
        width, name = len(row["bits"]), names[port]
        if port == mutants.SELECT:
            right.append(f".{port}({width}'d0)")
            wrong.append(f".{port}({width}'d{mutant.number})")
        elif row["direction"] == "input":
            heads.append(f"input wire [{width - 1}:0] {name}")
            pin = f"{name} | early" if port == "rst" else name
            right.append(f".\\{port} ({pin})")
            wrong.append(f".\\{port} ({pin})")
        else:
            lines.append(f"  wire [{width - 1}:0] {name}, other_{name};")
            right.append(f".\\{port} ({name})")
            wrong.append(f".\\{port} (other_{name})")
            counts = _renamed(module.counts.get(port, "1"), names)
            if port in own_ports:
                differ.append(f"(({counts}) && {name} != other_{name})")
            else:
                inner.append(f"{name} != other_{name}")
    clocked = [f"  always @(posedge {names['clk']}) begin", "    if (early) age <= age + 1;",
               "    kept <= kept && given;", "  end"] if "clk" in ports else []
    return "\n".join([
        f"module both ({', '.join(heads)}, output wire bad);", "  reg [3:0] age = 0;", "  reg kept = 1;",
        f"  wire early = age != {RESET_CYCLES if 'rst' in ports else 0};",
        f"  wire given = early || ({_renamed(module.given or '1', names)});", *clocked, *lines,
        f"  {module.name}_netlist right ({', '.join(right)});", f"  {module.name}_netlist wrong ({', '.join(wrong)});",
        f"  assign bad = kept && given && (!early && ({' || '.join(differ) or '0'}) || ({' || '.join(inner) or '0'}));",
        "endmodule", ""])


def _renamed(expression, names):
    return re.sub(r"[A-Za-z_]\w*", lambda word: names.get(word[0], word[0]), expression)


def _ask(name):
    """A short search for a difference, then the proof."""
    if ASSERTED in _solver(f"{name}.search", f"{_load(name)}; bmc3 -F {SEARCH_CYCLES}", SEARCH_S):
        return DIFFERS
    text = _solver(f"{name}.proof", f"{_load(name)}; pdr", LIMIT_S)
    return EQUIVALENT if PROVED in text else DIFFERS if ASSERTED in text else UNDECIDED


def _load(name):
    return f"read_aiger {name}.aig; fold; strash; scorr"


def _solver(name, commands, limit_s):
    try:
        done = subprocess.run(["prlimit", f"--cpu={limit_s}", "stdbuf", "-oL", "yosys-abc", "-c", commands],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False,
                              timeout=20 * limit_s)
        text = done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        text = ""
    except OSError as error:
        raise CiError(f"{error.filename} cannot be started: {error.strerror}") from None
    with open(f"{name}.log", "w", encoding="utf-8") as file:
        file.write(text)
    return text
