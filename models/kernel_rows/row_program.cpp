// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/row_program.hpp"

#include <algorithm>
#include <array>

#include "models/kernel_rows/piece_loops.hpp"

namespace stencil {
namespace {

using From = RowStep::From;

// Resolves the operands of a row's steps: rows of the field, source, numbers, literals, results of earlier steps.
class RowInputs {
 public:
  RowInputs(std::array<const double*, 3> rows, const double* r, const double* numbers, double* scratch)
      : rows_(rows), r_(r), numbers_(numbers), scratch_(scratch) {}

  void keep(std::size_t step, double constant) { constants_[step] = constant; }

  double constant(const RowStep::Operand& operand) const {
    const double value = operand.from == From::number    ? numbers_[operand.index]
                         : operand.from == From::literal ? operand.literal
                                                         : constants_[operand.index];
    return operand.negated ? -value : value;
  }

  // From column `at` on.
  PieceOperand piece(const RowStep::Operand& operand, const std::vector<RowStep>& steps, std::ptrdiff_t at) const {
    if (operand.constant()) return {nullptr, constant(operand)};
    if (operand.from == From::field) return {rows_[static_cast<std::size_t>(operand.row + 1)] + at + operand.col, 0.0};
    if (operand.from == From::source) return {r_ + at, 0.0};
    return {scratch_ + steps[operand.index].slot * piece_points, 0.0};
  }

 private:
  std::array<const double*, 3> rows_;  // north, centre, south
  const double* r_;
  const double* numbers_;
  double* scratch_;
  std::array<double, most_formula_operations> constants_{};  // results of constant steps
};

}  // namespace

void RowProgram::row(std::int64_t cols, const double* north, const double* centre, const double* south, const double* r,
                     double* out, const double* numbers) const {
  static thread_local std::vector<double> scratch;
  if (scratch.size() < slots_ * piece_points) scratch.resize(slots_ * piece_points);
  RowInputs inputs({north, centre, south}, r, numbers, scratch.data());
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const RowStep& step = steps_[k];
    if (!step.constant) continue;
    double result = 0.0;
    piece_loop(step, {nullptr, inputs.constant(step.a)}, {nullptr, inputs.constant(step.b)}, {}, &result, 1, false);
    inputs.keep(k, result);
  }
  for (std::ptrdiff_t at = 1; at < cols - 1; at += piece_points) {
    const std::ptrdiff_t points = std::min<std::ptrdiff_t>(piece_points, cols - 1 - at);
    for (const RowStep& step : steps_) {
      const bool last = &step == &steps_.back();
      if ((step.constant && !last) || step.merged) continue;
      piece_loop(step, inputs.piece(step.a, steps_, at), inputs.piece(step.b, steps_, at),
                 inputs.piece(step.c, steps_, at), last ? out + at : scratch.data() + step.slot * piece_points, points,
                 last);
    }
  }
}

}  // namespace stencil
