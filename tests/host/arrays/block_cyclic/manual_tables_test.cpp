// Every table and example of the manual (host/c/block_cyclic.h), sections 6.1 and 6.2, as printed there: counted from
// 1.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/element.hpp"
#include "host/arrays/block_cyclic/sizes.hpp"

namespace stencil {
namespace {

using Numbers = std::vector<std::int64_t>;
using Picture = std::vector<Numbers>;  // rows of a matrix; 53 stands for a53

struct Table {
  Numbers p, m, x, local;
};

Table table_of(const CyclicAxis& axis) {
  Table table;
  for (std::int64_t i = 1; i <= axis.n(); ++i) {
    const AxisPlace place = axis.place(i - 1);
    table.p.push_back(place.process);
    table.m.push_back(place.block);
    table.x.push_back(place.offset + 1);
    table.local.push_back(place.local + 1);
    // I = (m*P + p)*NB + x, p counted from the source.
    const std::int64_t p = (place.process - axis.source() + axis.procs()) % axis.procs();
    EXPECT_EQ((place.block * axis.procs() + p) * axis.block() + place.offset + 1, i);
  }
  return table;
}

TEST(ManualTables, SixteenElementsInBlocksOfEightOnTwoProcesses) {
  const Table table = table_of(CyclicAxis(16, 8, 0, 2));
  EXPECT_EQ(table.p, (Numbers{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(table.m, (Numbers{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(table.x, (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(table.local, (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(ManualTables, SixteenElementsInBlocksOfThreeFromProcessOne) {
  const Table table = table_of(CyclicAxis(16, 3, 1, 2));
  EXPECT_EQ(table.p, (Numbers{1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0}));
  EXPECT_EQ(table.m, (Numbers{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(table.x, (Numbers{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
  EXPECT_EQ(table.local, (Numbers{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8, 9, 7}));
}

// The local matrix of a process, filled from the global one element by element.
Picture local_matrix(const BlockCyclicLayout& layout, std::int64_t grid_row, std::int64_t grid_col) {
  const std::int64_t rank = layout.rank_of(grid_row, grid_col);
  const std::int64_t lld = smallest_lld(layout, rank);
  Numbers memory(static_cast<std::size_t>(lld * layout.local_cols(rank)), 0);
  for (std::int64_t i = 0; i < layout.rows.n(); ++i) {
    for (std::int64_t j = 0; j < layout.cols.n(); ++j) {
      const ElementPlace place = place_of(layout, i, j);
      if (place.rank == rank) memory.at(static_cast<std::size_t>(place.local(lld))) = 10 * (i + 1) + j + 1;
    }
  }
  Picture picture(static_cast<std::size_t>(lld));
  for (std::size_t k = 0; k < memory.size(); ++k) picture[k % static_cast<std::size_t>(lld)].push_back(memory[k]);
  return picture;
}

TEST(ManualTables, FiveByFiveOnTwoByTwo) {
  const BlockCyclicLayout layout{{5, 2, 0, 2}, {5, 2, 0, 2}};
  EXPECT_EQ(local_matrix(layout, 0, 0), (Picture{{11, 12, 15}, {21, 22, 25}, {51, 52, 55}}));
  EXPECT_EQ(local_matrix(layout, 0, 1), (Picture{{13, 14}, {23, 24}, {53, 54}}));
  EXPECT_EQ(local_matrix(layout, 1, 0), (Picture{{31, 32, 35}, {41, 42, 45}}));
  EXPECT_EQ(local_matrix(layout, 1, 1), (Picture{{33, 34}, {43, 44}}));
}

const BlockCyclicLayout nine{{9, 2, 0, 2}, {9, 2, 0, 3}};

TEST(ManualTables, OwnersOfTheBlocksOfNineByNine) {
  // Process (r, c) is printed as 10*r + c.
  const Picture printed = {
      {0, 1, 2, 0, 1}, {10, 11, 12, 10, 11}, {0, 1, 2, 0, 1}, {10, 11, 12, 10, 11}, {0, 1, 2, 0, 1}};
  ASSERT_EQ(nine.rows.blocks(), 5);
  ASSERT_EQ(nine.cols.blocks(), 5);
  for (std::int64_t k = 0; k < 5; ++k) {
    for (std::int64_t l = 0; l < 5; ++l) {
      EXPECT_EQ(10 * nine.rows.owner_of_block(k) + nine.cols.owner_of_block(l),
                printed[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)])
          << "block " << k << ", " << l;
    }
  }
}

TEST(ManualTables, NineByNineOnTwoByThree) {
  EXPECT_EQ(local_matrix(nine, 0, 0),
            (Picture{{11, 12, 17, 18}, {21, 22, 27, 28}, {51, 52, 57, 58}, {61, 62, 67, 68}, {91, 92, 97, 98}}));
  EXPECT_EQ(local_matrix(nine, 0, 1), (Picture{{13, 14, 19}, {23, 24, 29}, {53, 54, 59}, {63, 64, 69}, {93, 94, 99}}));
  EXPECT_EQ(local_matrix(nine, 0, 2), (Picture{{15, 16}, {25, 26}, {55, 56}, {65, 66}, {95, 96}}));
  EXPECT_EQ(local_matrix(nine, 1, 0),
            (Picture{{31, 32, 37, 38}, {41, 42, 47, 48}, {71, 72, 77, 78}, {81, 82, 87, 88}}));
  EXPECT_EQ(local_matrix(nine, 1, 1), (Picture{{33, 34, 39}, {43, 44, 49}, {73, 74, 79}, {83, 84, 89}}));
  EXPECT_EQ(local_matrix(nine, 1, 2), (Picture{{35, 36}, {45, 46}, {75, 76}, {85, 86}}));
}

TEST(ManualTables, LocalSizesOfNineByNine) {
  const Picture printed = {{5, 5, 4}, {5, 5, 3}, {5, 5, 2}, {4, 4, 4}, {4, 4, 3}, {4, 4, 2}};  // LLD, LOCr, LOCc
  for (std::int64_t rank = 0; rank < nine.grid_size(); ++rank) {
    EXPECT_EQ((Numbers{smallest_lld(nine, rank), nine.local_rows(rank), nine.local_cols(rank)}),
              printed[static_cast<std::size_t>(rank)])
        << "rank " << rank;
  }
}

}  // namespace
}  // namespace stencil
