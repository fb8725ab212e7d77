// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/plan_mixed.hpp"

#include <algorithm>
#include <utility>

#include "host/vsda/axis_combs.hpp"

namespace stencil {
namespace {

// The elements of one rank of the blocked array, in numbers of the matrix.
struct Portion {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

Portion portion_of(const BlockedLayout& blocked, int rank, std::int64_t blocked_first, std::int64_t cyclic_first,
                   std::int64_t count) {
  const std::int64_t first = std::max(blocked.start(rank), blocked_first);
  const std::int64_t last = std::min(blocked.finish(rank), blocked_first + count);
  return {first - blocked_first + cyclic_first, std::max<std::int64_t>(0, last - first)};
}

// The part of a rectangle that grid process (row, col) owns, as elements of the blocked portion. Number `base` of the
// portion would be element (0, 0) of the matrix.
Patch blocked_patch(const BlockCyclicLayout& layout, const Rectangle& part, std::int64_t row, std::int64_t col,
                    std::int64_t base) {
  return {global_combs(layout.rows, row, part.first_row, part.first_row + part.rows),
          global_combs(layout.cols, col, part.first_col, part.first_col + part.cols), base, 1, layout.rows.n()};
}

Patch cyclic_patch(const LocalMatrix& matrix, const Rectangle& part, int rank) {
  const BlockCyclicLayout& layout = matrix.layout;
  if (!layout.in_grid(rank)) return {};
  return {local_combs(layout.rows, layout.grid_row(rank), part.first_row, part.first_row + part.rows),
          local_combs(layout.cols, layout.grid_col(rank), part.first_col, part.first_col + part.cols), 0, 1,
          matrix.lld};
}

}  // namespace

std::vector<Rectangle> rectangles_of(std::int64_t m, std::int64_t first, std::int64_t count) {
  std::vector<Rectangle> parts;
  std::int64_t col = first / m;
  const std::int64_t row = first % m;
  if (row > 0 && count > 0) {
    const std::int64_t rows = std::min(count, m - row);
    parts.push_back({row, col++, rows, 1});
    count -= rows;
  }
  if (count >= m) parts.push_back({0, col, m, count / m});
  if (count % m > 0) parts.push_back({0, col + count / m, count % m, 1});
  return parts;
}

MixedPlan plan_mixed(const BlockedLayout& blocked, std::int64_t blocked_first, const LocalMatrix& matrix,
                     std::int64_t cyclic_first, std::int64_t count, int rank) {
  MixedPlan plan;
  if (count == 0) return plan;
  const BlockCyclicLayout& layout = matrix.layout;
  const std::int64_t m = layout.rows.n();

  const Portion mine = portion_of(blocked, rank, blocked_first, cyclic_first, count);
  const std::int64_t base = blocked.shadow_before(rank) - blocked.start(rank) + blocked_first - cyclic_first;
  for (const Rectangle& part : rectangles_of(m, mine.first, mine.count)) {
    for (std::int64_t row = 0; row < layout.rows.procs(); ++row) {
      for (std::int64_t col = 0; col < layout.cols.procs(); ++col) {
        Patch patch = blocked_patch(layout, part, row, col, base);
        if (patch.elements() == 0) continue;
        const auto peer = static_cast<int>(layout.rank_of(row, col));
        if (peer == rank) {
          plan.kept.push_back({std::move(patch), cyclic_patch(matrix, part, rank)});
        } else {
          patches_of(plan.blocked, peer).push_back(std::move(patch));
        }
      }
    }
  }
  for (int peer = 0; peer < blocked.ranks(); ++peer) {
    if (peer == rank) continue;
    const Portion theirs = portion_of(blocked, peer, blocked_first, cyclic_first, count);
    for (const Rectangle& part : rectangles_of(m, theirs.first, theirs.count)) {
      Patch patch = cyclic_patch(matrix, part, rank);
      if (patch.elements() > 0) patches_of(plan.cyclic, peer).push_back(std::move(patch));
    }
  }
  return plan;
}

}  // namespace stencil
