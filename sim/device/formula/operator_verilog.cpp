// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_verilog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "host/base/text.hpp"
#include "models/kernel_file/source_lines.hpp"
#include "sim/device/formula/operator_body.hpp"
#include "sim/device/formula/operator_ports.hpp"

namespace stencil {
namespace {

constexpr const char* module_text =
    R"(// {module}: the arithmetic of one point of the kernel {kernel}, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    each operation rounded to nearest even, nothing fused ({counts}):
{lines}//             Made from the kernel file; not edited by hand.
// Parameters: {latencies} of the operators; LATENCY that follows from them; COUNT_W bits of i_count.
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

  // Cycles after the operands of a point: when operations start and results are ready.
{times}  fp_parameter_range #(
      .VALUE  (LATENCY),
      .LOWEST ({latency}),
      .HIGHEST({latency})
  ) u_check_latency ();

{body}
{outputs}
endmodule

`default_nettype wire
)";

// The statements of the file, without its comments: what is left is of letters, digits and signs.
std::string file_lines(const Formula& formula) {
  std::string lines;
  for (std::string line : source_lines(formula.file, formula.text)) {
    std::replace(line.begin(), line.end(), '\t', ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty()) lines += "//                 " + line + "\n";
  }
  return lines;
}

std::string counts_text(const OperationCounts& counts) {
  std::string text = counted(counts.adds, "addition") + ", " + counted(counts.multiplies, "multiplication");
  if (counts.divides != 0) text += ", " + counted(counts.divides, "division") + " by 5";
  return text;
}

// The usual latencies of the operators that there are.
std::vector<std::pair<std::string, std::int64_t>> latencies_of(const OperationCounts& counts) {
  const ArithmeticLatencies usual;
  std::vector<std::pair<std::string, std::int64_t>> all;
  if (counts.adds != 0) all.emplace_back("ADD_LATENCY", usual.add);
  if (counts.multiplies != 0) all.emplace_back("MUL_LATENCY", usual.mul);
  if (counts.divides != 0) all.emplace_back("DIV_LATENCY", usual.div);
  return all;
}

}  // namespace

std::string operator_module(const Formula& formula) {
  return formula.kernel + "_formula_operator";
}

std::string operator_parameters(const OperationCounts& counts) {
  std::string text;
  for (const auto& [name, cycles] : latencies_of(counts)) text += fmt::format("    parameter {} = {},\n", name, cycles);
  return text;
}

int ring_address_bits(std::int64_t cycles) {
  int bits = 1;
  while ((std::int64_t{1} << bits) < cycles) ++bits;
  return bits;
}

std::string operator_verilog(const Formula& formula, const std::string& module) {
  const OperatorSchedule schedule(formula);
  ValueNames names(formula);
  const OperatorPorts of_module(formula, names);
  std::string ports;
  for (const OperatorPorts::Input& input : of_module.inputs)
    ports += fmt::format("    input  wire [63:0] {},\n", input.name);
  ports += fmt::format("    output wire [63:0] {}", of_module.result);
  std::string outputs = fmt::format("  assign {} = {};\n", of_module.result, names.results().back());
  OperatorBody body(formula, schedule, names);
  if (formula.reads_source) {
    ports += fmt::format(",\n    output wire [63:0] {}", of_module.source);
    outputs += fmt::format("  assign {} = {};\n", of_module.source, body.late_source());
  }
  if (body.delays().empty()) outputs += "  wire unused = &{1'b0, i_count};\n";
  const OperationCounts counts = counts_of(formula);
  std::string latencies;
  for (const auto& [name, cycles] : latencies_of(counts)) latencies += (latencies.empty() ? "" : ", ") + name;
  const std::int64_t cycles = schedule.latency().cycles({});
  const std::string latency = body.latency();
  return fmt::format(module_text, fmt::arg("module", module), fmt::arg("kernel", formula.kernel),
                     fmt::arg("counts", counts_text(counts)), fmt::arg("lines", file_lines(formula)),
                     fmt::arg("latencies", latencies), fmt::arg("law", schedule.latency().text()),
                     fmt::arg("parameters", operator_parameters(counts)), fmt::arg("cycles", cycles),
                     fmt::arg("count_w", ring_address_bits(cycles)), fmt::arg("ports", ports),
                     fmt::arg("times", body.times()), fmt::arg("latency", latency), fmt::arg("body", body.text()),
                     fmt::arg("outputs", outputs));
}

}  // namespace stencil
