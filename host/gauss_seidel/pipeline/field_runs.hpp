// Cells that one transfer moves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/gauss_seidel/pipeline/field_cells.hpp"

namespace stencil {

constexpr int no_buffer = -1;

// use(a buffer, cells that are side by side in it and in the array), for those of which which(row, segment) gives this
// buffer: consecutive ones of a row, or up to `most` rows where has_rows(buffer, segments): these are whole rows of it
// and of the array.
template <class Which, class HasRows, class Use>
void for_each_run(const CellArea& cells, std::int64_t most, const Which& which, const HasRows& has_rows,
                  const Use& use) {
  const auto end_of_run = [&](std::int64_t row, std::int64_t first, int number) {
    std::int64_t end = first;
    while (end < cells.segments.last && which(row, end) == number) ++end;
    return end;
  };
  for (std::int64_t row = cells.rows.first; row < cells.rows.last; ++row) {
    for (std::int64_t first = cells.segments.first; first < cells.segments.last;) {
      const int number = which(row, first);
      const std::int64_t end = number == no_buffer ? first + 1 : end_of_run(row, first, number);
      if (number != no_buffer) {
        PointRange rows{row, row + 1};
        if (has_rows(number, PointRange{first, end})) {
          while (rows.last < cells.rows.last && rows.count() < most && end_of_run(rows.last, first, number) == end)
            ++rows.last;
        }
        use(number, CellArea{rows, {first, end}});
        row = rows.last - 1;
      }
      first = end;
    }
  }
}

}  // namespace stencil
