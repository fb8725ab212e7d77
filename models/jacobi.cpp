// SPDX-License-Identifier: Apache-2.0
#include "models/jacobi.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "models/instructions/each_set.hpp"
#include "models/kernel_rows/row_program.hpp"
#include "models/require.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

struct JacobiRow {
  // __restrict: the five streams never alias, so that the compiler vectorises without run-time checks.
  template <int>
  STENCIL_IN_LOOP static void run(std::int64_t cols, const double* __restrict north, const double* __restrict row,
                                  const double* __restrict south, const double* __restrict r, double* __restrict out,
                                  const JacobiWeights* weights) {
    const double rdx2 = weights->rdx2;
    const double rdy2 = weights->rdy2;
    const double beta = weights->beta;
    for (std::ptrdiff_t j = 1; j < cols - 1; ++j) {
      out[j] = canonical_nan(((north[j] + south[j]) * rdx2 + (row[j - 1] + row[j + 1]) * rdy2 - r[j]) * beta);
    }
  }
};

// Sweeps side by side, each a row behind the one before, so that a field passes through memory once for all of them.
// The last one writes into f, where the first has read the rows before; the rows of the others lie beside it.
class SideBySide {
 public:
  SideBySide(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
             std::int64_t most)
      : rows_(rows),
        cols_(cols),
        pitch_((cols + 7) / 8 * 8 + 8),
        f_(f),
        r_(r),
        weights_(weights),
        beside_(static_cast<std::size_t>(std::max<std::int64_t>(most - 1, 1) * rows_beside * pitch_)) {}

  void sweep(std::int64_t sweeps, LargestChange* change) {
    if (sweeps == 1) return sweep_alone(change);
    for (std::int64_t front = 1; front < rows_ - 2 + sweeps; ++front) {
      for (std::int64_t number = 0; number < sweeps; ++number) {
        const std::int64_t i = front - number;
        if (i < 1 || i >= rows_ - 1) continue;
        const bool last = number == sweeps - 1;
        set_row(number, i, last ? f_ + i * cols_ : beside(number, i), number == 0 ? change : nullptr);
      }
    }
  }

 private:
  static constexpr std::int64_t rows_beside = 3;

  // A result is written into f when the next row has been computed, which reads the old one.
  void sweep_alone(LargestChange* change) {
    for (std::int64_t i = 1; i < rows_; ++i) {
      if (i < rows_ - 1) set_row(0, i, beside(0, i), change);
      if (i > 1) std::copy_n(beside(0, i - 1), cols_, f_ + (i - 1) * cols_);
    }
  }

  void set_row(std::int64_t number, std::int64_t i, double* out, LargestChange* change) {
    const double* const row = before(number, i);
    out[0] = row[0];
    out[cols_ - 1] = row[cols_ - 1];
    sweep_row(cols_, before(number, i - 1), row, before(number, i + 1), r_ + i * cols_, out, weights_);
    if (change != nullptr) change->add_row(cols_, row, out);
  }

  double* beside(std::int64_t number, std::int64_t i) {
    return beside_.data() + (number * rows_beside + i % rows_beside) * pitch_;
  }
  // Row i as sweep `number` finds it. The outermost rows never change.
  const double* before(std::int64_t number, std::int64_t i) {
    return number == 0 || i == 0 || i == rows_ - 1 ? f_ + i * cols_ : beside(number - 1, i);
  }

  std::int64_t rows_, cols_, pitch_;
  double* f_;
  const double* r_;
  const SweepWeights& weights_;
  std::vector<double> beside_;
};

// Of each sweep three rows, and one of r, are to lie in a second-level cache of 1 MiB.
std::int64_t most_side_by_side(std::int64_t cols) {
  constexpr std::int64_t words_of_cache = std::int64_t{1} << 17;
  return std::clamp<std::int64_t>(words_of_cache / (4 * cols), 4, 16);
}

}  // namespace

void set_row(const JacobiWeights& weights, Instructions instructions, std::int64_t cols, const double* north,
             const double* row, const double* south, const double* r, double* out) {
  loop_for<JacobiRow, std::int64_t, const double*, const double*, const double*, const double*, double*,
           const JacobiWeights*>(instructions)(cols, north, row, south, r, out, &weights);
}

void set_row(const FormulaWeights& weights, Instructions, std::int64_t cols, const double* north, const double* row,
             const double* south, const double* r, double* out) {
  weights.program->row(cols, north, row, south, r, out, weights.numbers.data());
}

void sweep_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
               double* out, const SweepWeights& weights, Instructions instructions) {
  std::visit([&](const auto& of) { set_row(of, instructions, cols, north, row, south, r, out); }, weights);
}

void golden_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                   std::int64_t niter, LargestChange* change) {
  require_at_least("golden_sweeps", "rows", rows, 0);
  require_at_least("golden_sweeps", "cols", cols, 0);
  require_at_least("golden_sweeps", "niter", niter, 0);
  if (rows < 3 || cols < 3) return;

  std::int64_t left = niter;
  LargestChange* first = change;
  const std::int64_t most = std::min(most_side_by_side(cols), std::max<std::int64_t>(left, 1));
  SideBySide sweeps(rows, cols, f, r, weights, most);
  while (left > 0) {
    const std::int64_t groups = (left + most - 1) / most;  // of about as many sweeps each
    const std::int64_t side_by_side = (left + groups - 1) / groups;
    sweeps.sweep(side_by_side, std::exchange(first, nullptr));
    left -= side_by_side;
  }
}

}  // namespace stencil
