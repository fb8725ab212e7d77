# random_formulas: kernel files and values of the points that they are tried with, all from one random.Random.
# SPDX-License-Identifier: Apache-2.0
from formula_oracle import from_bits

WINDOW = ["u[i-1,j]", "u[i+1,j]", "u[i,j-1]", "u[i,j+1]", "u", "u[i-1,j-1]", "u[i-1,j+1]", "u[i+1,j-1]", "u[i+1,j+1]"]
LITERALS = ["2", "0.5", "3", "0.1", "20", "1e-300", "4", "1e300", "5e-324", "7.25"]
DIVISORS = ["5", "4", "2", "0.125", "1", "1024"]
NUMBERS = ["a", "b", "c"]
SPECIAL = [0, 1 << 63, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff0000000000001, 1,
           0x8000000000000001, 0xfffffffffffff, 0x10000000000000, 0x7fefffffffffffff, 0x3ff0000000000000]


# An expression of so many operations, with the parts that stand above.
def expression(rng, operations, parts):
    if operations == 0:
        chance = rng.random()
        if parts and chance < 0.15:
            return rng.choice(parts)
        return rng.choice(WINDOW + ["q"] + NUMBERS) if chance < 0.88 else rng.choice(LITERALS)
    kind = rng.random()
    if kind < 0.07:
        return f"-({expression(rng, operations, parts)})"
    if kind < 0.14:
        return f"({expression(rng, operations - 1, parts)})/{rng.choice(DIVISORS)}"
    left = rng.randrange(operations)
    first, second = expression(rng, left, parts), expression(rng, operations - 1 - left, parts)
    first = f"({first})" if rng.random() < 0.6 else first
    second = f"({second})" if rng.random() < 0.6 else second
    return f"{first} {rng.choice('++--**')} {second}"


# A part that reads a column of the window and may be read one row away, or a row, one column away.
def movable(rng, name):
    along = rng.choice("ij")
    place = (lambda by: f"u[i{by},j]") if along == "j" else (lambda by: f"u[i,j{by}]")
    terms = [place(by) for by in rng.sample(["-1", "+0", "+1"], 2)] + [rng.choice(NUMBERS + LITERALS)]
    rng.shuffle(terms)
    line = f"{name} = {terms[0]} {rng.choice('+-*')} {terms[1]} {rng.choice('+-*')} {terms[2]}"
    by = rng.choice(["-1", "+0", "+1"])
    return line, [name, f"{name}[i{by},j]" if along == "i" else f"{name}[i,j{by}]"]


# A kernel file of about 1 .. most operations.
def formula(rng, most):
    lines, parts = ["kernel random_one", "field u", "source q"], []
    for name in NUMBERS:
        terms = [rng.choice(["rows", "cols", "3", "0.7"] + NUMBERS[:NUMBERS.index(name)]) for _ in range(3)]
        lines.append(f"number {name} = {terms[0]} {rng.choice('+-*/')} ({terms[1]} {rng.choice('+*/')} {terms[2]})")
    if rng.random() < 0.4:
        line, names = movable(rng, "p")
        lines.append(line)
        parts += names
    lines.append(f"new u = {expression(rng, rng.randrange(1, most + 1), parts)}")
    return "\n".join(lines) + "\n"


# A value that tries an operation: any bits, a special one, a subnormal or small one, one of everyday.
def value(rng):
    kind = rng.random()
    if kind < 0.25:
        return from_bits(rng.getrandbits(64))
    if kind < 0.45:
        return from_bits(rng.choice(SPECIAL))
    if kind < 0.6:
        return from_bits(rng.getrandbits(64) & 0x800fffffffffffff | rng.randrange(60) << 52)
    return rng.uniform(-1, 1)
