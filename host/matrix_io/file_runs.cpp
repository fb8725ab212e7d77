// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/file_runs.hpp"

#include <algorithm>
#include <limits>

namespace stencil {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace

std::vector<FileRectangle> rectangles_of(FileOrder order, std::int64_t m, std::int64_t n, const FileRun& run) {
  std::vector<FileRectangle> rectangles;
  const std::int64_t length = order == FileOrder::columns ? m : n;
  std::int64_t at = run.first;
  const std::int64_t end = run.first + run.count;
  while (at < end) {
    const std::int64_t line = at / length;
    const std::int64_t along = at % length;
    // Whole lines are taken together; what is cut off at either end is a piece of one line.
    const bool whole = along == 0 && end - at >= length;
    const std::int64_t lines = whole ? (end - at) / length : 1;
    const std::int64_t pieces = whole ? length : std::min(length - along, end - at);
    const std::int64_t offset = at - run.first;
    if (order == FileOrder::columns) {
      rectangles.push_back({along, pieces, line, lines, offset});
    } else {
      rectangles.push_back({line, lines, along, pieces, offset});
    }
    at += lines * pieces;
  }
  return rectangles;
}

SlabPlan::SlabPlan(std::int64_t values, int ranks, std::int64_t values_per_rank)
    : values_(values),
      ranks_(ranks),
      slab_values_(values_per_rank > std::numeric_limits<std::int64_t>::max() / ranks
                       ? std::numeric_limits<std::int64_t>::max()
                       : values_per_rank * ranks),
      slabs_(ceil_div(values, slab_values_)) {}

FileRun SlabPlan::share(std::int64_t k, int rank) const {
  const std::int64_t first = k * slab_values_;
  const std::int64_t size = std::min(slab_values_, values_ - first);
  const std::int64_t each = size / ranks_;
  const std::int64_t longer = size % ranks_;
  return {first + each * rank + std::min<std::int64_t>(rank, longer), each + (rank < longer ? 1 : 0)};
}

std::vector<FileRun> SlabPlan::shares(std::int64_t k) const {
  std::vector<FileRun> runs;
  for (int rank = 0; rank < ranks_; ++rank) runs.push_back(share(k, rank));
  return runs;
}

}  // namespace stencil
