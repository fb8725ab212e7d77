// Random distributions of any kind, and the places of their elements by the definition.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "host/arrays/vsda/layouts/array_layout.hpp"
#include "tests/host/support/random_map.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil::test {

inline BlockedLayout random_blocked(Random& random, int ranks, std::int64_t most = 40) {
  const std::int64_t width = random(0, 2);
  std::vector<std::int64_t> distribution;
  std::int64_t sum = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    distribution.push_back(width + random(0, most) * random(0, 1));
    sum += distribution.back();
  }
  return BlockedLayout(sum, width, random(0, 1) == 1 ? Edges::shadow : Edges::none, distribution,
                       std::numeric_limits<std::int64_t>::max());
}

// m: rows; < 0: random, in one of six matrices so many that blocks repeat with both axes of a pair.
inline LocalMatrix random_matrix(Random& random, int ranks, std::int64_t m = -1) {
  const std::int64_t prow = random(1, ranks);
  const std::int64_t pcol = random(1, ranks / prow);
  const CyclicAxis rows(m < 0 ? random(0, random(0, 5) == 0 ? 120 : 20) : m, random(1, 5), random(0, prow - 1), prow);
  const CyclicAxis cols(random(0, 14), random(1, 4), random(0, pcol - 1), pcol);
  const auto map = random_map(random, ranks, prow, pcol);
  return {{rows, cols, map}, rows.n() + random(1, 3)};
}

inline BoxLayout random_boxes(Random& random, int ranks) {
  std::int64_t prow = random(1, ranks);
  while (ranks % prow != 0) --prow;
  return {random_blocked(random, static_cast<int>(prow), 5), random_blocked(random, static_cast<int>(ranks / prow), 5)};
}

inline ArrayLayout random_layout(Random& random, int ranks, std::int64_t m = -1) {
  const auto kind = random(0, 5);
  if (kind < 2) return random_blocked(random, ranks);
  if (kind == 2) return random_boxes(random, ranks);
  return random_matrix(random, ranks, m);
}

struct Place {
  int rank = 0;
  std::int64_t local = 0;
};

// The place of each element, dealt one by one, without formulas of the code under test except BlockedLayout's
// distribution.
inline std::vector<Place> places(const ArrayLayout& layout) {
  std::vector<Place> all;
  if (const auto* blocked = std::get_if<BlockedLayout>(&layout)) {
    for (int rank = 0; rank < blocked->ranks(); ++rank) {
      for (std::int64_t k = 0; k < blocked->owned(rank); ++k) all.push_back({rank, blocked->shadow_before(rank) + k});
    }
    return all;
  }
  if (const auto* boxes = std::get_if<BoxLayout>(&layout)) {
    const std::vector<Place> rows = places(boxes->rows), cols = places(boxes->cols);
    for (const Place& row : rows) {
      for (const Place& col : cols) {
        all.push_back(
            {row.rank * boxes->cols.ranks() + col.rank, row.local * boxes->cols.local_elements(col.rank) + col.local});
      }
    }
    return all;
  }
  const auto& matrix = std::get<LocalMatrix>(layout);
  // The process and the local number of each element of an axis.
  const auto deal = [](const CyclicAxis& axis) {
    std::vector<std::pair<std::int64_t, std::int64_t>> dealt;
    std::vector<std::int64_t> held(static_cast<std::size_t>(axis.procs()), 0);
    for (std::int64_t k = 0; k < axis.n(); ++k) {
      const std::int64_t process = (axis.source() + k / axis.block()) % axis.procs();
      dealt.emplace_back(process, held[static_cast<std::size_t>(process)]++);
    }
    return dealt;
  };
  const auto rows = deal(matrix.layout.rows);
  const auto rank_of = [&](std::int64_t row, std::int64_t col) {
    if (matrix.layout.map == nullptr) return static_cast<int>(row * matrix.layout.cols.procs() + col);
    return matrix.layout.map->ranks()[static_cast<std::size_t>(row + col * matrix.layout.rows.procs())];
  };
  for (const auto& [col_process, col_local] : deal(matrix.layout.cols)) {
    for (const auto& [row_process, row_local] : rows) {
      all.push_back({rank_of(row_process, col_process), row_local + col_local * matrix.lld});
    }
  }
  return all;
}

}  // namespace stencil::test
