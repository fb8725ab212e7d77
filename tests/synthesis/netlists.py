# Small netlists in the form in which tests write them, and the way to the tool's sources.
# SPDX-License-Identifier: Apache-2.0
import os
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(1, os.path.join(ROOT, "ci", "mapping"))
from netlist import Cell, Module, Netlist  # noqa: E402


def cell(type, inputs, outputs, name="u", **parameters):
    """inputs, outputs: port -> list of bits."""
    return Cell(name, type, {**inputs, **outputs}, frozenset(outputs), parameters)


def lut(name, source, target):
    return cell("LUT1", {"I0": [source]}, {"O": [target]}, name)


def flip_flop(name, source, target):
    return cell("FDRE", {"C": [99], "D": [source]}, {"Q": [target]}, name)


def module(name, inputs, outputs, cells, nets=None):
    return Module(name, inputs, outputs, cells, name, {}, nets or {})


def netlist(*modules):
    """The first module is the top."""
    return Netlist(modules[0].name, {each.name: each for each in modules})
