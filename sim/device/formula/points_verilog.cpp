// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/points_verilog.hpp"

#include <fmt/format.h>

#include "sim/device/formula/operator_ports.hpp"
#include "sim/device/formula/operator_times.hpp"
#include "sim/device/formula/operator_verilog.hpp"

namespace stencil {
namespace {

constexpr const char* points_text =
    R"(// {module}: one point of the kernel {kernel} on the arithmetic of the simulating machine, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    ports, latency and bits of the operator in Verilog, for fast simulation: each operation rounded as the
//             machine does, nothing fused. Made from the kernel file; not edited by hand.
// Parameters: those of the operator; LATENCY that follows from them; COUNT_W bits of i_count.
// Latency:    {law}
`default_nettype none

module {module} #(
{parameters}    parameter LATENCY = {cycles},
    parameter COUNT_W = {count_w}
) (
    input  wire clk,
    input  wire [COUNT_W-1:0] i_count,
{ports}
);

{times}  fp_parameter_range #(
      .VALUE  (LATENCY),
      .LOWEST ({latency}),
      .HIGHEST({latency})
  ) u_check_latency ();

  localparam [62:0] INFINITE_BITS = {{11'h7ff, 52'd0}};
  localparam [63:0] QUIET_NAN_BITS = {{1'b0, 11'h7ff, 1'b1, 51'd0}};
{registers}  always @* begin
{operations}  end
{delays}
endmodule

`default_nettype wire
)";

constexpr const char* point_delay_text = R"(  operand_delay #(
      .WIDTH  (64),
      .DELAY  (LATENCY),
      .COUNT_W(COUNT_W)
  ) {instance} (
      .clk    (clk),
      .i_count(i_count),
      .i_data ({data}),
      .o_data ({port})
  );
)";

class PointBody {
 public:
  PointBody(const Formula& formula, ValueNames& names) : formula_(formula), names_(names) {}

  std::string registers() const {
    std::string text;
    for (const std::string& name : names_.results()) text += fmt::format("  reg [63:0] {};\n", name);
    return text;
  }
  // The last one with every NaN canonical, which covers all before it: what takes a NaN gives one.
  std::string operations() {
    std::string text;
    for (std::size_t k = 0; k < formula_.operations.size(); ++k) {
      const FormulaOperation& operation = formula_.operations[k];
      text += fmt::format("    // {} (line {}, column {})\n    {} = $realtobits({} {} {});\n",
                          operation_text(formula_, operation, names_.results()), operation.place.line,
                          operation.place.column, names_.results()[k], real(operation.a), sign(operation.kind),
                          real(operation.b));
    }
    const std::string& last = names_.results().back();
    return text + fmt::format("    if ({0}[62:0] > INFINITE_BITS) {0} = QUIET_NAN_BITS;\n", last);
  }

 private:
  static char sign(FormulaOperation::Kind kind) {
    switch (kind) {
      case FormulaOperation::Kind::add:
        return '+';
      case FormulaOperation::Kind::subtract:
        return '-';
      case FormulaOperation::Kind::multiply:
        return '*';
      default:
        return '/';
    }
  }
  // Signs are flipped in the bits: of a real, not every simulator keeps that of a zero.
  std::string real(const FormulaOperand& operand) {
    if (operand.kind == FormulaOperand::Kind::literal)
      return fmt::format("$bitstoreal({})", verilog_literal(operand.literal));
    const std::string name =
        operand.kind == FormulaOperand::Kind::operation ? names_.results()[operand.index] : names_.port(operand);
    return operand.negated ? fmt::format("$bitstoreal({{~{0}[63], {0}[62:0]}})", name)
                           : fmt::format("$bitstoreal({})", name);
  }

  const Formula& formula_;
  ValueNames& names_;
};

}  // namespace

std::string points_verilog(const Formula& formula, const std::string& module) {
  const OperatorSchedule schedule(formula);
  ValueNames names(formula);
  const OperatorPorts of_module(formula, names);
  std::string ports;
  for (const OperatorPorts::Input& input : of_module.inputs)
    ports += fmt::format("    input  wire [63:0] {},\n", input.name);
  ports += fmt::format("    output wire [63:0] {}", of_module.result);
  const auto delay = [&](const std::string& instance, const std::string& data, const std::string& port) {
    return fmt::format(point_delay_text, fmt::arg("instance", names.claim(instance)), fmt::arg("data", data),
                       fmt::arg("port", port));
  };
  std::string delays = delay("u_late_result", names.results().back(), of_module.result);
  if (formula.reads_source) {
    ports += fmt::format(",\n    output wire [63:0] {}", of_module.source);
    FormulaOperand source;
    source.kind = FormulaOperand::Kind::source;
    delays += delay("u_late_source", names.port(source), of_module.source);
  }
  OperatorTimes times(formula, schedule, names);
  const std::string latency = times.ready(schedule.operations.size() - 1);
  PointBody body(formula, names);
  const std::int64_t cycles = schedule.latency().cycles({});
  return fmt::format(
      points_text, fmt::arg("module", module), fmt::arg("kernel", formula.kernel),
      fmt::arg("law", schedule.latency().text()), fmt::arg("parameters", operator_parameters(counts_of(formula))),
      fmt::arg("cycles", cycles), fmt::arg("count_w", ring_address_bits(cycles)), fmt::arg("ports", ports),
      fmt::arg("times", times.declarations()), fmt::arg("latency", latency), fmt::arg("registers", body.registers()),
      fmt::arg("operations", body.operations()), fmt::arg("delays", delays));
}

}  // namespace stencil
