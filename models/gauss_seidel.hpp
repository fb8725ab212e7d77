// Golden Gauss-Seidel sweeps over a whole array: the textbook's order, and the one that subdomains permute (CN
// 102200962).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// All solvers below work in place on f (rows x cols, row-major, packed) and set its inner points only, each to
//   ((((north + south) + itself) + west) + east)/5
// of what f holds at that moment (models/average_of_five.hpp); north is the row above in both directions. The outermost
// rows and columns keep their bits. Counts may be 0; all throw std::invalid_argument for a negative one.

// One sweep: forward, rows and columns rising; backward, both falling.
void gauss_seidel_sweep(std::int64_t rows, std::int64_t cols, double* f, bool backward);

// A round is `sweeps` sweeps forward, then as many backward.
void symmetric_gauss_seidel(std::int64_t rows, std::int64_t cols, double* f, std::int64_t sweeps, std::int64_t rounds);

// Where the inner points are cut into subdomains: the first row, or column, of each subdomain but the first, rising.
// No cuts: one subdomain.
struct GridCuts {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> cols;
};

// The same rounds in the order that makes subdomains independent at the beginning of a group of sweeps: every cut lies
//   t - 1 points further in sweep t = 1 .. sweeps forward, sweeps + 1 - t points further in sweep t backward;
// a sweep forward sets the subdomains' rows from the last row of subdomains to the first (rows rising within each), and
// in each row the last subdomain's columns first (columns rising within each); a sweep backward is the mirror image.
// So across a cut the operands are new and old the other way round. Without cuts this is symmetric_gauss_seidel.
// The result depends on cuts and sweeps, not on how subdomains are cut further or in which legal order they are done.
// Throws std::invalid_argument as well unless the cuts rise, lie above 1, and stay `sweeps` points inside the border.
void permuted_gauss_seidel(std::int64_t rows, std::int64_t cols, double* f, const GridCuts& cuts, std::int64_t sweeps,
                           std::int64_t rounds);

}  // namespace stencil
