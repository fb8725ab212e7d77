// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/other_values.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>
#include <utility>

#include "sim/device/divergence/operators/probed_operator.hpp"

namespace stencil {
namespace {

// The first half: each a part of one of the values, of either sign, large and small ones as often as among them. The
// rest: numbers whose sums cancel, and what is left then.
std::vector<double> values_like(const std::vector<double>& like, std::int64_t words, unsigned seed) {
  std::vector<double> finite;
  for (const double value : like) {
    if (std::isfinite(value) && value != 0.0) finite.push_back(value);
  }
  if (finite.empty()) finite.push_back(1.0);
  std::mt19937_64 random(seed);
  std::vector<double> values(static_cast<std::size_t>(words));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double size = finite[random() % finite.size()];
    const double part = size * std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -63);
    const double of_few[] = {0.0,
                             -0.0,
                             0.0,
                             -0.0,
                             finite.front(),
                             -finite.front(),
                             finite.front(),
                             -finite.front(),
                             std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::min()};
    values[i] = 2 * i < values.size() ? part : of_few[random() % std::size(of_few)];
  }
  return values;
}

// The weights of points, not the factor of their sum; the numbers of a formula stay.
void make_equal(SweepWeights& weights) {
  if (std::holds_alternative<FormulaWeights>(weights)) return;
  double last = 0.0;
  for_each_weight(std::as_const(weights), [&](Weight weight, double value) {
    if (weight != Weight::beta) last = value;
  });
  for_each_weight(weights, [&](Weight weight, double& value) {
    if (weight != Weight::beta) value = last;
  });
}

}  // namespace

std::optional<OtherBlock> sweep_other_values(const Capsule& machine, const CapsulePlayer& play, const SweepView& view,
                                             bool equal_weights) {
  const SweptField& field = view.field();
  if (field.is_tile()) return std::nullopt;
  constexpr std::int64_t most_words = 1 << 13;
  const std::int64_t rows = std::min(most_words, machine.capabilities.memory_words) / field.cols();
  if (rows < 3) return std::nullopt;
  ProgramBlock block{field.command(), values_like(field.after(0), rows * field.cols(), 1),
                     values_like(field.r(), rows * field.cols(), 2)};
  auto& command = std::get<SweepCommand>(block.command);
  command.rows = rows;
  command.above = command.below = false;
  if (equal_weights) make_equal(command.weights);
  Program program;
  program.blocks.push_back(std::move(block));
  const auto after = [&](std::int64_t sweeps) {
    if (sweeps == 0) return program.blocks.front().f;
    set_sweeps(program, sweeps);
    Capsule calls = capsule_of(program, machine);
    calls.weights = machine.weights;
    return play(calls).calls.back().data;
  };
  OtherBlock other{SweptField(program, 0, 0), after(view.sweep() + 1)};
  other.field.settle(view.sweep(), after(view.sweep()));
  return other;
}

std::optional<std::int64_t> explain_with_others(const Capsule& machine, const CapsulePlayer& play,
                                                const SweepView& view, const BufferContents& contents,
                                                std::optional<ValueExplanation>& found) {
  if (!found) {
    ValueExplanation probed;
    if (name_probed_operator(machine, play, view, probed, true)) found = probed;
    return std::nullopt;
  }
  std::optional<std::int64_t> wrong;
  for (const bool equal_weights : {false, true}) {
    if (found->suspects == 1) return wrong;
    const std::optional<OtherBlock> other = sweep_other_values(machine, play, view, equal_weights);
    if (!other) break;
    const SweepView more(other->field, view.sweep(), other->got);
    wrong = static_cast<std::int64_t>(more.wrong().size());
    if (*wrong == 0) continue;
    if (auto with_more = explain_sweep(view, machine.capabilities.pes, contents, std::nullopt, &more))
      found = std::move(with_more);
  }
  if (found->suspects == 1) return wrong;
  if (name_probed_operator(machine, play, view, *found, false)) return std::nullopt;
  return wrong;
}

}  // namespace stencil
