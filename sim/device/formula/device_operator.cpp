// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/device_operator.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "sim/device/formula/operator_ports.hpp"
#include "sim/device/formula/operator_schedule.hpp"
#include "sim/device/formula/operator_verilog.hpp"
#include "sim/device/formula/points_verilog.hpp"

namespace stencil {
namespace {

constexpr const char* operator_text =
    R"(// formula_operator: the operator of the kernel {kernel} behind the ports of a device, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    hands the operands of a point to formula_point, which has the arithmetic.
//             Made from the kernel file; not edited by hand.
// Parameters: ADD_LATENCY, MUL_LATENCY, DIV_LATENCY of the arithmetic; LATENCY, at least that of the formula; COUNT_W
//             bits of i_count.
// Latency:    LATENCY, from all operands but the corners, which come a cycle later.
`default_nettype none

module formula_operator #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter LATENCY     = {cycles},
    parameter COUNT_W     = {count_w}
) (
    input  wire               clk,
    input  wire [COUNT_W-1:0] i_count,
    input  wire [     1023:0] i_numbers,  // {{N15 .. N0}}
    input  wire [      319:0] i_near,     // {{east, west, centre, south, north}}
    input  wire [      255:0] i_corners,  // {{south-east, south-west, north-east, north-west}}
    input  wire [       63:0] i_r,
    output wire [       63:0] o_f,
    output wire [       63:0] o_r
);

{law}
{operands}
  wire [63:0] result;
  formula_point #(
{parameters}      .LATENCY(LONGEST),
      .COUNT_W(COUNT_W)
  ) u_point (
      .clk(clk),
      .i_count(i_count),
{ports}  );
  operand_delay #(
      .DELAY  (LATENCY - LONGEST - {ahead}),
      .COUNT_W(COUNT_W)
  ) u_late_result (
      .clk    (clk),
      .i_count(i_count),
      .i_data (result),
      .o_data (o_f)
  );
{late_r}
  // What this formula does not use.
  localparam [31:0] LATENCIES = ADD_LATENCY + MUL_LATENCY + DIV_LATENCY;
  wire unused = &{{1'b0, LATENCIES, i_numbers, near, i_corners, r}};

endmodule

`default_nettype wire
)";

constexpr const char* late_r_text = R"(  operand_delay #(
      .DELAY  (LATENCY - LONGEST - {ahead}),
      .COUNT_W(COUNT_W)
  ) u_late_r (
      .clk    (clk),
      .i_count(i_count),
      .i_data (source),
      .o_data (o_r)
  );
)";

constexpr const char* facts_text =
    R"(// formula_facts: what the registers of a device tell of its formula, the kernel {kernel}.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    its digest, the numbers that it uses, whether it reads r.
//             Made from the kernel file; not edited by hand.
// Parameters: ADD_LATENCY, MUL_LATENCY, DIV_LATENCY of the arithmetic; LATENCY that follows from them.
// Latency:    none.
`default_nettype none

module formula_facts #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter LATENCY     = {cycles}
) (
    output wire [63:0] o_digest,
    output wire [15:0] o_numbers,  // bit k: number k has a register
    output wire        o_reads_r
);

{law}
  fp_parameter_range #(
      .VALUE  (LATENCY),
      .LOWEST (LONGEST + {ahead}),
      .HIGHEST(LONGEST + {ahead})
  ) u_check_latency ();

  assign o_digest  = 64'h{digest:016x};
  assign o_numbers = 16'h{numbers:04x};
  assign o_reads_r = 1'b{reads};

  localparam [31:0] LATENCIES = ADD_LATENCY + MUL_LATENCY + DIV_LATENCY;
  wire unused = &{{1'b0, LATENCIES}};

endmodule

`default_nettype wire
)";

// Cycles by which all operands wait for the corners.
int ahead_of(const Formula& formula) {
  return formula.reads_corners() ? 1 : 0;
}

// LONGEST, the latency of the arithmetic.
std::string law_text(const CycleLaw& law) {
  std::string text = "  // The longest of these ways from operands to result.\n";
  const auto& ways = law.terms();
  for (std::size_t k = 0; k < ways.size(); ++k)
    text += fmt::format("  localparam WAY_{} = {} * ADD_LATENCY + {} * MUL_LATENCY + {} * DIV_LATENCY;\n", k,
                        ways[k].adds, ways[k].muls, ways[k].divs);
  text += "  localparam LONGEST_0 = WAY_0;\n";
  for (std::size_t k = 1; k < ways.size(); ++k)
    text += fmt::format("  localparam LONGEST_{0} = WAY_{0} > LONGEST_{1} ? WAY_{0} : LONGEST_{1};\n", k, k - 1);
  return text + fmt::format("  localparam LONGEST = LONGEST_{};\n", ways.size() - 1);
}

