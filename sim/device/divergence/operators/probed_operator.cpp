// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/operators/probed_operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/program.hpp"
#include "sim/device/divergence/operators/neutral_operands.hpp"

namespace stencil {
namespace {

class Probe {
 public:
  // The first sweep reads the block as it is loaded, so the point may lie where it lay; before a later one only the
  // border has not changed, so that all neighbours must be of it. A tile is of the point alone.
  Probe(const Capsule& machine, const CapsulePlayer& play, const SweepView& view, std::int64_t word)
      : machine_(machine),
        play_(play),
        formula_(view.field().formula()),
        command_(view.field().command()),
        cols_(view.sweep() == 0 ? view.field().cols() : 3),
        col_(view.sweep() == 0 ? word % view.field().cols() : 1) {
    std::visit([&](auto& of) { of.rows = 3, of.cols = cols_; }, command_);
    if (auto* const sweep = std::get_if<SweepCommand>(&command_)) {
      sweep->niter = view.sweep() + 1;
      sweep->above = sweep->below = false;
    } else {
      auto& tile = std::get<TileCommand>(command_);
      tile.sweeps = 1;
      tile.top.at = 1, tile.bottom.at = 2;
      tile.left.at = col_, tile.right.at = col_ + 1;
    }
  }

  // Has a new device sweep a block whose point has these operands, and returns the point's new value.
  double operator()(const std::vector<double>& operands) const {
    const auto words = static_cast<std::size_t>(3 * cols_);
    ProgramBlock block{command_, std::vector<double>(words, 0.0), std::vector<double>(words, 0.0)};
    auto* const sweep = std::get_if<SweepCommand>(&block.command);
    const auto point = static_cast<std::size_t>(cols_ + col_);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const FormulaInput& input = formula_.inputs[i];
      if (input.kind == FormulaInput::Kind::field)
        block.f[static_cast<std::size_t>((1 + input.rows) * cols_ + col_ + input.cols)] = operands[i];
      else if (input.kind == FormulaInput::Kind::right_hand_side)
        block.r[point] = operands[i];
      else if (input.kind == FormulaInput::Kind::weight)
        for_each_weight(sweep->weights, [&](Weight weight, double& value) {
          if (weight == input.weight) value = operands[i];
        });
    }
    Program program;
    program.blocks.push_back(std::move(block));
    Capsule calls = capsule_of(program, machine_);
    calls.weights = machine_.weights;
    return play_(calls).calls.back().data[point];
  }

 private:
  const Capsule& machine_;
  const CapsulePlayer& play_;
  const PointFormula& formula_;
  DeviceCommand command_;
  std::int64_t cols_, col_;
};

// The point itself among the inputs, which each sweep sets anew.
std::optional<std::size_t> point_itself(const PointFormula& formula) {
  for (std::size_t i = 0; i < formula.inputs.size(); ++i) {
    const FormulaInput& input = formula.inputs[i];
    if (input.kind == FormulaInput::Kind::field && input.rows == 0 && input.cols == 0) return i;
  }
  return std::nullopt;
}

std::string hex_and_value(double value) {
  return fmt::format("{:#018x} ({})", bits_of(value), value);
}

std::string text_of(const PointFormula& formula, const ProbedOperator& probed) {
  const FormulaStep& step = formula.steps[probed.step];
  const std::string name = fmt::format("{} '{}'", unit_of(step.operation), step.text);
  const std::string of = fmt::format("of {} and {}", hex_and_value(probed.a), hex_and_value(probed.b));
  const std::string right = hex_and_value(apply(step.operation, probed.a, probed.b));
  if (!is_divided(formula, probed.step))
    return fmt::format("{} had given {} {}, of which {} is right", name, hex_and_value(probed.given), of, right);
  return fmt::format("{} had not given {} {}: divided it is {} in place of {}", name, right, of,
                     hex_and_value(probed.given), hex_and_value(probed.due));
}

// Whether these results make the value that the device gave; of one that is divided behind it that is not known.
bool make_the_value(const PointFormula& formula, const std::vector<ProbedOperator>& probed, const SweepView& view,
                    std::int64_t word) {
  const auto of_step = [&](std::size_t step) {
    return std::find_if(probed.begin(), probed.end(), [&](const ProbedOperator& each) { return each.step == step; });
  };
  const bool is_known =
      std::none_of(probed.begin(), probed.end(), [&](const auto& each) { return is_divided(formula, each.step); });
  const double value = formula.value(view.operands(word), [&](std::size_t step, double a, double b) {
    const auto wrong = of_step(step);
    return wrong != probed.end() ? wrong->given : apply(formula.steps[step].operation, a, b);
  });
  return is_known && bits_of(value) == bits_of(view.got(word));
}

}  // namespace

