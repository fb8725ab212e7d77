// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/other_values.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace stencil {
namespace {

// Each a part of one of the values, of either sign: large and small ones as often as among them.
std::vector<double> values_like(const std::vector<double>& like, std::int64_t words, unsigned seed) {
  std::vector<double> finite;
  for (const double value : like) {
    if (std::isfinite(value) && value != 0.0) finite.push_back(value);
  }
  if (finite.empty()) finite.push_back(1.0);
  std::mt19937_64 random(seed);
  std::vector<double> values(static_cast<std::size_t>(words));
  for (double& value : values) {
    const double size = finite[random() % finite.size()];
    value = size * std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -63);
  }
  return values;
}

}  // namespace

std::optional<OtherBlock> sweep_other_values(const Capsule& machine, const CapsulePlayer& play, const SweepView& view) {
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

}  // namespace stencil
