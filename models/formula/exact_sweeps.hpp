// Sweeps by the formula of a point, in arithmetic written out in integers: they decide whether a golden loop or a
// device is right. Slow: a microsecond per point.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/formula/point_formula.hpp"
#include "models/values/sweep_weights.hpp"
#include "models/values/tile.hpp"

namespace stencil {

// The inputs of a point, in the order of the formula. `point` is in an array with `cols` values per row and has
// neighbours; r: at the point; weights: unless null, of the formula.
std::vector<double> point_inputs(const PointFormula& formula, const double* point, std::int64_t cols, double r,
                                 const SweepWeights* weights);

// f: rows x cols, packed, in place; r of the same shape. The outermost rows and columns keep their bits.
void exact_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                  std::int64_t niter);
// The value of one point after niter sweeps, from the part of the field that reaches it.
double exact_point(std::int64_t rows, std::int64_t cols, const std::vector<double>& f, const std::vector<double>& r,
                   const SweepWeights& weights, std::int64_t niter, std::int64_t row, std::int64_t col);

// The sweeps of a legal tile, in place.
void exact_tile(const Tile& tile, double* f);

// Gauss-Seidel sweeps in one direction, in the order of the subdomains between cuts that move by a point a sweep
// (models/gauss_seidel.hpp, permuted_group).
void exact_group(std::int64_t rows, std::int64_t cols, double* f, const std::vector<std::int64_t>& row_cuts,
                 const std::vector<std::int64_t>& col_cuts, std::int64_t sweeps, bool backward);

}  // namespace stencil