std::vector<ProbedOperator> probed_operators(const Capsule& machine, const CapsulePlayer& play, const SweepView& view,
                                             std::int64_t word) {
  if (!view.field().sets(word, view.sweep()) || (view.field().is_tile() && view.sweep() > 0)) return {};
  const PointFormula& formula = view.field().formula();
  const std::vector<double> operands = view.operands(word);
  const Probe probe(machine, play, view, word);
  const auto settled = view.sweep() == 0 ? std::nullopt : point_itself(formula);
  if (!settled && bits_of(probe(operands)) != bits_of(view.got(word))) return {};
  const auto is_wrong = [&](const std::vector<double>& inputs) {
    return bits_of(probe(inputs)) != bits_of(formula.value(inputs));
  };
  std::vector<ProbedOperator> found;
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    const auto by_itself = alone(formula, operands, step, settled);
    if (!by_itself || !is_wrong(*by_itself)) continue;
    // Those before it may be wrong for what they pass on there, and right in the point.
    const auto in_place = passing_on(formula, operands, step, settled);
    if (in_place && !is_wrong(*in_place)) continue;
    // A division by a constant passes nothing on, and nothing is behind the last one.
    const auto passed = passing_on_result(formula, operands, step, settled);
    if (passed ? is_wrong(*passed) : step + 1 < formula.steps.size()) continue;
    double given = probe(*by_itself), due = formula.value(*by_itself);
    const bool is_negated = !is_divided(formula, step) && bits_of(due) != bits_of(formula.results(*by_itself)[step]);
    if (is_negated) given = flipped(given), due = flipped(due);
    const auto [a, b] = formula.operands(step, operands);
    found.push_back({step, a, b, given, due, {}});
    for (const std::size_t input : {formula.steps[step].a, formula.steps[step].b}) {
      if (input >= formula.inputs.size()) continue;
      const auto only = passing_input(formula, operands, step, input, settled);
      if (!only || is_wrong(*only)) found.back().inputs.push_back(input);
    }
  }
  return found;
}

bool name_probed_operator(const Capsule& machine, const CapsulePlayer& play, const SweepView& view,
                          ValueExplanation& explanation, bool alone) {
  const PointFormula& formula = view.field().formula();
  const std::int64_t word = view.wrong().front();
  const std::vector<ProbedOperator> probed = probed_operators(machine, play, view, word);
  if (probed.empty() || (alone && !make_the_value(formula, probed, view, word))) return false;
  const ProbedOperator& first = probed.front();
  ValueExplanation named;
  named.component = unit_of(formula.steps[first.step].operation);
  named.fits = named.of = 1;
  named.step = first.step;
  std::vector<std::string> texts;
  for (const ProbedOperator& each : probed) {
    texts.push_back(text_of(formula, each));
    if (unit_of(formula.steps[each.step].operation) != named.component) named.component = "operator";
  }
  for (const std::size_t position : first.inputs) {
    const FormulaInput& input = formula.inputs[position];
    const std::string name = (input.kind == FormulaInput::Kind::weight ? "weight " : "operand ") + input.name;
    if (probed.size() == 1 && explanation.as_if.find(name) != std::string::npos) named.component += " or " + name;
  }
  named.as_if =
      fmt::format("{}; so it is where all other operators only pass an operand on", fmt::join(texts, " and "));
  explanation = std::move(named);
  return true;
}

}  // namespace stencil
