# verilog_tools: Verilator, Icarus Verilog and yosys as commands, each run with a time limit.
# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import sys

from verilog_tree import BadTree

LIMIT_S = 1000  # per run, seconds: as long as a test may take (tests/launcher/test_launcher.cpp)
SHOWN = 4000  # at most this many characters of a tool's output

# The binary, not the Perl script called verilator, which takes longer than a small module does.
VERILATOR = os.environ.get("VERILATOR_BIN", "verilator_bin")
PACKAGES = {VERILATOR: "verilator", "iverilog": "iverilog", "vvp": "iverilog", "yosys": "yosys"}


class MissingTool(Exception):
    pass


class Verdict:
    def __init__(self, status, said):
        self.status = status
        self.said = said

    # No message and no failure.
    @property
    def clean(self):
        return self.status == 0 and self.said == ""


# Both outputs together. A tool that takes too long is killed with all its children.
def run(command, limit_s=LIMIT_S):
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
    except FileNotFoundError:
        raise MissingTool(f"{command[0]} not found: install Debian package '{PACKAGES[command[0]]}'") from None
    try:
        said, _ = process.communicate(timeout=limit_s)
        return Verdict(process.returncode, said.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, _ = process.communicate()
        return Verdict(-signal.SIGKILL, said.decode(errors="replace") + f"\nnot done after {limit_s} s")


# "A=1 B=2" or the word "defaults", as a list of pairs.
def pairs_of(parameter_set):
    if parameter_set == "defaults":
        return []
    pairs = [tuple(item.split("=", 1)) for item in parameter_set.split()]
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise BadTree(f"'{parameter_set}' is no parameter set: 'NAME=value ...' or 'defaults'")
    return pairs


def search(folders):
    return [option for folder in folders for option in ("-y", folder)]


def verilator(folders, module, source, pairs, options):
    return ([VERILATOR, *options, "--top-module", module, *search(folders)] +
            [f"-G{name}={value}" for name, value in pairs] + [source])


def iverilog(folders, module, source, pairs, output, options=()):
    return (["iverilog", "-g2005", *options, "-o", output, "-s", module, *search(folders)] +
            [f"-P{module}.{name}={value}" for name, value in pairs] + [source])


# The read_verilog command for these files; parameters are not evaluated yet.
def yosys_read(files):
    return "read_verilog -defer " + " ".join(f'"{file}"' for file in files)


def yosys_top(module, pairs):
    return f"hierarchy -check -top {module}" + "".join(f" -chparam {name} {value}" for name, value in pairs)


# A module called `name`, in a file of that name, with one instance of `module` per parameter set and open ports.
def write_wrapper(folder, name, module, parameter_sets):
    path = os.path.join(folder, name + ".v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"module {name};\n")
        for number, parameter_set in enumerate(parameter_sets):
            pairs = pairs_of(parameter_set)
            overrides = "#(" + ", ".join(f".{name}({value})" for name, value in pairs) + ") " if pairs else ""
            file.write(f"  {module} {overrides}u_set_{number} ();\n")
        file.write("endmodule\n")
    return path


# Ends the program with its status: 0 clean, 1 a complaint, 2 the tool could not be run.
def end_with(main):
    try:
        sys.exit(main(sys.argv[1:]))
    except (BadTree, MissingTool) as error:
        print(error)
        sys.exit(2)
