// One dimension of a grid of tiles: edges by hand, the law of sizes, refusals.
// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/axis.hpp"

#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"

namespace stencil::test {
namespace {

void expect_edge(const TileEdge& edge, std::int64_t at, int slope) {
  EXPECT_EQ(edge.at, at);
  EXPECT_EQ(edge.slope, slope);
}

// 2 subdomains of 2 tiles, 2 sweeps: points 1-5, 6-10 | 11-15, 16-20, border 0 and 21.
TileAxis two_by_two() {
  return TileAxis({"rows", 22, 2, 2, 2, {}});
}

TEST(TileAxis, EdgesMoveByHand) {
  const TileAxis axis = two_by_two();
  EXPECT_EQ(axis.cuts(), (std::vector<std::int64_t>{11}));
  const EdgePair first = axis.edges(0, 0, false);  // border, boundary
  expect_edge(first.low, 1, 0);
  expect_edge(first.high, 6, -1);
  const EdgePair second = axis.edges(0, 1, false);  // boundary, cut
  expect_edge(second.low, 6, -1);
  expect_edge(second.high, 11, 1);
  const EdgePair third = axis.edges(1, 0, false);  // cut, boundary
  expect_edge(third.low, 11, 1);
  expect_edge(third.high, 16, -1);
  const EdgePair fourth = axis.edges(1, 1, false);  // boundary, border
  expect_edge(fourth.low, 16, -1);
  expect_edge(fourth.high, 21, 0);
  // Backward they begin at their place in a third sweep forward, and end one point from rest.
  expect_edge(axis.edges(0, 0, true).high, 4, 1);
  expect_edge(axis.edges(0, 1, true).high, 13, -1);
  EXPECT_EQ(axis.edges(1, 0, true).in_sweep(1), (PointRange{13, 14}));  // 2*sweeps + 1 points lose 2*sweeps
  EXPECT_EQ(axis.edges(1, 0, true).in_sweep(2), (PointRange{12, 15}));
  EXPECT_EQ(axis.edges(0, 1, true).over(2), (PointRange{4, 13}));
}

TEST(TileAxis, SubdomainsOwnAndStore) {
  const TileAxis axis = two_by_two();
  EXPECT_EQ(axis.inner(0), (PointRange{1, 11}));
  EXPECT_EQ(axis.owned(0), (PointRange{0, 11}));
  EXPECT_EQ(axis.stored(0), (PointRange{0, 14}));  // three rows after the cut
  EXPECT_EQ(axis.inner(1), (PointRange{11, 21}));
  EXPECT_EQ(axis.owned(1), (PointRange{11, 22}));
  EXPECT_EQ(axis.stored(1), (PointRange{10, 22}));
}

TEST(TileAxis, CutsAreVsdasAutomaticSplitOfTheInnerPoints) {
  const TileAxis axis({"rows", 25, 3, 1, 3, {}});  // 23 = 8 + 8 + 7
  EXPECT_EQ(axis.cuts(), (std::vector<std::int64_t>{9, 17}));
}

TEST(TileAxis, TilesAreDealtInTurn) {
  const TileAxis axis({"rows", 62, 3, 4, 1, {}});
  EXPECT_EQ(axis.cyclic().global_block(2, 1), 7);
  EXPECT_EQ(axis.cyclic().blocks_of(2), 4);
}

// In every sweep each inner point belongs to one tile, and every tile has points.
TEST(TileAxis, TilesShareOutTheInnerPointsInEverySweep) {
  Random random(test_seed());
  for (int number = 0; number < 300; ++number) {
    const TileGridShape shape = random_shape(random);
    SCOPED_TRACE(describe(shape));
    const TileAxis axis({"rows", shape.rows, shape.grid_rows, shape.tile_rows, shape.sweeps, shape.row_cuts});
    for (const bool backward : {false, true}) {
      for (std::int64_t t = 1; t <= shape.sweeps; ++t) {
        std::int64_t next = 1;
        for (std::int64_t part = 0; part < axis.parts(); ++part) {
          for (std::int64_t tile = 0; tile < axis.tiles(); ++tile) {
            const PointRange range = axis.edges(part, tile, backward).in_sweep(t);
            ASSERT_EQ(range.first, next);
            const bool may_vanish = part > 0 && part == axis.parts() - 1 && axis.tiles() == 1;
            ASSERT_GE(range.last, range.first + (may_vanish ? 0 : 1));
            ASSERT_GE(range.first - 1, axis.stored(part).first);
            ASSERT_LE(range.last + 1, axis.stored(part).last);
            next = range.last;
          }
        }
        ASSERT_EQ(next, shape.rows - 1);
      }
    }
  }
}

void expect_refused(const TileAxis::Shape& shape, const std::string& text) {
  try {
    TileAxis{shape};
  } catch (const ArgumentError& error) {
    EXPECT_EQ(error.what(), text);
    return;
  }
  ADD_FAILURE() << "not refused: " << text;
}

TEST(TileAxis, RefusesTilesTooSmallWithTheNumbers) {
  expect_refused({"rows", 22, 2, 2, 3, {}},
                 "tile 0 of subdomain 1 = 5 rows, must be >= 7 (2*sweeps + 1 after a cut, before another tile, 3 "
                 "sweeps; 22 rows with the border, 2 subdomains of 2 tiles)");
  expect_refused({"columns", 22, 1, 5, 4, {}},
                 "tile 0 of subdomain 0 = 4 columns, must be >= 5 (sweeps + 1 at the border, before another tile, 4 "
                 "sweeps; 22 columns with the border, 1 subdomain of 5 tiles)");
  TileAxis({"columns", 22, 1, 5, 3, {}});
  TileAxis({"columns", 3, 1, 1, 100, {}});  // one tile between borders never moves
  TileAxis({"rows", 22, 2, 1, 11, {10}});   // 9 and 11 points: the cut reaches the border
  expect_refused({"rows", 22, 2, 1, 12, {10}},
                 "tile 0 of subdomain 1 = 11 rows, must be >= 12 (sweeps between a cut and the border, 12 sweeps; 22 "
                 "rows with the border, 2 subdomains of 1 tile)");
  TileAxis({"rows", 14, 4, 1, 9, {2, 3, 4}});  // before the last cut a point is enough
  TileAxis({"rows", 18, 2, 2, 2, {8}});        // 4 + 3 | 5 + 4: the second tiles gain points
  TileAxis({"rows", 22, 2, 3, 2, {8}});        // 3 + 2 + 2 | 5 + 4 + 4
}

TEST(TileAxis, RefusesWhatCannotBeCut) {
  expect_refused({"rows", 2, 1, 1, 1, {}}, "rows of the field = 2, must be >= 3");
  expect_refused({"rows", 12, 11, 1, 1, {}}, "subdomains of the rows = 11, must be <= 10 (12 with the border)");
  expect_refused({"rows", 12, 0, 1, 1, {}}, "subdomains of the rows = 0, must be 1 .. 1073741824");
  expect_refused({"rows", 12, 1, 0, 1, {}}, "tiles of the rows of a subdomain = 0, must be 1 .. 1073741824");
  expect_refused({"rows", 12, 1, 11, 1, {}}, "tiles of the rows of subdomain 0 = 11, must be <= 10, its rows");
  expect_refused({"rows", 12, 1, 1, 0, {}}, "sweeps = 0, must be 1 .. 1073741824");
  expect_refused({"rows", 62, 3, 1, 1, {20}}, "number of cuts of the rows = 1, must be 2 .. 2");
  expect_refused({"rows", 62, 3, 1, 1, {20, 20}}, "cut 1 of the rows = 20, must be 21 .. 60");
  expect_refused({"rows", 62, 2, 1, 1, {1}}, "cut 0 of the rows = 1, must be 2 .. 60");
  expect_refused({"rows", 62, 2, 1, 1, {61}}, "cut 0 of the rows = 61, must be 2 .. 60");
}

}  // namespace
}  // namespace stencil::test
