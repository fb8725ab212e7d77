# Reads from Verilog in the style of rtl/: the parameters and ports of a module, and the files that it needs.
# SPDX-License-Identifier: Apache-2.0
import re
from dataclasses import dataclass


class BadVerilog(Exception):
    pass


# Modules without a file here: an illegal parameter stops elaboration by one; those of a formula are made of a kernel
# file, and a block without FORMULA_LATENCY has none of them.
ELSEWHERE = {"parameter_is_out_of_range", "formula_operator", "formula_point", "formula_facts"}
INSTANCE = re.compile(r"^\s*([a-z]\w*)\s+(?:#\s*\(|u_\w+\s*\()", re.M)
PARAMETER = re.compile(r"parameter (\w+) *= (\d+),?")
PORT = re.compile(r"(input|output) +(?:wire|reg) +(?:\[ *([^:\]]+):(\d+)\] +)?(\w+),?")


@dataclass(frozen=True)
class Port:
    name: str
    direction: str  # "in" or "out"
    left: str  # of its range, an expression of parameters; "" without a range

    def width(self, parameters):
        """Bits, with these values of the parameters."""
        if not self.left:
            return 1
        words = re.sub(r"[A-Z]\w*", lambda name: str(parameters[name[0]]), self.left)
        return eval(words.replace("/", "//"), {"__builtins__": {}}) + 1  # numbers and operators alone: see module()


@dataclass(frozen=True)
class Module:
    name: str
    parameters: dict  # default by name, in the order of the text
    ports: tuple


def module(name, text, place):
    """The head of a module. place: its path, for messages."""
    parameters, ports = {}, []
    inside = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("//")[0].strip()
        if words.startswith(f"module {name} "):
            inside = "parameter"
        elif inside and words == ") (":
            inside = "port"
        elif inside and words == ");":
            return Module(name, parameters, tuple(ports))
        elif inside == "parameter" and words:
            found = PARAMETER.fullmatch(words)
            if not found:
                raise BadVerilog(f"{place}:{number}: '{words}' must be 'parameter NAME = number'")
            parameters[found[1]] = int(found[2])
        elif inside == "port" and words:
            found = PORT.fullmatch(words)
            left = re.sub(r"\s", "", (found and found[2]) or "")
            unknown = set(re.findall(r"[A-Za-z_]\w*", left)) - set(parameters)
            if not found or unknown or not re.fullmatch(r"[\w/*+-]*", left) or found[3] not in (None, "0"):
                raise BadVerilog(f"{place}:{number}: '{words}' must be 'input wire [range:0] name' or output, its range "
                                 "of numbers and parameters")
            ports.append(Port(found[4], "in" if found[1] == "input" else "out", left))
    raise BadVerilog(f"{place}: no module {name} with parameters and ports")


def sources(tree, top):
    """Paths below `tree` of the files that module `top` needs, each after those that it needs itself."""
    files = {}
    for path in sorted(tree.rglob("*.v")):
        if path.stem in files:
            raise BadVerilog(f"{path.stem} is in {files[path.stem]} and in {path}")
        files[path.stem] = path
    order, open_modules = [], []

    def visit(name, user):
        if name in open_modules:
            raise BadVerilog(f"{user} and {name} need each other")
        if files.get(name) in order:
            return
        if name not in files:
            raise BadVerilog(f"{files[user].relative_to(tree)} needs module {name}, which has no file" if user in files
                             else f"no {name}.v in {tree}")
        open_modules.append(name)
        text = re.sub(r"//.*", "", files[name].read_text(encoding="utf-8"))
        for below in sorted(set(INSTANCE.findall(text)) - ELSEWHERE - {"module", name}):
            visit(below, name)
        open_modules.pop()
        order.append(files[name])

    visit(top, "")
    return [path.relative_to(tree).as_posix() for path in order]
