// The process grid and the cuts of Gauss-Seidel runs, chosen or given, and their refusals.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/options.hpp"

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
  TileOptions options;
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

std::string refusal(std::int64_t ranks, const TileOptions& options) {
  return test::refusal([&] { make_tile_grid(52, 77, ranks, options); });
}

TEST(MakeTileGrid, RefusesWithTheNumbers) {
  TileOptions options;
  options.grid = GridSize{2, 2};
  EXPECT_EQ(refusal(6, options), "--grid is 2x2, must have one subdomain for each of 6 ranks: 6x1, 3x2, 2x3, 1x6");
  EXPECT_EQ(refusal(1, options), "--grid is 2x2, must have one subdomain for each of 1 rank: 1x1");
  EXPECT_EQ(refusal(4, options), "accepted");
  options.sweeps = 6;
  EXPECT_EQ(refusal(4, options),
            "accepted");  // 13 and 12 rows after the cut
  options.sweeps = 7;
  EXPECT_EQ(refusal(4, options),
            "tile 0 of subdomain 1 = 13 rows, must be >= 15 (2*sweeps + 1 after a cut, before another tile, 7 sweeps; "
            "52 rows with the border, 2 subdomains of 2 tiles)");
  options.grid = GridSize{51, 1};
  EXPECT_EQ(refusal(51, options), "subdomains of the rows = 51, must be <= 50 (52 with the border)");
}

TEST(MakeTileGrid, TakesTheCutsThatWereGiven) {
  TileOptions options;
  options.tiles = {1, 1};
  options.row_cuts = {5, 30};
  EXPECT_EQ(make_tile_grid(52, 77, 3, options).rows().cuts(), options.row_cuts);
  EXPECT_EQ(make_tile_grid(52, 77, 3, options).cols().parts(), 1);
  const TileGrid grid = make_tile_grid(52, 77, 6, options);
  EXPECT_EQ(grid.rows().cuts(), options.row_cuts) << "two columns of subdomains for six ranks";
  EXPECT_EQ(grid.cols().cuts(), (std::vector<std::int64_t>{39}));
  options.col_cuts = {70};
  EXPECT_EQ(make_tile_grid(52, 77, 6, options).cols().cuts(), options.col_cuts);
  options.row_cuts.clear();
  EXPECT_EQ(make_tile_grid(52, 77, 6, options).rows().parts(), 3);
  options.grid = GridSize{3, 2};
  EXPECT_EQ(make_tile_grid(52, 77, 6, options).rows().cuts(), (std::vector<std::int64_t>{18, 35}));
}

TEST(MakeTileGrid, RefusesCutsWithTheNumbers) {
  TileOptions options;
  options.tiles = {1, 1};
  options.row_cuts = {20, 30};
  EXPECT_EQ(refusal(4, options),
            "the grid of --row-cuts and --col-cuts is 3x1, must have one subdomain for each of 4 ranks: 4x1, 2x2, 1x4");
  options.grid = GridSize{2, 2};
  EXPECT_EQ(refusal(4, options), "--row-cuts is 20,30, must be 1 cut for a grid of 2x2");
  options.row_cuts = {51};
  EXPECT_EQ(refusal(4, options), "--row-cuts is 51, must rise, 51 must be 2 .. 50");
  options.row_cuts = {1};
  EXPECT_EQ(refusal(4, options), "--row-cuts is 1, must rise, 1 must be 2 .. 50");
  options.row_cuts = {50};
  EXPECT_EQ(refusal(4, options),
            "tile 0 of subdomain 1 = 1 row, must be >= 4 (sweeps between a cut and the border, 4 sweeps; 52 rows with "
            "the border, 2 subdomains of 1 tile)");
  options.row_cuts = {47};
  EXPECT_EQ(refusal(4, options), "accepted");
  options.grid = GridSize{1, 4};
  options.row_cuts.clear();
  options.col_cuts = {20, 20, 30};
  EXPECT_EQ(refusal(4, options), "--col-cuts is 20,20,30, must rise, 20 must be 21 .. 75");
}

}  // namespace
}  // namespace stencil
