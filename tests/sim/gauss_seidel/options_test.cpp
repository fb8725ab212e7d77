// SPDX-License-Identifier: Apache-2.0
#include "sim/gauss_seidel/options.hpp"

#include <gtest/gtest.h>

#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

TEST(SquarestGrid, TakesTheNearestFactorsAndCutsRowsMore) {
  EXPECT_EQ(squarest_grid(1), (GridSize{1, 1}));
  EXPECT_EQ(squarest_grid(2), (GridSize{2, 1}));
  EXPECT_EQ(squarest_grid(4), (GridSize{2, 2}));
  EXPECT_EQ(squarest_grid(6), (GridSize{3, 2}));
  EXPECT_EQ(squarest_grid(7), (GridSize{7, 1}));
  EXPECT_EQ(squarest_grid(9), (GridSize{3, 3}));
  EXPECT_EQ(squarest_grid(12), (GridSize{4, 3}));
}

TEST(MakeTileGrid, CutsTheInnerPointsAutomatically) {
  GaussSeidelOptions options;
  options.grid = GridSize{2, 3};
  options.tiles = {1, 2};
  const TileGrid grid = make_tile_grid(52, 77, 6, options);
  EXPECT_EQ(grid.rows().cuts(), (std::vector<std::int64_t>{26}));      // 25 and 25 inner rows
  EXPECT_EQ(grid.cols().cuts(), (std::vector<std::int64_t>{26, 51}));  // 25, 25, 25
  EXPECT_EQ(grid.rows().tiles(), 1);
  EXPECT_EQ(grid.cols().tiles(), 2);
  EXPECT_EQ(grid.sweeps(), 4);
  EXPECT_EQ(make_tile_grid(101, 77, 4, {}).ranks(), 4) << "the defaults";
}

std::string refusal(std::int64_t ranks, const GaussSeidelOptions& options) {
  return test::refusal([&] { make_tile_grid(52, 77, ranks, options); });
}

TEST(MakeTileGrid, RefusesWithTheNumbers) {
  GaussSeidelOptions options;
  options.grid = GridSize{2, 2};
  EXPECT_EQ(refusal(6, options), "--grid is 2x2, must have one subdomain for each of 6 ranks: 6x1, 3x2, 2x3, 1x6");
  EXPECT_EQ(refusal(1, options), "--grid is 2x2, must have one subdomain for each of 1 rank: 1x1");
  EXPECT_EQ(refusal(4, options), "accepted");
  options.sweeps = 6;
  EXPECT_EQ(refusal(4, options),
            "tile 1 of subdomain 0 = 12 rows, must be >= 13 (2*sweeps + 1 beside a cut, 6 sweeps; 52 rows with the "
            "border, 2 subdomains of 2 tiles)");
  options.grid = GridSize{51, 1};
  EXPECT_EQ(refusal(51, options), "subdomains of the rows = 51, must be <= 50 (52 with the border)");
}

}  // namespace
}  // namespace stencil
