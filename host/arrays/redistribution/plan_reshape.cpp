// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/plan_reshape.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "host/arrays/block_cyclic/axis_runs.hpp"

namespace stencil {
namespace {

// This rank's elements of [first, first + count) of a matrix, as its local numbers, grouped by the rank that owns them
// in the other matrix, where they begin at other_first.
std::map<int, Combs> combs_by_rank(const LocalMatrix& mine, std::int64_t first, std::int64_t count, int rank,
                                   const BlockCyclicLayout& other, std::int64_t other_first) {
  std::map<int, Combs> combs;
  const BlockCyclicLayout& layout = mine.layout;
  if (!layout.in_grid(rank)) return combs;
  const std::int64_t m = layout.rows.n();
  const std::int64_t other_m = other.rows.n();
  const std::int64_t last = first + count;

  const auto cut = [&](std::int64_t number, std::int64_t local, std::int64_t length) {
    std::int64_t there = number - first + other_first;
    while (length > 0) {
      const std::int64_t i = there % other_m;
      const std::int64_t part =
          std::min({length, other.rows.block() - other.rows.in_block(i), other_m - i});  // to the end of block, column
      append_run(combs[static_cast<int>(other.owner(i, there / other_m))], local, part);
      there += part;
      local += part;
      length -= part;
    }
  };
  for_each_run(layout.cols, layout.grid_col(rank), first / m, (last - 1) / m + 1,
               [&](std::int64_t col, std::int64_t local_col, std::int64_t cols) {
                 for (std::int64_t j = 0; j < cols; ++j) {
                   const std::int64_t column = (col + j) * m;
                   for_each_run(layout.rows, layout.grid_row(rank), std::max<std::int64_t>(0, first - column),
                                std::min(m, last - column),
                                [&](std::int64_t row, std::int64_t local_row, std::int64_t rows) {
                                  cut(column + row, (local_col + j) * mine.lld + local_row, rows);
                                });
                 }
               });
  return combs;
}

Patch list_patch(Combs combs) {
  Patch patch;
  patch.inner = std::move(combs);
  append_run(patch.outer, 0, 1);
  return patch;
}

}  // namespace

MessagePlan plan_reshape(const LocalMatrix& target, std::int64_t target_first, const LocalMatrix& source,
                         std::int64_t source_first, std::int64_t count, int rank) {
  MessagePlan plan;
  if (count == 0) return plan;
  Patch kept_source;
  for (auto& [peer, combs] : combs_by_rank(source, source_first, count, rank, target.layout, target_first)) {
    Patch patch = list_patch(std::move(combs));
    if (peer == rank) {
      kept_source = std::move(patch);
    } else {
      plan.sends.push_back({peer, {std::move(patch)}});
    }
  }
  for (auto& [peer, combs] : combs_by_rank(target, target_first, count, rank, source.layout, source_first)) {
    Patch patch = list_patch(std::move(combs));
    if (peer == rank) {
      plan.kept.push_back({std::move(kept_source), std::move(patch)});
    } else {
      plan.receives.push_back({peer, {std::move(patch)}});
    }
  }
  return plan;
}

}  // namespace stencil
