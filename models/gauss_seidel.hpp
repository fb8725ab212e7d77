// Golden Gauss-Seidel sweeps over a whole array: in the textbook's order, and in the order of subdomains (patent CN
// 102200962, models/average_of_five.hpp).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// All solvers work in place on f (rows x cols, row-major, packed) and set its inner points only, each to
//   ((((north + south) + itself) + west) + east)/5
// of the current values of f (models/average_of_five.hpp); north is row i - 1 in both directions. The outermost rows
// and columns keep their bits. Counts may be 0; all throw std::invalid_argument for a negative one.

// One sweep: forward, rows and columns rising; backward, both falling.
void gauss_seidel_sweep(std::int64_t rows, std::int64_t cols, double* f, bool backward);

// A round is `sweeps` sweeps forward, then as many backward.
void symmetric_gauss_seidel(std::int64_t rows, std::int64_t cols, double* f, std::int64_t sweeps, std::int64_t rounds);

// Cuts of the inner points into subdomains: the first row, or column, of each subdomain but the first, rising. No cuts:
// one subdomain.
struct GridCuts {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> cols;
};

// The same rounds in the order that makes subdomains independent at the start of a group of sweeps. Every cut lies
//   t - 1 points further in sweep t = 1 .. sweeps forward, sweeps + 1 - t points further in sweep t backward.
// A sweep forward takes the rows of subdomains from the last to the first (rows of points rising within each), and in
// each row of points the columns of the last subdomain first (columns rising within each); a sweep backward is the
// mirror image. So across a cut new and old operands are exchanged. Without cuts this is symmetric_gauss_seidel.
// The result depends on cuts and sweeps, not on further cuts of subdomains or on the legal order in which they run.
// Also throws std::invalid_argument unless the cuts rise, exceed 1, and stay `sweeps` points inside the border.
void permuted_gauss_seidel(std::int64_t rows, std::int64_t cols, double* f, const GridCuts& cuts, std::int64_t sweeps,
                           std::int64_t rounds);
// The sweeps of one direction of such a round alone.
void permuted_group(std::int64_t rows, std::int64_t cols, double* f, const GridCuts& cuts, std::int64_t sweeps,
                    bool falling);

}  // namespace stencil
