// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/plan_matrix.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "host/arrays/redistribution/axis_combs.hpp"

namespace stencil {
namespace {

// A part of one matrix that moves to a part of another.
class PartMove {
 public:
  PartMove(const LocalMatrix& target, std::int64_t target_row, std::int64_t target_col, const LocalMatrix& source,
           const Submatrix& part)
      : target_(target),
        source_(source),
        rows_{source.layout.rows, part.row, target.layout.rows, target_row, part.rows},
        cols_{source.layout.cols, part.col, target.layout.cols, target_col, part.cols} {}

  // Calls visit(peer, patch) for each other rank that holds, at the other end, elements that this rank holds at this
  // end; the patch is of the local matrix of this rank.
  template <typename Visit>
  void for_each_peer(MoveEnd end, int rank, Visit&& visit) const {
    const LocalMatrix& mine = end == MoveEnd::source ? source_ : target_;
    const BlockCyclicLayout& other = (end == MoveEnd::source ? target_ : source_).layout;
    if (!mine.layout.in_grid(rank)) return;
    const std::vector<Combs> rows = combs_by_owner(rows_, end, mine.layout.grid_row(rank));
    const std::vector<Combs> cols = combs_by_owner(cols_, end, mine.layout.grid_col(rank));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (rows[row].empty()) continue;
      for (std::size_t col = 0; col < cols.size(); ++col) {
        if (cols[col].empty()) continue;
        const std::int64_t peer = other.rank_of(static_cast<std::int64_t>(row), static_cast<std::int64_t>(col));
        if (peer != rank) visit(static_cast<int>(peer), Patch{rows[row], cols[col], 0, 1, mine.lld});
      }
    }
  }

  // The elements that stay on a rank of both process grids.
  Patch kept(MoveEnd end, int rank) const {
    const auto between = [&](const AxisMove& move, std::int64_t source, std::int64_t target) {
      return combs_between(move, end, source, target);
    };
    return {between(rows_, source_.layout.grid_row(rank), target_.layout.grid_row(rank)),
            between(cols_, source_.layout.grid_col(rank), target_.layout.grid_col(rank)), 0, 1,
            (end == MoveEnd::source ? source_ : target_).lld};
  }

 private:
  const LocalMatrix& target_;
  const LocalMatrix& source_;
  AxisMove rows_;
  AxisMove cols_;
};

}  // namespace

void add_submatrix(MessagePlan& plan, const LocalMatrix& target, std::int64_t target_row, std::int64_t target_col,
                   const LocalMatrix& source, const Submatrix& part, int rank) {
  const PartMove move(target, target_row, target_col, source, part);
  move.for_each_peer(MoveEnd::source, rank,
                     [&](int peer, Patch patch) { patches_of(plan.sends, peer).push_back(std::move(patch)); });
  move.for_each_peer(MoveEnd::target, rank,
                     [&](int peer, Patch patch) { patches_of(plan.receives, peer).push_back(std::move(patch)); });
  if (!source.layout.in_grid(rank) || !target.layout.in_grid(rank)) return;
  KeptPart kept{move.kept(MoveEnd::source, rank), move.kept(MoveEnd::target, rank)};
  if (kept.source.elements() > 0) plan.kept.push_back(std::move(kept));
}

}  // namespace stencil
