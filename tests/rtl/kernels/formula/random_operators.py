# random_operators: random formulas as operators with random latencies in one module, and what they must give.
# SPDX-License-Identifier: Apache-2.0
#
# random_operators.py TOOL FOLDER COUNT SEED VECTORS [points]: writes random_operator_set.v, which random_operators.v holds, the
# operators it is made of and vectors.bin: 64-bit words, in this order: SEED, COUNT, epochs, vectors of an epoch, the
# latency of each operator, and whether it passes on the source (1 or 0); then for each epoch the numbers a, b, c, the operands of each vector (the window by rows, the
# source) and the results of each vector. Results are those of Python's own parser and floats.
import os
import random
import re
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "models",
                                "formula_oracle"))
import random_formulas as formulas
from formula_oracle import Oracle, bits

EPOCHS = 3
PLACES = ["nw", "n", "ne", "w", "c", "e", "sw", "s", "se"]


# The bits of i_values that a port of an operator takes.
def operand(port):
    names = ["i_u_" + place for place in PLACES] + ["i_q", "i_a", "i_b", "i_c"]
    at = 64 * names.index(port)
    return f"i_values[{at + 63}:{at}]"


def instance(number, verilog, latencies, latency):
    module = f"random_{number}_formula_operator"
    parameters = [f".{name}({latencies[name]})" for name in latencies if re.search(rf"parameter {name} ", verilog)]
    parameters += [f".LATENCY({latency})", ".COUNT_W(9)"]
    ports = [".clk(clk)", ".i_count(i_count)", f".o_u(o_results[{64 * number + 63}:{64 * number}])"]
    ports += [f".{port}({operand(port)})" for port in re.findall(r"input  wire \[63:0\] (\w+)", verilog)]
    source = f"o_sources[{64 * number + 63}:{64 * number}]"
    passes = "output wire [63:0] o_q" in verilog
    ports += [f".o_q({source})"] if passes else []
    text = f"  {module} #({', '.join(parameters)}) u_{number} ({', '.join(ports)});\n"
    return text + ("" if passes else f"  assign {source} = 64'd0;\n"), passes


def main(tool, folder, count, seed, vectors, *arithmetic):
    rng = random.Random(seed)
    oracles, instances, passing, latencies_of = [], "", [], []
    for number in range(count):
        text = formulas.formula(rng, 30).replace("kernel random_one", f"kernel random_{number}")
        path = os.path.join(folder, f"random_{number}.stencil")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        latencies = {"ADD_LATENCY": rng.randrange(5, 17), "MUL_LATENCY": rng.randrange(6, 17),
                     "DIV_LATENCY": rng.randrange(2, 17)}
        verilog = subprocess.run([tool, path, *arithmetic], check=True, stdout=subprocess.PIPE).stdout.decode()
        latency = int(subprocess.run([tool, path, *map(str, latencies.values())], check=True,
                                     stdout=subprocess.PIPE).stdout)
        with open(os.path.join(folder, f"random_{number}_formula_operator.v"), "w", encoding="utf-8") as file:
            file.write(verilog)
        one, passes = instance(number, verilog, latencies, latency)
        instances += one
        passing.append(int(passes))
        latencies_of.append(latency)
        oracles.append(Oracle(text))
    words = [seed, count, EPOCHS, vectors, *latencies_of, *passing]
    for _ in range(EPOCHS):
        numbers = [formulas.value(rng) for _ in formulas.NUMBERS]
        points = [[formulas.value(rng) for _ in range(10)] for _ in range(vectors)]
        words += [bits(value) for value in numbers]
        words += [bits(value) for point in points for value in point]
        words += [bits(oracle.value(*point, *numbers)) for point in points for oracle in oracles]
    with open(os.path.join(folder, "vectors.bin"), "wb") as file:
        file.write(struct.pack(f"<{len(words)}Q", *words))
    with open(os.path.join(folder, "random_operator_set.v"), "w", encoding="utf-8") as file:
        file.write(f"""// random_operator_set: {count} operators made of random formulas, seed {seed}.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module random_operator_set (
    input  wire clk,
    input  wire [8:0] i_count,
    input  wire [831:0] i_values,
    output wire [{64 * count - 1}:0] o_results,
    output wire [{64 * count - 1}:0] o_sources
);

{instances}  wire unused = &{{1'b0, i_values}};

endmodule

`default_nettype wire
""")
    print(f"{count} random formulas, seed {seed}, latencies {min(latencies_of)} .. {max(latencies_of)} cycles")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]), *sys.argv[6:])
