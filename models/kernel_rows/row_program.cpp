// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/row_program.hpp"

#include <algorithm>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

// Memory of this thread for so many values, from the beginning of a line of the cache on.
double* scratch_of(std::size_t values) {
  constexpr std::size_t line = 64;
  static thread_local std::vector<double> memory;
  if (memory.size() < values + line / sizeof(double)) memory.resize(values + line / sizeof(double));
  const auto beyond = reinterpret_cast<std::uintptr_t>(memory.data()) % line;
  return memory.data() + (beyond == 0 ? 0 : (line - beyond) / sizeof(double));
}

}  // namespace

void RowProgram::row(std::int64_t cols, const double* north, const double* centre, const double* south, const double* r,
                     double* out, const double* numbers) const {
  if (cols < 3) return;
  // Slots, results of constant steps, constants: at least one, which operands that are none name.
  const std::size_t results_at = slots_ * slot_words, constants_at = results_at + steps_.size();
  double* const scratch = scratch_of(constants_at + constants_.size() + 1);
  double* const results = scratch + results_at;
  const auto value = [&](const RowStep::Operand& operand) {
    const double plain = operand.from == RowStep::From::number    ? numbers[operand.index]
                         : operand.from == RowStep::From::literal ? operand.literal
                                                                  : results[operand.index];
    return operand.negated ? -plain : plain;
  };
  for (const std::size_t k : constant_steps_)
    results[k] = constant_result(steps_[k].kind, value(steps_[k].a), value(steps_[k].b));
  if (loops_.empty()) {
    std::fill(out + 1, out + cols - 1, canonical_nan(results[steps_.size() - 1]));
    return;
  }
  double* const constants = scratch + constants_at;
  std::transform(constants_.begin(), constants_.end(), constants, value);
  for (std::ptrdiff_t at = 1; at < cols - 1; at += piece_points) {
    const std::ptrdiff_t points = std::min<std::ptrdiff_t>(piece_points, cols - 1 - at);
    const std::array<const double*, 5> streams{north + at, centre + at, south + at, r == nullptr ? r : r + at, scratch};
    const auto operand = [&](const Place& place) -> PieceOperand {
      return {streams[place.stream] + place.offset, constants[place.constant]};
    };
    for (const Loop& loop : loops_) {
      double* const to = &loop == &loops_.back() ? out + at : scratch + loop.to;
      const PieceOperands operands{operand(loop.from[0]), operand(loop.from[1]), operand(loop.from[2]),
                                   operand(loop.from[3])};
      loop.run(&operands, to, points);
    }
  }
}

}  // namespace stencil
