// The points of a rank's array in cells, and where the newest values of each are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/pipeline/column_segments.hpp"

namespace stencil {

struct CellArea {
  PointRange rows;
  PointRange segments;
};

[[nodiscard]] inline CellArea common(const CellArea& a, const CellArea& b) {
  const auto both = [](const PointRange& one, const PointRange& other) {
    return PointRange{std::max(one.first, other.first), std::min(one.last, other.last)};
  };
  return {both(a.rows, b.rows), both(a.segments, b.segments)};
}

[[nodiscard]] inline bool holds(const CellArea& all, std::int64_t row, std::int64_t segment) {
  return row >= all.rows.first && row < all.rows.last && segment >= all.segments.first && segment < all.segments.last;
}

// use(row, segment) for each of the cells, row by row.
template <class Use>
void for_each_cell(const CellArea& cells, const Use& use) {
  for (std::int64_t row = cells.rows.first; row < cells.rows.last; ++row) {
    for (std::int64_t segment = cells.segments.first; segment < cells.segments.last; ++segment) use(row, segment);
  }
}

// A cell is a segment of a row: values of its points are given, moved and set together.
class FieldCells {
 public:
  struct Cell {
    std::int64_t newest = 0;  // number of the values, 0: as given
    std::int64_t host = 0;    // of those in the array, once `stored` is done
    Ticket stored = 0;        // the last store into the array
    std::int64_t mark = 0;    // the number of the last mark() that marked it
  };

  // field: the rank's array, which must outlive this.
  FieldCells(const TileGrid& grid, std::int64_t rank, double* field)
      : frame_(grid.stored(rank)),
        segments_(grid, rank),
        field_(field),
        cells_(static_cast<std::size_t>(frame_.rows.count() * segments_.count())) {}

  CellArea all() const { return {frame_.rows, {0, segments_.count()}}; }
  CellArea area(const TileFrame& points) const { return {points.rows, segments_.of(points.cols)}; }
  // Of points that a tile sets or a message brings.
  CellArea changing(const TileFrame& points) const { return {points.rows, segments_.of_changing(points.cols)}; }
  TileFrame points(const CellArea& cells) const { return {cells.rows, segments_.cols(cells.segments)}; }
  // Whether these segments are all of a row.
  bool are_rows(const PointRange& segments) const { return segments.count() == segments_.count(); }
  double* host(const CellArea& cells) {
    return field_ + frame_.index(cells.rows.first, segments_.cols(cells.segments).first);
  }

  Cell& at(std::int64_t row, std::int64_t segment) {
    return cells_[static_cast<std::size_t>((row - frame_.rows.first) * segments_.count() + segment)];
  }
  const Cell& at(std::int64_t row, std::int64_t segment) const {
    return const_cast<FieldCells*>(this)->at(row, segment);
  }
  // The array has older values, whatever is posted.
  static bool is_stale(const Cell& cell) { return cell.host != cell.newest; }
  bool is_stale(std::int64_t row, std::int64_t segment) const { return is_stale(at(row, segment)); }
  // Marks the cells of these points, and no others.
  void mark(const std::vector<TileFrame>& all) {
    ++marks_;
    for (const TileFrame& one : all)
      for_each_cell(changing(one), [this](auto row, auto segment) { at(row, segment).mark = marks_; });
  }
  bool is_marked(const Cell& cell) const { return cell.mark == marks_; }
  // The last store into them.
  Ticket last_stored(const CellArea& cells) const {
    Ticket last = 0;
    for_each_cell(cells, [&](auto row, auto segment) { last = std::max(last, at(row, segment).stored); });
    return last;
  }

 private:
  TileFrame frame_;
  ColumnSegments segments_;
  double* field_;
  std::vector<Cell> cells_;
  std::int64_t marks_ = 0;
};

}  // namespace stencil
