// SPDX-License-Identifier: Apache-2.0
#include "models/formula/exact_sweeps.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {
namespace {

void set_mean(double* point, std::int64_t cols) {
  *point = tile_formula().value(point_inputs(tile_formula(), point, cols, 0.0, nullptr));
}

// Inner points 1 .. points - 2 in the order of a sweep: subdomain by subdomain from the last, each in rising order;
// backward, the reverse.
std::vector<std::int64_t> in_order(const std::vector<std::int64_t>& cuts, std::int64_t points, std::int64_t shift,
                                   bool backward) {
  std::vector<std::int64_t> order;
  std::int64_t last = points - 1;
  for (std::size_t domain = cuts.size() + 1; domain-- > 0;) {
    const std::int64_t first = domain == 0 ? 1 : cuts[domain - 1] + shift;
    for (std::int64_t at = first; at < last; ++at) order.push_back(at);
    last = first;
  }
  if (backward) std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

std::vector<double> point_inputs(const PointFormula& formula, const double* point, std::int64_t cols, double r,
                                 const SweepWeights* weights) {
  std::vector<double> values;
  for (const FormulaInput& input : formula.inputs) {
    switch (input.kind) {
      case FormulaInput::Kind::field:
        values.push_back(point[input.rows * cols + input.cols]);
        break;
      case FormulaInput::Kind::right_hand_side:
        values.push_back(r);
        break;
      case FormulaInput::Kind::weight:
        for_each_weight(*weights, [&](Weight weight, double value) {
          if (weight == input.weight) values.push_back(value);
        });
        break;
      case FormulaInput::Kind::constant:
        values.push_back(input.constant);
        break;
    }
  }
  return values;
}

void exact_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                  std::int64_t niter) {
  const PointFormula& formula = formula_of(weights);
  for (std::int64_t sweep = 0; sweep < niter; ++sweep) {
    const std::vector<double> before(f, f + rows * cols);
    for (std::int64_t row = 1; row < rows - 1; ++row) {
      for (std::int64_t word = row * cols + 1; word < (row + 1) * cols - 1; ++word)
        f[word] = formula.value(point_inputs(formula, before.data() + word, cols, r[word], &weights));
    }
  }
}

double exact_point(std::int64_t rows, std::int64_t cols, const std::vector<double>& f, const std::vector<double>& r,
                   const SweepWeights& weights, std::int64_t niter, std::int64_t row, std::int64_t col) {
  // A value reaches one point further with each sweep; what the edge of the part becomes reaches the point never.
  const std::int64_t top = std::max<std::int64_t>(row - niter, 0), bottom = std::min(row + niter + 1, rows);
  const std::int64_t left = std::max<std::int64_t>(col - niter, 0), right = std::min(col + niter + 1, cols);
  std::vector<double> part_f, part_r;
  for (std::int64_t i = top; i < bottom; ++i) {
    part_f.insert(part_f.end(), f.begin() + i * cols + left, f.begin() + i * cols + right);
    part_r.insert(part_r.end(), r.begin() + i * cols + left, r.begin() + i * cols + right);
  }
  exact_sweeps(bottom - top, right - left, part_f.data(), part_r.data(), weights, niter);
  return part_f[static_cast<std::size_t>((row - top) * (right - left) + col - left)];
}

void exact_tile(const Tile& tile, double* f) {
  for (std::int64_t t = 1; t <= tile.sweeps; ++t) {
    std::vector<std::int64_t> words;
    for (std::int64_t row = tile.top.in_sweep(t); row < tile.bottom.in_sweep(t); ++row) {
      for (std::int64_t col = tile.left.in_sweep(t); col < tile.right.in_sweep(t); ++col)
        words.push_back(row * tile.cols + col);
    }
    if (tile.backward) std::reverse(words.begin(), words.end());
    for (const std::int64_t word : words) set_mean(f + word, tile.cols);
  }
}

void exact_group(std::int64_t rows, std::int64_t cols, double* f, const std::vector<std::int64_t>& row_cuts,
                 const std::vector<std::int64_t>& col_cuts, std::int64_t sweeps, bool backward) {
  for (std::int64_t t = 1; t <= sweeps; ++t) {
    const std::int64_t shift = backward ? sweeps + 1 - t : t - 1;
    for (const std::int64_t row : in_order(row_cuts, rows, shift, backward)) {
      for (const std::int64_t col : in_order(col_cuts, cols, shift, backward)) set_mean(f + row * cols + col, cols);
    }
  }
}

}  // namespace stencil
