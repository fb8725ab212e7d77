// The elements of a matrix in the order of a file, and how they are shared out to ranks: pure arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// Which elements are neighbours in the file: those of a column (Fortran order, the text format), or of a row (C order).
enum class FileOrder { columns, rows };

// Consecutive elements in file order.
struct FileRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// Part of a run: rows [row, row + rows) x columns [col, col + cols), 0-based. Its elements lie one after another in the
// file, from the offset-th element of the run on.
struct FileRectangle {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t col = 0;
  std::int64_t cols = 0;
  std::int64_t offset = 0;
};

// A run of an m x n matrix as at most three rectangles: the end of one line, whole lines, the beginning of one.
// @pre 0 <= run.first, run.first + run.count <= m*n
std::vector<FileRectangle> rectangles_of(FileOrder order, std::int64_t m, std::int64_t n, const FileRun& run);

// Cuts `values` elements into slabs of at most ranks * values_per_rank, and each of those evenly into one run a rank,
// by rising rank.
class SlabPlan {
 public:
  // @pre values >= 0, ranks, values_per_rank >= 1
  SlabPlan(std::int64_t values, int ranks, std::int64_t values_per_rank);

  std::int64_t slabs() const { return slabs_; }

  // @pre 0 <= k < slabs(), 0 <= rank < ranks
  FileRun share(std::int64_t k, int rank) const;
  std::vector<FileRun> shares(std::int64_t k) const;

 private:
  std::int64_t values_;
  std::int64_t ranks_;
  std::int64_t slab_values_;
  std::int64_t slabs_;
};

}  // namespace stencil
