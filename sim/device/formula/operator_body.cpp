// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_body.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stencil {
namespace {

constexpr const char* delay_text = R"(  wire [63:0] {wire};
  operand_delay #(
      .WIDTH  (64),
      .DELAY  ({delay}),
      .COUNT_W(COUNT_W)
  ) {instance} (
      .clk    (clk),
      .i_count(i_count),
      .i_data ({data}),
      .o_data ({wire})
  );
)";

const char* module_of(ArithmeticUnit unit) {
  return unit == ArithmeticUnit::adder ? "fp_add" : unit == ArithmeticUnit::multiplier ? "fp_mul" : "fp_div5";
}

FormulaOperand source_operand() {
  FormulaOperand operand;
  operand.kind = FormulaOperand::Kind::source;
  return operand;
}

// "ax_c" for the port "i_ax_c": what a delayed value is called after.
std::string plain(const std::string& name) {
  return name.rfind("i_", 0) == 0 ? name.substr(2) : name;
}

}  // namespace

OperatorBody::OperatorBody(const Formula& formula, const OperatorSchedule& schedule, ValueNames& names)
    : formula_(formula), schedule_(schedule), names_(names), times_(formula, schedule, names) {
  plan_taps();
  for (std::size_t k = 0; k < formula.operations.size(); ++k) write_operation(k);
  if (!formula.reads_source) return;
  text_ += fmt::format("  // {} as late as the result\n", formula.source);
  late_source_ = wire_at(source_operand(), schedule.latency());
}

std::string OperatorBody::key_of(const FormulaOperand& operand) {
  return operand.kind == FormulaOperand::Kind::operation ? names_.results()[operand.index] : names_.port(operand);
}

void OperatorBody::add_use(const FormulaOperand& operand, const CycleLaw& when, std::optional<std::size_t> taker) {
  if (!is_moving(operand)) return;
  Value& value = values_[key_of(operand)];
  if (value.taps.empty()) {
    const bool result = operand.kind == FormulaOperand::Kind::operation;
    value.operand = operand;
    value.taps.push_back(
        {result ? schedule_.operations[operand.index].ready : CycleLaw(), key_of(operand), std::nullopt, true});
  }
  const auto same = [&](const Tap& tap) { return tap.when == when; };
  if (std::none_of(value.taps.begin(), value.taps.end(), same)) value.taps.push_back({when, "", taker, false});
}

void OperatorBody::plan_taps() {
  for (std::size_t k = 0; k < formula_.operations.size(); ++k) {
    add_use(formula_.operations[k].a, schedule_.operations[k].start, k);
    add_use(formula_.operations[k].b, schedule_.operations[k].start, k);
  }
  if (formula_.reads_source) add_use(source_operand(), schedule_.latency(), std::nullopt);
  for (auto& [key, value] : values_) {
    std::vector<Tap>& taps = value.taps;
    std::stable_sort(taps.begin() + 1, taps.end(),
                     [](const Tap& a, const Tap& b) { return a.when.cycles({}) < b.when.cycles({}); });
    for (std::size_t k = 1; k < taps.size(); ++k) taps[k].wire = names_.claim(fmt::format("{}_d{}", plain(key), k));
  }
}

std::string OperatorBody::wire_at(const FormulaOperand& operand, const CycleLaw& when) {
  Value& value = values_.at(key_of(operand));
  std::size_t tap = 0;
  while (value.taps[tap].when != when) ++tap;
  if (!value.taps[tap].written) write_delay(value, tap);
  return value.taps[tap].wire;
}

std::string OperatorBody::time_of(const Value& value, std::size_t tap) {
  if (tap == 0) return value.operand.kind == FormulaOperand::Kind::operation ? times_.ready(value.operand.index) : "0";
  return value.taps[tap].taker ? times_.start(*value.taps[tap].taker) : latency();
}

// A value that is needed at several times goes through one chain of delays, where the order of the times is the same
// for all latencies.
void OperatorBody::write_delay(Value& value, std::size_t tap) {
  std::size_t from = tap - 1;
  while (!value.taps[tap].when.covers(value.taps[from].when)) --from;  // ends with the value as it comes
  if (!value.taps[from].written) write_delay(value, from);
  const std::string since = time_of(value, from);
  const std::string until = time_of(value, tap);
  value.taps[tap].written = true;
  delays_.push_back({value.taps[from].when, value.taps[tap].when});
  text_ += fmt::format(delay_text, fmt::arg("wire", value.taps[tap].wire), fmt::arg("data", value.taps[from].wire),
                       fmt::arg("delay", since == "0" ? until : until + " - " + since),
                       fmt::arg("instance", names_.claim("u_" + value.taps[tap].wire)));
}

std::string OperatorBody::operand_at(const FormulaOperand& operand, const CycleLaw& when) {
  if (operand.kind == FormulaOperand::Kind::literal) return verilog_literal(operand.literal);
  const std::string name = is_moving(operand) ? wire_at(operand, when) : names_.port(operand);
  return operand.negated ? fmt::format("{{~{0}[63], {0}[62:0]}}", name) : name;
}

void OperatorBody::write_operation(std::size_t k) {
  const FormulaOperation& operation = formula_.operations[k];
  const ScheduledOperation& scheduled = schedule_.operations[k];
  const std::string& name = names_.results()[k];
  const std::string a = operand_at(operation.a, scheduled.start);
  const bool exact = operation.kind == FormulaOperation::Kind::divide && scheduled.unit == ArithmeticUnit::multiplier;
  const std::string b = exact ? verilog_literal(exact_factor(operation)) : operand_at(operation.b, scheduled.start);
  text_ += fmt::format("  // {} = {} (line {}, column {})\n  wire [63:0] {};\n", name,
                       operation_text(formula_, operation, names_.results()), operation.place.line,
                       operation.place.column, name);
  text_ += fmt::format("  {} #(\n      .LATENCY({})\n  ) {} (\n      .clk(clk),\n", module_of(scheduled.unit),
                       latency_parameter(scheduled.unit), names_.claim("u_" + name));
  if (scheduled.unit == ArithmeticUnit::adder) {
    text_ += fmt::format("      .i_sub(1'b{}),\n", operation.kind == FormulaOperation::Kind::subtract ? 1 : 0);
  }
  text_ += fmt::format("      .i_a({}),\n", a);
  if (scheduled.unit != ArithmeticUnit::divider) text_ += fmt::format("      .i_b({}),\n", b);
  text_ += fmt::format("      .o_y({})\n  );\n", name);
}

}  // namespace stencil
