# From Verilog to what the solver reads: an AIGER file whose outputs are properties or cover points.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil

import yosys

# Undefined values are free: x of the RTL, registers in the first cycle, memories. What no output needs goes before bits
# are mapped, since cleaning up takes long afterwards; the solver drops what is left.
PREPARED = """proc
flatten
setundef -anyseq
{assumptions}
{needed}
opt_clean -purge
memory_map
opt
async2sync
setundef -undriven -anyseq
formalff -clk2ff
opt_clean
techmap
dffunmap
aigmap
design -save prepared
"""


def design_of(proof, work, texts):
    """Writes the Verilog into a folder of its own. texts: by path."""
    tree = os.path.join(work, "tree")
    shutil.rmtree(tree, ignore_errors=True)
    for path, text in texts.items():
        place = os.path.join(tree, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
    return yosys.Design(tree, f"{proof.name}_proof", proof.parameters, work)


def write_models(proof, work, texts, groups):
    """groups: outputs of the checker by name of the model. Writes work/NAME.aig and NAME.aim for each. Raises Failure
    if yosys does not take the Verilog."""
    design = design_of(proof, work, texts)
    script = yosys.read(design) + PREPARED.format(
        assumptions="\n".join(f"add -assume given_{name}" for name in proof.given),
        needed=_keep(output for outputs in groups.values() for output in outputs))
    for name, outputs in groups.items():
        model = os.path.join(os.path.abspath(work), name)
        script += (f"design -load prepared\n{_keep(outputs)}\n"
                   f"write_aiger -I -B -zinit -no-startoffset -map {model}.aim {model}.aig\n")
    yosys.run(design, "model", script, yosys.ELABORATE_BOUND_S)


def _keep(outputs):
    """Commands after which these are all outputs there are."""
    kept = " ".join(f"o:{output} %d" for output in outputs)
    return f"select -set others o:* {kept}\ndelete -output @others"


def outputs_of(work, name):
    """The outputs of a model in the order in which the solver numbers them."""
    with open(os.path.join(work, f"{name}.aim"), encoding="utf-8") as file:
        words = [line.split() for line in file]
    return [line[3] for line in sorted((line for line in words if line[0] == "output"), key=lambda line: int(line[1]))]


def write_trace(proof, work, texts, name, witness, path):
    """Simulates the inputs that the solver has found, from the model NAME in `work`, and writes waves to `path`."""
    # All registers begin with 0, the free ones by inputs of the first cycle. The solver leaves out those that it does
    # not need.
    inputs = [line for line in witness.replace("# DONE", "").splitlines() if line][1:]
    with open(os.path.join(work, f"{name}.aig"), "rb") as file:
        registers = int(file.readline().split()[3])
    with open(os.path.join(work, f"{name}.aiw"), "w", encoding="utf-8") as file:
        file.write("\n".join(["1", "b0", "0" * registers, *inputs, "."]) + "\n")
    design = design_of(proof, work, texts)
    model = os.path.join(os.path.abspath(work), name)
    yosys.run(design, "trace", yosys.read(design) + "proc\nflatten\nmemory_map\nopt_clean\n"
              f"sim -clock clk -r {model}.aiw -map {model}.aim -vcd {os.path.abspath(path)} "
              f"-scope {proof.name}_proof\n",
              yosys.ELABORATE_BOUND_S)
