// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/input_check/plan_fault.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "tests/host/gauss_seidel/emulated_case.hpp"

namespace stencil {
namespace {

// Two ranks of two by one tiles: cut rows 1 .. 19 of 20 by 10 points.
TileGrid small_grid() {
  TileGridShape shape;
  shape.rows = 20;
  shape.cols = 10;
  shape.grid_rows = 2;
  shape.sweeps = 2;
  shape.tile_rows = 2;
  return TileGrid(shape);
}

std::string text_of(const TilePlan& plan) {
  const auto found = find_plan_fault(small_grid(), plan);
  return found ? found->text : "none";
}

TEST(PlanFault, IsNotFoundInTheLibrarysPlans) {
  test::Random random(2026);
  for (int round = 0; round < 60; ++round) {
    const TileGrid grid(test::random_shape(random));
    const auto found = find_plan_fault(grid);
    EXPECT_FALSE(found) << found->text;
  }
}

TEST(PlanFault, NamesTheEdgeOfACommand) {
  TilePlan plan;
  plan.block = [](const TileWindow& window) {
    TileBlock block = block_of(window);
    if (window.backward) --block.command.right.at;
    return block;
  };
  EXPECT_EQ(text_of(plan),
            "in the backward group the command of the tile in row 1, column 0 of the subdomain of rank 0 has its right "
            "edge at column 8 in sweep 1, its window at column 9: block_of (host/gauss_seidel/accelerator_tiles.cpp)");
  plan.block = [](const TileWindow& window) {
    TileBlock block = block_of(window);
    if (block.command.bottom.slope != 0) block.command.bottom.slope = 0;
    return block;
  };
  EXPECT_NE(text_of(plan).find("has its bottom edge at row"), std::string::npos) << text_of(plan);
  EXPECT_NE(text_of(plan).find("in sweep 2"), std::string::npos) << text_of(plan);
}

TEST(PlanFault, NamesPointsInNoWindowOrInTwo) {
  const auto moved = [](std::int64_t by) {
    TilePlan plan;
    plan.group = [by](const TileGrid& grid, std::int64_t rank, bool backward) {
      std::vector<TileStep> steps = plan_group(grid, rank, backward);
      for (TileStep& step : steps) {
        if (rank == 1 && step.tile_row == 1) step.window.rows.low.at += by;
      }
      return steps;
    };
    return text_of(plan);
  };
  EXPECT_EQ(moved(1).find("in the forward group sweep 1 sets row 1"), 0U) << moved(1);
  EXPECT_NE(moved(1).find("in no tile"), std::string::npos) << moved(1);
  EXPECT_NE(moved(-1).find("in the tile in row 0, column 0 of the subdomain of rank 1 and in the tile in row 1"),
            std::string::npos)
      << moved(-1);
}

TEST(PlanFault, NamesATileBeforeThatWhoseValuesItNeeds) {
  TilePlan plan;
  plan.group = [](const TileGrid& grid, std::int64_t rank, bool backward) {
    std::vector<TileStep> steps = plan_group(grid, rank, backward);
    if (backward && rank == 1) std::swap(steps.front(), steps.back());
    return steps;
  };
  EXPECT_EQ(
      text_of(plan),
      "in the backward group the tile in row 0, column 0 of the subdomain of rank 1 is number 0 of its group, "
      "before that in row 1, column 0, whose new values it needs: their order (host/gauss_seidel/group_plan.cpp)");
}

}  // namespace
}  // namespace stencil
