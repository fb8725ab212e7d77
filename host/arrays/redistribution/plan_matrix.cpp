// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/plan_matrix.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "host/arrays/redistribution/axis_combs.hpp"

namespace stencil {
namespace {

// A rank's elements of a part of its matrix, grouped by the process row and the process column that own them in the
// other matrix.
class PartedSubmatrix {
 public:
  PartedSubmatrix(const LocalMatrix& mine, const Submatrix& here, int rank, const BlockCyclicLayout& other,
                  std::int64_t other_row, std::int64_t other_col)
      : lld_(mine.lld) {
    if (!mine.layout.in_grid(rank)) return;
    rows_ = combs_by_owner(mine.layout.rows, mine.layout.grid_row(rank), here.row, here.rows, other.rows, other_row);
    cols_ = combs_by_owner(mine.layout.cols, mine.layout.grid_col(rank), here.col, here.cols, other.cols, other_col);
  }

  // Calls visit(peer, patch) for each rank of the other process grid that owns some of them.
  template <typename Visit>
  void for_each_peer(const BlockCyclicLayout& other, Visit&& visit) const {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (rows_[row].empty()) continue;
      for (std::size_t col = 0; col < cols_.size(); ++col) {
        if (cols_[col].empty()) continue;
        const std::int64_t peer = other.rank_of(static_cast<std::int64_t>(row), static_cast<std::int64_t>(col));
        visit(static_cast<int>(peer), Patch{rows_[row], cols_[col], 0, 1, lld_});
      }
    }
  }

 private:
  std::int64_t lld_;
  std::vector<Combs> rows_;
  std::vector<Combs> cols_;
};

}  // namespace

void add_submatrix(MessagePlan& plan, const LocalMatrix& target, std::int64_t target_row, std::int64_t target_col,
                   const LocalMatrix& source, const Submatrix& part, int rank) {
  const Submatrix there{target_row, target_col, part.rows, part.cols};
  Patch kept_source;
  PartedSubmatrix(source, part, rank, target.layout, target_row, target_col)
      .for_each_peer(target.layout, [&](int peer, Patch patch) {
        if (peer == rank) {
          kept_source = std::move(patch);
        } else {
          patches_of(plan.sends, peer).push_back(std::move(patch));
        }
      });
  PartedSubmatrix(target, there, rank, source.layout, part.row, part.col)
      .for_each_peer(source.layout, [&](int peer, Patch patch) {
        if (peer == rank) {
          plan.kept.push_back({kept_source, std::move(patch)});
        } else {
          patches_of(plan.receives, peer).push_back(std::move(patch));
        }
      });
}

}  // namespace stencil
