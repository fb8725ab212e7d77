// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/element.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "host/arrays/block_cyclic/sizes.hpp"

namespace stencil {
namespace {

// Checks that every element has a place of its own inside its rank's local matrix, and that the place leads back to it.
void expect_bijection(const BlockCyclicLayout& layout, std::int64_t extra, std::int64_t ranks) {
  std::set<std::pair<std::int64_t, std::int64_t>> taken;
  for (std::int64_t i = 0; i < layout.rows.n(); ++i) {
    for (std::int64_t j = 0; j < layout.cols.n(); ++j) {
      const ElementPlace place = place_of(layout, i, j);
      const std::int64_t lld = smallest_lld(layout, place.rank) + extra;
      ASSERT_EQ(place.rank, layout.owner(i, j));
      ASSERT_EQ(layout.grid_row(place.rank), place.row.process);
      ASSERT_EQ(layout.grid_col(place.rank), place.col.process);
      ASSERT_EQ(place.row.block * layout.rows.block() + place.row.offset, place.row.local);
      ASSERT_EQ(place.col.block * layout.cols.block() + place.col.offset, place.col.local);
      ASSERT_LT(place.row.local, layout.local_rows(place.rank));
      ASSERT_LT(place.col.local, layout.local_cols(place.rank));
      const MatrixIndex back = element_at(layout, place.rank, place.local(lld) % lld, place.local(lld) / lld);
      ASSERT_EQ(back.i, i);
      ASSERT_EQ(back.j, j);
      ASSERT_TRUE(taken.emplace(place.rank, place.local(lld)).second) << "two elements in one place";
    }
  }
  std::int64_t held = 0;
  // Ranks outside the process grid hold nothing.
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    held += layout.local_rows(rank) * layout.local_cols(rank);
  }
  ASSERT_EQ(held, layout.rows.n() * layout.cols.n());
}

// The last `processes` of two more ranks, backwards.
std::vector<std::int64_t> last_ranks(std::int64_t processes) {
  std::vector<std::int64_t> ranks;
  for (std::int64_t k = 0; k < processes; ++k) ranks.push_back(processes + 1 - k);
  return ranks;
}

TEST(ElementPlace, IsABijection) {
  for (std::int64_t rows = 0; rows <= 7; ++rows) {
    for (std::int64_t cols = 0; cols <= 7; cols += cols < 3 ? 1 : 2) {
      for (std::int64_t mb = 1; mb <= 4; ++mb) {
        for (std::int64_t nb = 1; nb <= 3; ++nb) {
          for (std::int64_t grid = 0; grid < 9; ++grid) {
            const std::int64_t prow = 1 + grid / 3;
            const std::int64_t pcol = 1 + grid % 3;
            for (std::int64_t rsrc = 0; rsrc < prow; ++rsrc) {
              for (std::int64_t csrc = 0; csrc < pcol; ++csrc) {
                const std::int64_t ranks = prow * pcol + 2;
                expect_bijection({{rows, mb, rsrc, prow}, {cols, nb, csrc, pcol}}, (rows + cols) % 3, ranks);
                const auto grid_of = grid_map(last_ranks(prow * pcol), prow, pcol, static_cast<int>(ranks));
                expect_bijection({{rows, mb, rsrc, prow}, {cols, nb, csrc, pcol}, grid_of}, (rows + cols) % 3, ranks);
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace stencil
