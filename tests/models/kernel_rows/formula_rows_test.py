# formula_rows_test: formulas evaluated row by row have the bits of Python's own parser and floats.
# SPDX-License-Identifier: Apache-2.0
#
# formula_rows_test.py PROGRAM FORMULAS VALUES SEED FILE...: rows_of_formulas, how many random formulas with how many
# values each, and kernel files besides.
import array
import math
import os
import random
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "formula_oracle"))
import random_formulas as formulas
from formula_oracle import PLACES, Oracle, bits

SHOWN = 5


# A random formula whose defaults are finite numbers.
def usable(rng, rows, cols):
    while True:
        text = formulas.formula(rng, 30)
        oracle = Oracle(text)
        try:
            defaults = oracle.defaults(rows, cols)
        except ZeroDivisionError:
            continue
        if all(math.isfinite(value) for value in defaults):
            return text, oracle, defaults


def main(program, count, values, seed, files):
    print(f"seed {seed}", flush=True)  # at once: whatever goes wrong below can be done again
    rng = random.Random(seed)
    texts = []
    for path in files:
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    records, cases = [], []
    for number in range(count + len(files)):
        # Rows of several pieces now and then, and others that end anywhere in one.
        cols = 2 + (values if number % 10 else values + 600) - number % 3
        rows = rng.randrange(3, 5000)
        if number < count:
            text, oracle, defaults = usable(rng, rows, cols)
        else:
            text = texts[number - count]
            oracle = Oracle(text)
            defaults = oracle.defaults(rows, cols)
        window = [[formulas.value(rng) for _ in range(cols)] for _ in range(3)]
        source = [formulas.value(rng) for _ in range(cols)]
        numbers = [formulas.value(rng) for _ in defaults]
        data = text.encode()
        records.append(struct.pack("<3q", len(data), rows, cols) + data)
        for row in window + [source, numbers]:
            records.append(array.array("d", row).tobytes())
        cases.append((text, oracle, defaults, window, source, numbers, cols))
    done = subprocess.run([program], input=b"".join(records), stdout=subprocess.PIPE, check=True)
    answers = array.array("d", done.stdout)
    at = compared = wrong = nans = 0
    for number, (text, oracle, defaults, window, source, numbers, cols) in enumerate(cases):
        got = answers[at:at + len(defaults) + cols]
        at += len(defaults) + cols
        want = list(defaults) + [1.0]
        for j in range(1, cols - 1):
            want.append(oracle.value(*[window[row + 1][j + col] for row, col in PLACES], source[j], *numbers))
        want.append(1.0)
        compared += len(want)
        nans += sum(math.isnan(value) for value in want)
        for place, (one, other) in enumerate(zip(got, want)):
            # The words, since one NaN is not another; a Python float that is one is canonical here.
            if struct.pack("<d", one) != struct.pack("<Q", bits(other)):
                wrong += 1
                if wrong <= SHOWN:
                    got_bits = struct.unpack("<Q", struct.pack("<d", one))[0]
                    print(f"seed {seed}, formula {number}: value {place} is {got_bits:#018x}, must be "
                          f"{bits(other):#018x}:\n{text}")
    if at != len(answers):
        print(f"{len(answers)} values came back, must be {at}")
        wrong += 1
    print(f"{count} formulas and {len(files)} files, {compared} values, {nans} of them NaN: {wrong} differ")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5:]))
