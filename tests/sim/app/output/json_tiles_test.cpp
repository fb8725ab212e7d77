// The JSON report of tiles, which Jacobi has nothing of.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/json.hpp"

#include <gtest/gtest.h>

#include "models/values/canonical_nan.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "tests/sim/app/report/sample_report.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

Report tiles_report() {
  Report report = sample_report();
  report.problem = ReportProblem{};
  report.problem->iterations = 24;
  report.problem->kernel = "gauss-seidel";
  report.problem->grid = "2x3";
  report.problem->tiles = "2x1";
  report.problem->sweeps = 4;
  report.problem->rounds = 3;
  BlockRecord tile = report.blocks[0];
  tile.strip = tile.keep = tile.before = tile.after = std::nullopt;
  tile.chain.reset();
  tile.tile = TileKind{TileClass::mixed, false};
  BlockRecord other = tile;
  other.block = 1;
  other.tile = TileKind{TileClass::receive, true};
  tell_blocks(report, {tile, other});
  TilesReport tiles;
  tiles.row_cuts = {34, 67};
  tiles.messages = 12;
  tiles.words = 345;
  tiles.expected_messages = 12;
  tiles.expected_words = 346;
  tiles.residuals = {0.5, from_bits(canonical_nan_bits)};
  tiles.times = {{70, 30}, {50, 55}};
  report.parts.put(tiles);
  return report;
}

TEST(ReportJson, HoldsWhatTilesHave) {
  const Json json = Json::parse(report_json(tiles_report()));
  const Json& problem = json["problem"];
  for (const char* name : {"stw", "portion", "schedule", "blocking", "distribution", "rhs", "dx", "dy", "beta"}) {
    EXPECT_TRUE(problem[name].is_null()) << name;
  }
  EXPECT_EQ(problem["kernel"], "gauss-seidel");
  EXPECT_EQ(problem["grid"], "2x3");
  EXPECT_EQ(problem["tiles"], "2x1");
  EXPECT_EQ(problem["sweeps"], 4);
  EXPECT_EQ(problem["rounds"], 3);
  EXPECT_EQ(json["blocks"][0]["tile_class"], "mixed");
  EXPECT_EQ(json["blocks"][0]["direction"], "forward");
  EXPECT_EQ(json["blocks"][1]["tile_class"], "receive");
  EXPECT_EQ(json["blocks"][1]["direction"], "backward");
  EXPECT_EQ(json["blocks"][1]["backward"], true);
  for (const char* name : {"keep", "above", "below"}) EXPECT_TRUE(json["blocks"][0][name].is_null()) << name;
  ASSERT_EQ(json["classes"].size(), 2u);
  EXPECT_EQ(json["classes"][0]["kernel"], "gauss-seidel");
  EXPECT_EQ(json["classes"][0]["tile_class"], "receive");
  EXPECT_EQ(json["classes"][0]["backward"], true);
  EXPECT_EQ(json["classes"][1]["tile_class"], "mixed");
  for (const char* name : {"keep", "above", "below", "schedule", "blocking", "distribution"}) {
    EXPECT_TRUE(json["classes"][0][name].is_null()) << name;
  }
  EXPECT_EQ(json["gauss_seidel"],
            Json::parse(R"({"row_cuts":[34,67],"col_cuts":[],"messages":12,"words":345,"expected_messages":12,
              "expected_words":346,"residuals":[0.5,null],
              "residual_bits":["0x3fe0000000000000","0x7ff8000000000000"],
              "makespan_cycles":105,"waiting_cycles":85,
              "ranks":[{"rank":0,"cycles":70,"waiting_cycles":30,"end_cycle":100},
                       {"rank":1,"cycles":50,"waiting_cycles":55,"end_cycle":105}],
              "fused_tiles":null})"));
  Report untimed = tiles_report();
  untimed.parts.find<TilesReport>()->times.clear();
  const Json without = Json::parse(report_json(untimed));
  for (const char* name : {"makespan_cycles", "waiting_cycles", "ranks"}) {
    EXPECT_TRUE(without["gauss_seidel"][name].is_null()) << name;
  }
}

TEST(ReportJson, OfJacobiHasNothingOfTiles) {
  const Json json = Json::parse(report_json(sample_report()));
  EXPECT_TRUE(json["gauss_seidel"].is_null());
  for (const char* name : {"grid", "tiles", "sweeps", "rounds"}) EXPECT_TRUE(json["problem"][name].is_null()) << name;
}

}  // namespace
}  // namespace stencil
