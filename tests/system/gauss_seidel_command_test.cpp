// run --kernel gauss-seidel as a user runs it: status, text, report, refusals.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "host/base/text.hpp"
#include "host/io/npy.hpp"
#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

Words gauss_seidel(const Words& more) {
  Words words{"run", "--kernel", "gauss-seidel"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(GaussSeidelCommand, ASmallRunNeedsNoOtherOption) {
  const ProgramResult result = alone({"run", "--kernel", "gauss-seidel"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("accelerator rtl, configuration default: ", 0), 0u);
  EXPECT_EQ(count(result.out,
                  "\nproblem 101 x 77, 3 rounds of 4 sweeps forward and 4 backward of gauss-seidel,\n"
                  "  1x1 subdomain of 2x2 tiles each\n"),
            1)
      << result.out;
  EXPECT_EQ(count(result.out, "\ntiles of each subdomain fused to 1x1\n"), 1) << result.out;
  EXPECT_EQ(count(result.out, "\nmessages between subdomains: 0 of 0 words in all; needed: 0 of 0\n"), 1);
  EXPECT_EQ(last_line(result.out), "PASS: 7,777 values compared, 0 differ, 6 tiles") << result.out;
}

// The tiles asked for, each by itself: with --fuse off, and where every tile is checked.
TEST(GaussSeidelCommand, TilesAreFusedUnlessSomebodyLooksAtThem) {
  const ScratchDirectory scratch;
  const auto report_of = [&](const Words& more) {
    Words words = gauss_seidel({"--accel", "model", "--report", scratch / "r.json"});
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult result = alone(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return Json::parse(read_text(scratch / "r.json"));
  };
  const auto fused = report_of({});
  EXPECT_EQ(fused["gauss_seidel"]["fused_tiles"], "1x1");
  EXPECT_EQ(fused["problem"]["tiles"], "2x2");
  EXPECT_EQ(fused["blocks"].size(), 6u);
  EXPECT_LE(fused["totals"]["cycles"].integer(), 66055) << "one load, six sweeps, one store";
  EXPECT_EQ(fused["totals"]["bytes_to_device"], 8 * 101 * 77);
  EXPECT_EQ(fused["totals"]["bytes_from_device"], 8 * 99 * 77);
  for (const Words& more : {Words{"--fuse", "off"}, Words{"--check", "block"}, Words{"--capture", "0:1:2"}}) {
    Words words = more;
    if (more.front() == "--capture") words.insert(words.end(), {"--capsule", scratch / "c.capsule"});
    const auto apart = report_of(words);
    EXPECT_TRUE(apart["gauss_seidel"]["fused_tiles"].is_null()) << more.front();
    EXPECT_EQ(apart["blocks"].size(), 24u) << more.front();
    EXPECT_EQ(apart["totals"]["cycles"], 169691) << more.front();
  }
}

TEST(GaussSeidelCommand, LeavesAReportOfTilesAndMessages) {
  const ScratchDirectory scratch;
  const ProgramResult result =
      under_mpirun(4, STENCIL_COSIM,
                   gauss_seidel({"--accel", "model", "--grid", "2x2", "--sweeps", "3", "--tiles", "2x1", "--rounds",
                                 "2", "--history", "--check", "block", "--report", scratch / "r.json"}));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(count(result.out, "\nresidual: "), 1);
  const auto report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["schema"], "stencil-cosim/report/1");
  EXPECT_EQ(report["ok"], true);
  const auto& problem = report["problem"];
  EXPECT_EQ(problem["kernel"], "gauss-seidel");
  EXPECT_EQ(problem["iterations"], 12);
  EXPECT_EQ(problem["grid"], "2x2");
  EXPECT_EQ(problem["tiles"], "2x1");
  EXPECT_EQ(problem["sweeps"], 3);
  EXPECT_EQ(problem["rounds"], 2);
  EXPECT_TRUE(problem["stw"].is_null());
  EXPECT_TRUE(problem["portion"].is_null());
  const auto& tiles = report["gauss_seidel"];
  // Per round: 2*(2*1 + 2*2) messages; 2*4*((75 + 1) + (99 + 1)) words.
  EXPECT_EQ(tiles["messages"], 2 * 12);
  EXPECT_EQ(tiles["words"], 2 * 8 * 176);
  EXPECT_EQ(tiles["expected_messages"], tiles["messages"]);
  EXPECT_EQ(tiles["expected_words"], tiles["words"]);
  EXPECT_EQ(tiles["row_cuts"], Json::array({51}));
  EXPECT_EQ(tiles["col_cuts"], Json::array({39}));
  EXPECT_EQ(tiles["residuals"].size(), 3u);
  ASSERT_EQ(report["blocks"].size(), 4u * 2 * 4);
  std::int64_t cycles = 0;
  int mixed = 0;
  for (const auto& block : report["blocks"]) {
    EXPECT_TRUE(block["keep"].is_null());
    EXPECT_TRUE(block["strip"].is_null());
    EXPECT_EQ(block["direction"], block["step"].integer() % 2 == 0 ? "forward" : "backward");
    EXPECT_EQ(block["model_cycles"], block["cycles"]["total"]);
    cycles += block["cycles"]["total"].integer();
    mixed += block["tile_class"] == "mixed" ? 1 : 0;
  }
  EXPECT_EQ(report["totals"]["cycles_all_ranks"], cycles);
  EXPECT_EQ(mixed, 8) << "two in each step of four: a low cut in one dimension, a high one in the other";
  EXPECT_GT(report["compared"].integer(), 7777);
}

// One tile per subdomain: each waits for the one after it, forward, and for the one before it, backward.
TEST(GaussSeidelCommand, TheTimeOfARankIncludesWaiting) {
  const ScratchDirectory scratch;
  const auto measured = [&](const Words& more) {
    Words words = gauss_seidel({"--accel", "model", "--rows", "202", "--cols", "202", "--check", "off", "--fuse", "off",
                                "--report", scratch / "r.json"});
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult result = under_mpirun(4, STENCIL_COSIM, words);
    EXPECT_EQ(result.status, 0) << result.err;
    const auto report = Json::parse(read_text(scratch / "r.json"));
    EXPECT_EQ(
        count(result.out, "\nwaiting for messages: " + with_commas(report["gauss_seidel"]["waiting_cycles"].integer()) +
                              " cycles on all ranks; the last ends in cycle " +
                              with_commas(report["gauss_seidel"]["makespan_cycles"].integer()) + "\n"),
        1)
        << result.out;
    return report;
  };
  const auto one_by_one = measured({"--row-cuts", "51,101,151", "--tiles", "1x1"});
  // No rank works beside another: the makespan is the sum.
  EXPECT_EQ(one_by_one["gauss_seidel"]["makespan_cycles"], one_by_one["totals"]["cycles_all_ranks"]);
  EXPECT_EQ(one_by_one["gauss_seidel"]["row_cuts"], Json::array({51, 101, 151}));
  std::int64_t cycles = 0;
  std::int64_t waiting = 0;
  ASSERT_EQ(one_by_one["gauss_seidel"]["ranks"].size(), 4u);
  for (const auto& rank : one_by_one["gauss_seidel"]["ranks"]) {
    EXPECT_EQ(rank["end_cycle"].integer(), rank["cycles"].integer() + rank["waiting_cycles"].integer());
    cycles += rank["cycles"].integer();
    waiting += rank["waiting_cycles"].integer();
  }
  EXPECT_EQ(one_by_one["totals"]["cycles_all_ranks"], cycles);
  EXPECT_EQ(one_by_one["gauss_seidel"]["waiting_cycles"], waiting);
  const auto side_by_side = measured({"--grid", "4x1", "--tiles", "2x1"});
  EXPECT_EQ(side_by_side["gauss_seidel"]["makespan_cycles"], side_by_side["totals"]["cycles"]);
  EXPECT_EQ(side_by_side["gauss_seidel"]["words"], one_by_one["gauss_seidel"]["words"]) << "cycles are not counted";
}

// Fused tiles of two strips: every rank begins at once, and waits little.
TEST(GaussSeidelCommand, RanksInAPipelineEndBeforeThoseThatDoTileByTile) {
  const ScratchDirectory scratch;
  const auto measured = [&](const Words& more) {
    Words words = gauss_seidel({"--accel", "model", "--tiles", "2x1", "--report", scratch / "r.json"});
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult result = under_mpirun(2, STENCIL_COSIM, words);
    EXPECT_EQ(result.status, 0) << result.err << result.out;
    return Json::parse(read_text(scratch / "r.json"));
  };
  const auto fused = measured({});
  EXPECT_LE(fused["gauss_seidel"]["makespan_cycles"].integer(), 52760);
  EXPECT_EQ(fused["gauss_seidel"]["words"], fused["gauss_seidel"]["expected_words"]);
  for (const auto& rank : fused["gauss_seidel"]["ranks"])
    EXPECT_EQ(rank["end_cycle"].integer(), rank["cycles"].integer() + rank["waiting_cycles"].integer());
  std::int64_t cycles = 0;
  for (const auto& block : fused["blocks"]) {
    EXPECT_EQ(block["model_cycles"], block["cycles"]["total"]);
    cycles += block["cycles"]["total"].integer();
  }
  EXPECT_EQ(fused["totals"]["cycles_all_ranks"], cycles);
  EXPECT_EQ(measured({"--fuse", "off"})["totals"]["cycles"], 91242);
}

TEST(GaussSeidelCommand, ADumpedInputGivesTheSameResult) {
  const ScratchDirectory scratch;
  ASSERT_EQ(alone(gauss_seidel({"--accel", "software", "--rows", "40", "--cols", "50", "--seed", "7", "--dump-input",
                                scratch / "p", "--output", scratch / "a.npy"}))
                .status,
            0);
  const ProgramResult result =
      under_mpirun(1, STENCIL_COSIM,
                   gauss_seidel({"--accel", "software", "--input", scratch / "p_f.npy", "--tiles", "3x1", "--output",
                                 scratch / "b.npy", "--report", scratch / "r.json"}));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(read_text(scratch / "a.npy"), read_text(scratch / "b.npy"));
  EXPECT_EQ(scratch.entries().size(), 4u) << "the operator has no right-hand side to dump";
  const auto report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_TRUE(report["problem"]["seed"].is_null());
  EXPECT_EQ(report["problem"]["rows"], 40);
}

TEST(GaussSeidelCommand, WithoutCheckNothingIsClaimed) {
  const ProgramResult result = alone(gauss_seidel({"--accel", "software", "--check", "off"}));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(last_line(result.out).rfind("NOT CHECKED: 0 values compared", 0), 0u) << result.out;
}

TEST(GaussSeidelCommand, AWrongBitIsStatusOneAndFullyNamed) {
  const ScratchDirectory scratch;
  const ProgramResult result =
      under_mpirun(2, STENCIL_FAULTY_COSIM,
                   gauss_seidel({"--accel", "software", "--check", "block", "--report", scratch / "r.json"}),
                   {"FAULT=flip", "FAULT_RANK=1", "FAULT_AT=6"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(count(result.out, "\nFAIL: "), 1) << result.out;
  const auto report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], false);
  const auto& first = report["first_mismatch"];
  EXPECT_EQ(first["rank"], 1);
  EXPECT_EQ(first["step"], 1);
  EXPECT_EQ(first["block"], 2);
  EXPECT_EQ(first["sweep"], 3);
  EXPECT_EQ(first["ulp"], 1);
  EXPECT_TRUE(first["strip"].is_null());
  EXPECT_NE(result.out.find("first difference: row " + std::to_string(first["row"].integer()) + ", col " +
                            std::to_string(first["col"].integer()) + " (rank 1, step 1, block 2, sweep 3)"),
            std::string::npos)
      << result.out;
}

TEST(GaussSeidelCommand, AFailingDeviceIsStatusThree) {
  const ScratchDirectory scratch;
  const ProgramResult failed =
      under_mpirun(4, STENCIL_FAULTY_COSIM, gauss_seidel({"--accel", "software", "--output", scratch / "o.npy"}),
                   {"FAULT=fail", "FAULT_RANK=2", "FAULT_AT=5"});
  EXPECT_EQ(failed.status, 3);
  EXPECT_EQ(count(failed.err, "stencil-cosim: rank 2: test device: no answer to start within 1000 cycles\n"), 1)
      << failed.err;
  EXPECT_TRUE(scratch.entries().empty());
  const ProgramResult miscounted =
      under_mpirun(1, STENCIL_FAULTY_COSIM, gauss_seidel({"--accel", "software"}), {"FAULT=miscount"});
  EXPECT_EQ(miscounted.status, 3);
  EXPECT_EQ(count(miscounted.err, "stencil-cosim: rank 0: ledger: the blocks add up to "), 1) << miscounted.err;
}

// The other refusals are in tests/sim/app/cli/run_command_test.cpp.
TEST(GaussSeidelCommand, BadUsageIsOneLineAndStatusTwo) {
  const std::vector<BadCase> cases{
      {gauss_seidel({"--rhs", "r.npy"}),
       "--rhs is r.npy, must not be given with --kernel gauss-seidel: the average of five has no right-hand side"},
      {gauss_seidel({"--grid", "2x"}),
       "--grid is '2x', must be two counts of 1 .. 1048576 with an x between, as in 2x3"},
      {{"run", "--history"},
       "--history must not be given with --kernel jacobi: --place norm=cpu or norm=accel says how much each step "
       "changed"},
  };
  for (const BadCase& bad : cases) {
    const ProgramResult result = alone(bad.options);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "stencil-cosim: " + bad.line + "\n");
    EXPECT_EQ(result.out, "");
  }
}

TEST(GaussSeidelCommand, RefusesWhatCannotWorkOnceAndLeavesNothing) {
  const ScratchDirectory scratch;
  const std::vector<BadCase> cases{
      {{"--grid", "2x2"}, "--grid is 2x2, must have one subdomain for each of 3 ranks: 3x1, 1x3"},
      {{"--sweeps", "9"},
       "tile 0 of subdomain 1 = 17 rows, must be >= 19 (2*sweeps + 1 after a cut, before another tile, 9 sweeps; 101 "
       "rows with the border, 3 subdomains of 2 tiles)"},
      {{"--row-cuts", "20"},
       "the grid of --row-cuts and --col-cuts is 2x1, must have one subdomain for each of 3 ranks: 3x1, 1x3"},
      {{"--row-cuts", "20,120"}, "--row-cuts is 20,120, must rise, 120 must be 21 .. 99"},
      {{"--rows", "4"}, "subdomains of the rows = 3, must be <= 2 (4 with the border)"},
      {{"--config", "small", "--cols", "3000"},
       "columns of the largest tile with one column around = 1504, must be 3 .. 1024 (the device's longest row)"},
      {{"--config", "small", "--rows", "600", "--cols", "1000"},
       "rows of the largest tile with one row around = 108, must be 3 .. 32 (16384 words per buffer, 504 columns)"},
  };
  for (const BadCase& bad : cases) {
    Words words = gauss_seidel({"--accel", "software", "--output", scratch / "o.npy", "--report", scratch / "r.json"});
    words.insert(words.end(), bad.options.begin(), bad.options.end());
    const ProgramResult result = under_mpirun(3, STENCIL_COSIM, words);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    EXPECT_NE(result.err.find("stencil-cosim: " + bad.line + "\n"), std::string::npos) << result.err;
    EXPECT_TRUE(scratch.entries().empty());
  }
}

}  // namespace
}  // namespace stencil
