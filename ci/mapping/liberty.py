# Writes a Liberty file: the models of cells and a table of wires, as OpenSTA reads them.
# SPDX-License-Identifier: Apache-2.0
#
# A wire's delay is part of its driver's: a table by the load, of which each input pin is 1 and one within the slice of
# its driver delays.NEAR.
from delays import LOADS, NEAR, WIRES

HEAD = """library ({name}) {{
  delay_model : table_lookup;
  time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA"; pulling_resistance_unit : "1kohm";
  leakage_power_unit : "1nW"; capacitive_load_unit (1, pf);
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  lu_table_template (load) {{ variable_1 : total_output_net_capacitance; index_1 ({loads}); }}
"""


def liberty(models, wires):
    """models: by name; wires: a name of delays.WIRES."""
    lines = [HEAD.format(name=wires, loads=_values(LOADS))]
    for name, model in sorted(models.items()):
        lines.append(f"  cell ({name}) {{\n")
        setups = {pin: (clock, ns) for pin, clock, ns in model.setups}
        for pin in model.inputs:
            clock = " clock : true;" if pin in model.clock else ""
            load = NEAR if pin in model.near else 1
            lines.append(f"    pin ({pin}) {{ direction : input; capacitance : {load};{clock}")
            if pin in setups:
                lines.append(_setup(*setups[pin]))
            lines.append(" }\n")
        arcs = {}
        for arc in model.arcs:
            arcs.setdefault(arc.target, []).append(arc)
        for pin in model.outputs:
            lines.append(f"    pin ({pin}) {{ direction : output;\n")
            lines += [_arc(arc, WIRES[wires].ns) for arc in arcs.get(pin, ())]
            lines.append("    }\n")
        lines.append("  }\n")
    return "".join(lines) + "}\n"


def _values(numbers):
    return '"' + ", ".join(f"{number:.4f}" for number in numbers) + '"'


def _arc(arc, wires):
    delays = _values([arc.ns + wire * arc.wired for wire in wires])
    kind = "rising_edge" if arc.clocked else "combinational"
    sense = "" if arc.clocked else " timing_sense : non_unate;"
    edges = "".join(f" cell_{edge} (load) {{ values ({delays}); }} {edge}_transition (load) {{ values "
                    f"({_values([0.0] * len(wires))}); }}" for edge in ("rise", "fall"))
    return f'      timing () {{ related_pin : "{arc.source}"; timing_type : {kind};{sense}{edges} }}\n'


def _setup(clock, ns):
    edges = "".join(f' {edge}_constraint (scalar) {{ values ("{ns:.4f}"); }}' for edge in ("rise", "fall"))
    return f' timing () {{ related_pin : "{clock}"; timing_type : setup_rising;{edges} }}'
