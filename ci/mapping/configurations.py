# Named configurations, from the table that CMake writes, and variants of one, each with one parameter changed.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import re

from failure import Failure

VARIED = "small"  # the configuration whose variants show what a parameter costs
WITHOUT_TILES = "small-fast"  # one of which that variant alone is mapped: its area is a goal (rules.AREA_GOALS)


@dataclasses.dataclass
class Configuration:
    name: str
    parameters: dict  # of the top module, by Verilog name
    simulation_only: bool = False
    formula: str = ""  # folder of the modules that are made of a kernel file; empty: none


def read_configurations(path):
    """[{"name": "small", "simulation_only": false, "parameters": {"PES": 4, ...}}, ...]; raises Failure otherwise."""
    try:
        with open(path, encoding="utf-8") as file:
            found = [Configuration(entry["name"], {name: int(value) for name, value in entry["parameters"].items()},
                                   entry["simulation_only"], entry.get("formula", "")) for entry in json.load(file)]
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Failure(f"{path} is no table of configurations: {error!r}") from None
    if not found:
        raise Failure(f"{path} has no configurations")
    return found


def all_parameters(configuration):
    """Those of the top module, with what its formula adds; raises Failure where its modules were not made."""
    if not configuration.formula:
        return configuration.parameters
    path = os.path.join(configuration.formula, "formula_verilator.f")
    try:
        with open(path, encoding="utf-8") as file:
            return configuration.parameters | {name: int(value)
                                               for name, value in re.findall(r"-G(\w+)=(\d+)", file.read())}
    except OSError:
        raise Failure(f"no {path}: build target formula-accel_{configuration.name.replace('-', '_')}") from None


def variants_of(configuration):
    """Named like "small LANES=2"; none of most configurations. Raises Failure if the configuration lacks a parameter to
    change."""
    def value(parameter):
        if parameter not in configuration.parameters:
            raise Failure(f"configuration {configuration.name} has no parameter {parameter}")
        return configuration.parameters[parameter]

    def variant(parameter, changed, **others):
        return Configuration(f"{configuration.name} {parameter}={changed}",
                             {**configuration.parameters, parameter: changed, **others})

    without_tiles = variant("KERNELS", 5)  # sweeps and their change
    if configuration.name != VARIED:
        return [without_tiles] if configuration.name == WITHOUT_TILES else []
    return [
        # Beats are wider, so a row has fewer of them.
        *(variant("LANES", factor * value("LANES"), LINE_BEATS=value("LINE_BEATS") // factor) for factor in (2, 4)),
        variant("PES", 2 * value("PES")),
        variant("F_BUFFERS", value("F_BUFFERS") + 1),
        variant("LINE_BEATS", 4 * value("LINE_BEATS")),
        variant("AXI_DATA_W", 4 * value("AXI_DATA_W")),
        without_tiles,
    ]
