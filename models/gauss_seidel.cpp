// SPDX-License-Identifier: Apache-2.0
#include "models/gauss_seidel.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "models/average_of_five.hpp"
#include "models/require.hpp"

namespace stencil {
namespace {

void require_counts(std::int64_t rows, std::int64_t cols, std::int64_t sweeps, std::int64_t rounds) {
  require_at_least("Gauss-Seidel", "rows", rows, 0);
  require_at_least("Gauss-Seidel", "cols", cols, 0);
  require_at_least("Gauss-Seidel", "sweeps", sweeps, 0);
  require_at_least("Gauss-Seidel", "rounds", rounds, 0);
}

void require_cuts(const char* name, const std::vector<std::int64_t>& cuts, std::int64_t points, std::int64_t sweeps) {
  std::int64_t before = 1;
  for (const std::int64_t cut : cuts) {
    if (cut <= before || cut + sweeps > points - 1) {
      throw std::invalid_argument(std::string("Gauss-Seidel: ") + name + " cut " + std::to_string(cut) + " with " +
                                  std::to_string(sweeps) + " sweeps, must lie above " + std::to_string(before) +
                                  " and at most at " + std::to_string(points - 1 - sweeps));
    }
    before = cut;
  }
}

// Points [first, last).
struct Span {
  std::int64_t first;
  std::int64_t last;
};

std::vector<Span> subdomains(const std::vector<std::int64_t>& cuts, std::int64_t points, std::int64_t shift) {
  std::vector<Span> spans;
  std::int64_t first = 1;
  for (const std::int64_t cut : cuts) {
    spans.push_back({first, cut + shift});
    first = cut + shift;
  }
  spans.push_back({first, points - 1});
  return spans;
}

void forward(std::int64_t cols, double* f, const std::vector<Span>& row_spans, const std::vector<Span>& col_spans) {
  for (auto rows = row_spans.rbegin(); rows != row_spans.rend(); ++rows) {
    for (std::int64_t i = rows->first; i < rows->last; ++i) {
      for (auto columns = col_spans.rbegin(); columns != col_spans.rend(); ++columns) {
        for (std::int64_t j = columns->first; j < columns->last; ++j) {
          f[i * cols + j] = average_of_five_at(f + i * cols + j, cols);
        }
      }
    }
  }
}

void backward(std::int64_t cols, double* f, const std::vector<Span>& row_spans, const std::vector<Span>& col_spans) {
  for (const Span& rows : row_spans) {
    for (std::int64_t i = rows.last - 1; i >= rows.first; --i) {
      for (const Span& columns : col_spans) {
        for (std::int64_t j = columns.last - 1; j >= columns.first; --j) {
          f[i * cols + j] = average_of_five_at(f + i * cols + j, cols);
        }
      }
    }
  }
}

}  // namespace

void gauss_seidel_sweep(std::int64_t rows, std::int64_t cols, double* f, bool falling) {
  require_counts(rows, cols, 0, 0);
  (falling ? backward : forward)(cols, f, {{1, rows - 1}}, {{1, cols - 1}});
}

void symmetric_gauss_seidel(std::int64_t rows, std::int64_t cols, double* f, std::int64_t sweeps, std::int64_t rounds) {
  require_counts(rows, cols, sweeps, rounds);
  for (std::int64_t round = 0; round < rounds; ++round) {
    for (std::int64_t t = 1; t <= sweeps; ++t) gauss_seidel_sweep(rows, cols, f, false);
    for (std::int64_t t = 1; t <= sweeps; ++t) gauss_seidel_sweep(rows, cols, f, true);
  }
}

void permuted_gauss_seidel(std::int64_t rows, std::int64_t cols, double* f, const GridCuts& cuts, std::int64_t sweeps,
                           std::int64_t rounds) {
  require_counts(rows, cols, sweeps, rounds);
  require_cuts("row", cuts.rows, rows, sweeps);
  require_cuts("column", cuts.cols, cols, sweeps);
  for (std::int64_t round = 0; round < rounds; ++round) {
    permuted_group(rows, cols, f, cuts, sweeps, false);
    permuted_group(rows, cols, f, cuts, sweeps, true);
  }
}

void permuted_group(std::int64_t rows, std::int64_t cols, double* f, const GridCuts& cuts, std::int64_t sweeps,
                    bool falling) {
  require_counts(rows, cols, sweeps, 0);
  require_cuts("row", cuts.rows, rows, sweeps);
  require_cuts("column", cuts.cols, cols, sweeps);
  if (!falling) {
    for (std::int64_t t = 1; t <= sweeps; ++t)
      forward(cols, f, subdomains(cuts.rows, rows, t - 1), subdomains(cuts.cols, cols, t - 1));
    return;
  }
  for (std::int64_t t = 1; t <= sweeps; ++t) {
    const std::int64_t shift = sweeps + 1 - t;
    backward(cols, f, subdomains(cuts.rows, rows, shift), subdomains(cuts.cols, cols, shift));
  }
}

}  // namespace stencil
