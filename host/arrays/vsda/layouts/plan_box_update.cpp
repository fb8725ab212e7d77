// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/plan_box_update.hpp"

namespace stencil {
namespace {

// Local numbers [first, first + length) along one axis.
struct Range {
  std::int64_t first = 0;
  std::int64_t length = 0;
};

// One axis, as the process with number `at` along it sees it. side: -1 before its elements, 1 after them, 0 beside
// them on the other axis.
struct AxisPlace {
  const BlockedLayout& axis;
  int at;

  // -1: none.
  int neighbour(int side) const {
    if (side == 0) return at;
    return side < 0 ? axis.rank_before(at) : axis.rank_after(at);
  }
  Range edge(int side) const {
    const std::int64_t first = axis.shadow_before(at);
    const std::int64_t width = axis.shadow_width();
    if (side == 0) return {first, axis.owned(at)};
    return {side < 0 ? first : first + axis.owned(at) - width, width};
  }
  Range shadow(int side) const {
    if (side == 0) return edge(0);
    return {side < 0 ? 0 : axis.shadow_before(at) + axis.owned(at), axis.shadow_width()};
  }
};

Patch box_patch(const Range& rows, const Range& cols, std::int64_t local_cols) {
  Patch patch;
  append_run(patch.inner, cols.first, cols.length);
  append_run(patch.outer, rows.first, rows.length);
  patch.outer_stride = local_cols;
  return patch;
}

}  // namespace

MessagePlan plan_box_update(const BoxLayout& layout, int rank) {
  const AxisPlace rows{layout.rows, layout.grid_row(rank)};
  const AxisPlace cols{layout.cols, layout.grid_col(rank)};
  const std::int64_t local_cols = layout.cols.local_elements(cols.at);
  const auto rank_at = [&](int down, int right) {
    const int row = rows.neighbour(down), col = cols.neighbour(right);
    return row < 0 || col < 0 ? -1 : row * layout.cols.ranks() + col;
  };
  MessagePlan plan;
  plan.reads_and_writes_apart = true;  // owned elements are read, shadows written
  // Every rank sends the edge on side (down, right), and receives what its neighbour on the opposite side sends so: two
  // ranks that are neighbours on several sides list the patches of a message in one order.
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      const Patch edge = box_patch(rows.edge(down), cols.edge(right), local_cols);
      const Patch shadow = box_patch(rows.shadow(-down), cols.shadow(-right), local_cols);
      const int to = rank_at(down, right), from = rank_at(-down, -right);
      if (to == rank && edge.elements() > 0) plan.kept.push_back({edge, shadow});
      if (to == rank) continue;  // and so from, since the axes that lead there have one process
      if (to >= 0 && edge.elements() > 0) patches_of(plan.sends, to).push_back(edge);
      if (from >= 0 && shadow.elements() > 0) patches_of(plan.receives, from).push_back(shadow);
    }
  }
  return plan;
}

}  // namespace stencil
