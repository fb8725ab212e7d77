// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/plan_runs.hpp"

#include <cstddef>
#include <utility>

#include "host/arrays/redistribution/axis_combs.hpp"

namespace stencil {
namespace {

// The run of a rank as rectangles, in row and column numbers of the matrix.
std::vector<Submatrix> parts_of(const HeldRuns& held, int rank) {
  std::vector<Submatrix> parts =
      rectangles_of(held.order, held.part.rows, held.part.cols, held.runs[static_cast<std::size_t>(rank)]);
  for (Submatrix& part : parts) {
    part.row += held.part.row;
    part.col += held.part.col;
  }
  return parts;
}

// The elements of a part that this rank owns, in its local matrix.
Patch matrix_patch(const LocalMatrix& matrix, const Submatrix& part, int rank) {
  const BlockCyclicLayout& layout = matrix.layout;
  return {local_combs(layout.rows, layout.grid_row(rank), part.row, part.row + part.rows),
          local_combs(layout.cols, layout.grid_col(rank), part.col, part.col + part.cols), 0, 1, matrix.lld};
}

// The combs of every process on an axis within [first, first + n).
std::vector<Combs> combs_of_all(const CyclicAxis& axis, std::int64_t first, std::int64_t n) {
  std::vector<Combs> all;
  for (std::int64_t process = 0; process < axis.procs(); ++process) {
    all.push_back(global_combs(axis, process, first, first + n));
  }
  return all;
}

// Calls visit(owner, patch of this rank's run) for every rank that owns elements of `part`, a rectangle of that run.
template <typename Visit>
void for_each_owner(const HeldRuns& held, const BlockCyclicLayout& layout, const Submatrix& part, int rank,
                    Visit&& visit) {
  const bool by_columns = held.order == ElementOrder::columns;
  const std::int64_t row_stride = by_columns ? 1 : held.part.cols;
  const std::int64_t col_stride = by_columns ? held.part.rows : 1;
  // The number that element (0, 0) of the matrix would have in the array of this rank.
  const std::int64_t base = held.first_at - held.runs[static_cast<std::size_t>(rank)].first -
                            held.part.row * row_stride - held.part.col * col_stride;
  const std::vector<Combs> rows = combs_of_all(layout.rows, part.row, part.rows);
  const std::vector<Combs> cols = combs_of_all(layout.cols, part.col, part.cols);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].empty()) continue;
    for (std::size_t col = 0; col < cols.size(); ++col) {
      if (cols[col].empty()) continue;
      const std::int64_t owner = layout.rank_of(static_cast<std::int64_t>(row), static_cast<std::int64_t>(col));
      visit(static_cast<int>(owner), Patch{rows[row], cols[col], base, row_stride, col_stride});
    }
  }
}

// The messages of a rank for either direction; the kept parts have the run as their source.
struct RunPlan {
  std::vector<Message> run;     // patches of the rank's run, by peer
  std::vector<Message> matrix;  // patches of its local matrix, by peer
  std::vector<KeptPart> kept;
};

// Both ends of a message list the rectangles of a run in the same order, and the elements of each column by column.
RunPlan plan_runs(const HeldRuns& held, const LocalMatrix& matrix, int rank) {
  RunPlan plan;
  for (const Submatrix& part : parts_of(held, rank)) {
    for_each_owner(held, matrix.layout, part, rank, [&](int owner, Patch patch) {
      if (owner == rank) {
        plan.kept.push_back({std::move(patch), matrix_patch(matrix, part, rank)});
      } else {
        patches_of(plan.run, owner).push_back(std::move(patch));
      }
    });
  }
  if (!matrix.layout.in_grid(rank)) return plan;
  for (int holder = 0; holder < static_cast<int>(held.runs.size()); ++holder) {
    if (holder == rank) continue;
    for (const Submatrix& part : parts_of(held, holder)) {
      Patch patch = matrix_patch(matrix, part, rank);
      if (patch.elements() > 0) patches_of(plan.matrix, holder).push_back(std::move(patch));
    }
  }
  return plan;
}

}  // namespace

MessagePlan plan_runs_to_matrix(const HeldRuns& held, const LocalMatrix& matrix, int rank) {
  RunPlan plan = plan_runs(held, matrix, rank);
  return {std::move(plan.run), std::move(plan.matrix), std::move(plan.kept)};
}

MessagePlan plan_matrix_to_runs(const LocalMatrix& matrix, const HeldRuns& held, int rank) {
  RunPlan plan = plan_runs(held, matrix, rank);
  for (KeptPart& kept : plan.kept) std::swap(kept.source, kept.target);
  return {std::move(plan.matrix), std::move(plan.run), std::move(plan.kept)};
}

}  // namespace stencil