std::string slice(const char* bus, std::size_t word) {
  return fmt::format("{}[{}:{}]", bus, 64 * word + 63, 64 * word);
}

// What the ports of a device hold of an operand.
std::string wire_of(const FormulaOperand& operand) {
  if (operand.kind == FormulaOperand::Kind::number) return slice("i_numbers", operand.index);
  if (operand.kind == FormulaOperand::Kind::source) return "r";
  if (operand.row == 0 || operand.col == 0) {
    const std::size_t word = operand.row < 0 ? 0 : operand.row > 0 ? 1 : operand.col == 0 ? 2 : operand.col < 0 ? 3 : 4;
    return slice("near", word);
  }
  return slice("i_corners", (operand.row < 0 ? 0u : 2u) + (operand.col < 0 ? 0u : 1u));
}

std::string operands_text(const Formula& formula) {
  if (ahead_of(formula) == 0) return "  wire [319:0] near = i_near;\n  wire [63:0] r = i_r;\n";
  return "  // The other operands wait for the corners.\n"
         "  reg [319:0] near;\n  reg [63:0] r;\n"
         "  always @(posedge clk) begin\n    near <= i_near;\n    r    <= i_r;\n  end\n";
}

std::string point_parameters(const OperationCounts& counts) {
  std::string text;
  if (counts.adds != 0) text += "      .ADD_LATENCY(ADD_LATENCY),\n";
  if (counts.multiplies != 0) text += "      .MUL_LATENCY(MUL_LATENCY),\n";
  if (counts.divides != 0) text += "      .DIV_LATENCY(DIV_LATENCY),\n";
  return text;
}

std::string point_ports(const OperatorPorts& ports) {
  std::string text;
  for (const OperatorPorts::Input& input : ports.inputs)
    text += fmt::format("      .{}({}),\n", input.name, wire_of(input.operand));
  text += fmt::format("      .{}(result)", ports.result);
  if (!ports.source.empty()) text += fmt::format(",\n      .{}(source)", ports.source);
  return text + "\n";
}

std::string operator_file(const Formula& formula) {
  ValueNames names(formula);
  const OperatorPorts ports(formula, names);
  const int ahead = ahead_of(formula);
  const std::int64_t cycles = device_operator_latency(formula, {});
  const bool reads = formula.reads_source;
  const std::string late_r = reads ? fmt::format(late_r_text, fmt::arg("ahead", ahead)) : "  assign o_r = 64'd0;\n";
  return fmt::format(operator_text, fmt::arg("kernel", formula.kernel), fmt::arg("cycles", cycles),
                     fmt::arg("count_w", ring_address_bits(cycles)),
                     fmt::arg("law", law_text(OperatorSchedule(formula).latency())),
                     fmt::arg("operands", operands_text(formula) + (reads ? "  wire [63:0] source;\n" : "")),
                     fmt::arg("parameters", point_parameters(counts_of(formula))),
                     fmt::arg("ports", point_ports(ports)), fmt::arg("ahead", ahead), fmt::arg("late_r", late_r));
}

std::string facts_file(const Formula& formula, std::uint64_t digest) {
  unsigned used = 0;
  for (std::size_t k = 0; k < formula.numbers.size(); ++k) used |= (formula.numbers[k].used ? 1u : 0u) << k;
  return fmt::format(
      facts_text, fmt::arg("kernel", formula.kernel), fmt::arg("cycles", device_operator_latency(formula, {})),
      fmt::arg("law", law_text(OperatorSchedule(formula).latency())), fmt::arg("ahead", ahead_of(formula)),
      fmt::arg("digest", digest), fmt::arg("numbers", used), fmt::arg("reads", formula.reads_source ? 1 : 0));
}

}  // namespace

std::vector<DeviceFile> device_files(const Formula& formula, std::uint64_t digest, bool points) {
  return {{"formula_operator.v", operator_file(formula)},
          {"formula_point.v",
           points ? points_verilog(formula, "formula_point") : operator_verilog(formula, "formula_point")},
          {"formula_facts.v", facts_file(formula, digest)}};
}

std::int64_t device_operator_latency(const Formula& formula, const ArithmeticLatencies& latencies) {
  return OperatorSchedule(formula).latency().cycles(latencies) + ahead_of(formula);
}

DeviceFile device_options(const Formula& formula, const ArithmeticLatencies& latencies) {
  return {"formula_verilator.f", fmt::format("-GFORMULA_LATENCY={}\n", device_operator_latency(formula, latencies))};
}

}  // namespace stencil
