// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/runs.hpp"

namespace stencil {
namespace {

std::int64_t runs_of_a_column(const CyclicAxis& rows, std::int64_t process) {
  if (rows.procs() == 1) return rows.n() > 0 ? 1 : 0;
  return rows.blocks_of(process);
}

OwnedRun run_of_matrix(const LocalMatrix& matrix, int rank, std::int64_t run) {
  const CyclicAxis& rows = matrix.layout.rows;
  const std::int64_t row = matrix.layout.grid_row(rank);
  const std::int64_t in_column = runs_of_a_column(rows, row);
  const std::int64_t local_col = run / in_column;
  const std::int64_t column = matrix.layout.cols.global(local_col, matrix.layout.grid_col(rank)) * rows.n();
  if (rows.procs() == 1) return {column, column + rows.n(), local_col * matrix.lld};
  const std::int64_t b = run % in_column;
  const std::int64_t block = rows.global_block(b, row);
  const std::int64_t start = column + block * rows.block();
  return {start, start + rows.block_size(block), local_col * matrix.lld + b * rows.block()};
}

OwnedRun run_of_box(const BoxLayout& boxes, int rank, std::int64_t run) {
  const int row = boxes.grid_row(rank), col = boxes.grid_col(rank);
  const std::int64_t start = (boxes.rows.start(row) + run) * boxes.cols.globsize() + boxes.cols.start(col);
  const std::int64_t local_row = boxes.rows.shadow_before(row) + run;
  return {start, start + boxes.cols.owned(col),
          local_row * boxes.cols.local_elements(col) + boxes.cols.shadow_before(col)};
}

PlacedRun place_in_rows(const BlockedLayout& blocked, std::int64_t element) {
  const int rank = blocked.owner(element);
  return {rank, element - blocked.start(rank) + blocked.shadow_before(rank), blocked.finish(rank) - element};
}

PlacedRun place_in_boxes(const BoxLayout& boxes, std::int64_t element) {
  const std::int64_t width = boxes.cols.globsize();
  const PlacedRun row = place_in_rows(boxes.rows, element / width);
  const PlacedRun col = place_in_rows(boxes.cols, element % width);
  return {row.rank * boxes.cols.ranks() + col.rank, row.local * boxes.cols.local_elements(col.rank) + col.local,
          col.run};
}

PlacedRun place_in_matrix(const LocalMatrix& matrix, std::int64_t element) {
  const CyclicAxis& rows = matrix.layout.rows;
  const CyclicAxis& cols = matrix.layout.cols;
  const std::int64_t i = element % rows.n(), j = element / rows.n();
  const CyclicAxis::Place row = rows.place(i);
  return {static_cast<int>(matrix.layout.owner(i, j)), row.local + cols.local(j) * matrix.lld,
          rows.block_size(rows.block_of(i)) - row.offset};
}

}  // namespace

std::int64_t run_count(const ArrayLayout& layout, int rank) {
  if (const auto* blocked = std::get_if<BlockedLayout>(&layout)) return blocked->owned(rank) > 0 ? 1 : 0;
  if (const auto* boxes = std::get_if<BoxLayout>(&layout)) {
    return boxes->cols.owned(boxes->grid_col(rank)) > 0 ? boxes->rows.owned(boxes->grid_row(rank)) : 0;
  }
  const auto& matrix = std::get<LocalMatrix>(layout);
  if (!matrix.layout.in_grid(rank)) return 0;
  return matrix.layout.local_cols(rank) * runs_of_a_column(matrix.layout.rows, matrix.layout.grid_row(rank));
}

OwnedRun owned_run(const ArrayLayout& layout, int rank, std::int64_t run) {
  if (const auto* blocked = std::get_if<BlockedLayout>(&layout)) {
    return {blocked->start(rank), blocked->finish(rank), blocked->shadow_before(rank)};
  }
  if (const auto* boxes = std::get_if<BoxLayout>(&layout)) return run_of_box(*boxes, rank, run);
  return run_of_matrix(std::get<LocalMatrix>(layout), rank, run);
}

PlacedRun place_of(const ArrayLayout& layout, std::int64_t element) {
  if (const auto* blocked = std::get_if<BlockedLayout>(&layout)) return place_in_rows(*blocked, element);
  if (const auto* boxes = std::get_if<BoxLayout>(&layout)) return place_in_boxes(*boxes, element);
  return place_in_matrix(std::get<LocalMatrix>(layout), element);
}

}  // namespace stencil
