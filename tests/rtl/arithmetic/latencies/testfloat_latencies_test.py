# The program that ci/testfloat drives: right lines pass at every latency, a wrong one is told with each, and the count holds.
# SPDX-License-Identifier: Apache-2.0
import struct
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
BOUND_S = 60
INFINITY, NAN, OTHER_NAN = 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF4000000000123
OPERANDS = (0, 1, 1 << 63, 0x3FF0000000000000, 0xBFF0000000000001, 0x4340000000000001, 0x000FFFFFFFFFFFFF,
            0x1FF8000000000003, 0x2007FFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF, INFINITY, INFINITY | 1 << 63, OTHER_NAN)
LATENCIES = {"add": range(5, 17), "sub": range(5, 17), "mul": range(6, 17)}
COMPUTE = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b}


def number(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def bits_of(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def vectors(operation):
    """(a, b, result), any NaN as the one that x86 makes of invalid operands."""
    for a in OPERANDS:
        for b in OPERANDS:
            result = COMPUTE[operation](number(a), number(b))
            yield a, b, bits_of(result) if result == result else NAN | 1 << 63


def run(operation, lines, cases):
    text = "".join(f"{a:016X} {b:016X} {result:016X} 01\n" for a, b, result in lines)
    return subprocess.run([PROGRAM, operation, str(cases)], input=text, capture_output=True, text=True, timeout=BOUND_S,
                          check=False)


class TestfloatLatencies(unittest.TestCase):
    def test_right_lines_pass_with_any_nan(self):
        for operation, latencies in LATENCIES.items():
            lines = list(vectors(operation))
            self.assertGreater(sum(result == NAN | 1 << 63 for _, _, result in lines), 20)
            done = run(operation, lines, len(lines))
            # Behind the last vector come 16 zeros; at a latency the first results are still to arrive.
            results = sum(len(lines) + 16 - (latency - 1) for latency in latencies)
            self.assertEqual((done.returncode, done.stderr, done.stdout),
                             (0, "", f"{operation}: {len(lines)} cases at latencies {latencies[0]} to 16, 0 of {results} "
                                     "results differ\n"))

    def test_a_wrong_bit_is_told_at_each_latency(self):
        for operation, latencies in LATENCIES.items():
            for place in (0, 77, len(OPERANDS) ** 2 - 1):
                lines = list(vectors(operation))
                a, b, result = lines[place]
                lines[place] = a, b, 1 if result > INFINITY else result ^ 1
                done = run(operation, lines, len(lines))
                got = NAN if result == NAN | 1 << 63 else result
                told = [f"{operation} latency {latency}: {a:016x} {b:016x} expected {lines[place][2]:016x} got {got:016x}"
                        for latency in latencies]
                self.assertEqual((done.returncode, sorted(done.stdout.splitlines()[:-1])),
                                 (1, sorted(line for line in told if line in done.stdout)))
                self.assertIn(f" {len(latencies)} of ", done.stdout)
                self.assertEqual(len(done.stdout.splitlines()), 11)

    def test_infinity_is_no_nan(self):
        # The greatest number doubled is infinity: a NaN in its place is a difference, and so is infinity for a NaN.
        greatest = 0x7FEFFFFFFFFFFFFF
        self.assertEqual(run("add", [(greatest, greatest, INFINITY)], 1).returncode, 0)
        self.assertEqual(run("add", [(greatest, greatest, NAN)], 1).returncode, 1)
        self.assertEqual(run("sub", [(INFINITY, INFINITY, INFINITY)], 1).returncode, 1)
        self.assertEqual(run("sub", [(INFINITY, INFINITY, INFINITY + 1)], 1).returncode, 0)

    def test_what_cannot_be_compared(self):
        one = [next(vectors("mul"))]
        for done, text in ((run("mul", one, 2), "1 cases, expected 2"), (run("mul", one * 3, 2), "3 cases, expected 2"),
                           (run("mul", [], 2), "0 cases, expected 2"), (run("div", one, 1), "operation 'div' is unknown")):
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertIn(text, done.stderr)
        broken = subprocess.run([PROGRAM, "mul", "1"], input="0 1\n", capture_output=True, text=True, timeout=BOUND_S,
                                check=False)
        self.assertEqual(broken.returncode, 2)
        self.assertIn("line 1: not 'A B RESULT FLAGS'", broken.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
