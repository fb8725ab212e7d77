# formula_oracle: what a kernel file means, by Python's own parser and floats: it shares no code with the product.
# SPDX-License-Identifier: Apache-2.0
import ast
import math
import re
import struct

PLACES = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1)]  # of a window, in the order of its values
CANONICAL_NAN = struct.unpack("<d", struct.pack("<Q", 0x7ff8000000000000))[0]


def bits(value):
    return 0x7ff8000000000000 if math.isnan(value) else struct.unpack("<Q", struct.pack("<d", value))[0]


def from_bits(word):
    return struct.unpack("<d", struct.pack("<Q", word))[0]


# A kernel file, of which only right ones are read.
class Oracle:
    def __init__(self, text):
        self.kernel, self.field, self.source, self.numbers, self.parts = None, None, None, {}, {}
        for line in text.splitlines():
            line = line.split("#")[0].strip()
            if not line:
                continue
            left, _, right = line.partition("=")
            # Names of files may be words of Python.
            right = re.sub(r"(?<![\w.])([A-Za-z_]\w*)", r"x_\1", right)
            words = left.split()
            words[-1] = "x_" + words[-1]
            tree = ast.parse(right.strip(), mode="eval").body if right else None
            if len(words) == 1:
                self.parts[words[0]] = tree
            elif words[0] in ("kernel", "field", "source"):
                setattr(self, words[0], words[1])
            elif words[0] == "number":
                self.numbers[words[1]] = tree
            else:
                self.new = tree
        expression = ast.Expression(self._at(self.new, 0, 0))
        arguments = [self._window(row, col) for row, col in PLACES] + ["source"] + ["n_" + name for name in self.numbers]
        function = ast.parse(f"lambda {', '.join(arguments)}: 0.0", mode="eval")
        function.body.body = expression.body
        self.value = eval(compile(ast.fix_missing_locations(function), "formula", "eval"))

    # The values of all numbers: the defaults, in a domain of rows x cols.
    def defaults(self, rows, cols):
        known = {"x_rows": float(rows), "x_cols": float(cols)}
        for name, tree in self.numbers.items():
            code = compile(ast.fix_missing_locations(ast.Expression(self._floats(tree))), "default", "eval")
            known[name] = float(eval(code, {}, known))
        return [known[name] for name in self.numbers]

    @staticmethod
    def _window(row, col):
        return f"u_{row + 1}{col + 1}"

    # Python's 2*3 is an integer and exact.
    @staticmethod
    def _floats(tree):
        class Floats(ast.NodeTransformer):
            def visit_Constant(self, node):
                return ast.Constant(float(node.value))
        return Floats().visit(ast.parse(ast.unparse(tree), mode="eval").body)

    # The tree with parts written out, where the point lies row rows south and col columns east.
    def _at(self, tree, row, col):
        oracle = self

        class Moved(ast.NodeTransformer):
            def visit_Constant(self, node):
                return ast.Constant(float(node.value))

            def visit_Name(self, node):
                return oracle._named(node.id, row, col)

            def visit_Subscript(self, node):
                code = compile(ast.fix_missing_locations(ast.Expression(node.slice)), "place", "eval")
                down, east = eval(code, {"x_i": row, "x_j": col})
                return oracle._named(node.value.id, down, east)
        return Moved().visit(ast.parse(ast.unparse(tree), mode="eval").body)

    def _named(self, name, row, col):
        if name in self.parts:
            return self._at(self.parts[name], row, col)
        if name == self.field:
            return ast.Name(self._window(row, col), ast.Load())
        return ast.Name("source" if name == self.source else "n_" + name, ast.Load())
