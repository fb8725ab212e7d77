// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_verilog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "host/base/text.hpp"
#include "models/kernel_file/source_lines.hpp"
#include "sim/device/formula/operator_body.hpp"

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

std::string input_ports(const Formula& formula, ValueNames& names) {
  std::vector<FormulaOperand> inputs;
  for (std::size_t k = 0; k < formula.numbers.size(); ++k) {
    FormulaOperand number;
    number.kind = FormulaOperand::Kind::number;
    number.index = k;
    if (formula.numbers[k].used) inputs.push_back(number);
  }
  for (const auto kind : {FormulaOperand::Kind::field, FormulaOperand::Kind::source}) {
    for (const FormulaOperation& operation : formula.operations) {
      for (const FormulaOperand& operand : {operation.a, operation.b}) {
        if (operand.kind == kind) inputs.push_back(operand);
      }
    }
  }
  std::string text;
  std::set<std::string> there;
  for (const FormulaOperand& input : inputs) {
    const std::string name = names.port(input);
    if (there.insert(name).second) text += fmt::format("    input  wire [63:0] {},\n", name);
  }
  return text;
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

std::string operator_verilog(const Formula& formula) {
  const OperatorSchedule schedule(formula);
  ValueNames names(formula);
  std::string ports = input_ports(formula, names);
  const std::string result = names.claim("o_" + formula.field);
  ports += fmt::format("    output wire [63:0] {}", result);
  std::string outputs = fmt::format("  assign {} = {};\n", result, names.results().back());
  const std::string source = formula.reads_source ? names.claim("o_" + formula.source) : "";
  OperatorBody body(formula, schedule, names);
  if (formula.reads_source) {
    ports += fmt::format(",\n    output wire [63:0] {}", source);
    outputs += fmt::format("  assign {} = {};\n", source, body.late_source());
  }
  if (body.delays().empty()) outputs += "  wire unused = &{1'b0, i_count};\n";
  const OperationCounts counts = counts_of(formula);
  std::string parameters, latencies;
  for (const auto& [name, cycles] : latencies_of(counts)) {
    parameters += fmt::format("    parameter {} = {},\n", name, cycles);
    latencies += (latencies.empty() ? "" : ", ") + name;
  }
  const std::int64_t cycles = schedule.latency().cycles({});
  int count_w = 1;
  while ((std::int64_t{1} << count_w) < cycles) ++count_w;
  const std::string latency = body.latency();
  return fmt::format(module_text, fmt::arg("module", operator_module(formula)), fmt::arg("kernel", formula.kernel),
                     fmt::arg("counts", counts_text(counts)), fmt::arg("lines", file_lines(formula)),
                     fmt::arg("latencies", latencies), fmt::arg("law", schedule.latency().text()),
                     fmt::arg("parameters", parameters), fmt::arg("cycles", cycles), fmt::arg("count_w", count_w),
                     fmt::arg("ports", ports), fmt::arg("times", body.times()), fmt::arg("latency", latency),
                     fmt::arg("body", body.text()), fmt::arg("outputs", outputs));
}

}  // namespace stencil
