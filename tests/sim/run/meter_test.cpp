// SPDX-License-Identifier: Apache-2.0
#include "sim/run/meter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stencil {
namespace {

struct Listener {
  std::vector<std::string> lines;
  std::vector<double> shares;
  RunHooks hooks;

  Listener() {
    hooks.say = [this](const std::string& line) { lines.push_back(line); };
    hooks.progress = [this](double share, double, double) { shares.push_back(share); };
    hooks.predict_cycles = [](const Capabilities&, const LinkOptions&, const Block& block, std::int64_t, std::int64_t) {
      return block.rows();
    };
  }
};

Capabilities device(bool timed) {
  Capabilities capabilities;
  capabilities.pes = 4;
  capabilities.lanes = 1;
  capabilities.axi_data_bits = 64;
  capabilities.timed = timed;
  return capabilities;
}

BlockRun block_of(std::int64_t rows) {
  BlockRun run;
  run.block.keep = rows;
  run.cols = 7;
  run.niter = 5;
  return run;
}

TEST(RunMeter, SaysTheTimeAtOnceWhenTheSpeedIsKnown) {
  Listener listener;
  listener.hooks.device_cycles_per_second_hint = 100.0;
  RunMeter meter(device(true), {}, listener.hooks, CostEstimate{40, 2}, 6000);
  meter.begin();
  EXPECT_EQ(listener.lines,
            (std::vector<std::string>{
                "estimate: 6000 device cycles on the slowest rank, about 1 min 00 s (at 100 cycles/s)"}));
  meter.advance(block_of(10));
  meter.advance(block_of(30));
  EXPECT_EQ(listener.lines.size(), 1u);
  EXPECT_EQ(listener.shares, (std::vector<double>{0.25, 1.0}));
}

TEST(RunMeter, MeasuresTheFirstBlockOtherwise) {
  Listener listener;
  RunMeter meter(device(true), {}, listener.hooks, CostEstimate{40, 2}, 6000);
  meter.begin();
  ASSERT_EQ(listener.lines.size(), 1u);
  EXPECT_EQ(listener.lines[0], "estimate: 6000 device cycles on the slowest rank; the first block will tell the time");
  meter.advance(block_of(10));
  meter.advance(block_of(30));
  ASSERT_EQ(listener.lines.size(), 2u);
  EXPECT_EQ(listener.lines[1].rfind("estimate: 6000 device cycles on the slowest rank, about ", 0), 0u);
  EXPECT_NE(listener.lines[1].find("(from the first of 2 blocks)"), std::string::npos);
}

TEST(RunMeter, PromisesNoTimeToARunOfOneBlock) {
  Listener listener;
  RunMeter meter(device(true), {}, listener.hooks, CostEstimate{10, 1}, 10);
  meter.begin();
  meter.advance(block_of(10));
  EXPECT_EQ(listener.lines, (std::vector<std::string>{"estimate: 10 device cycles on the slowest rank"}));
}

TEST(RunMeter, CountsBlocksWhereThereIsNoTime) {
  Listener listener;
  RunMeter meter(device(false), {}, listener.hooks, CostEstimate{0, 4}, 0);
  meter.begin();
  for (int i = 0; i < 4; ++i) meter.advance(block_of(10));
  EXPECT_TRUE(listener.lines.empty());
  EXPECT_EQ(listener.shares, (std::vector<double>{0.25, 0.5, 0.75, 1.0}));
}

TEST(RunMeter, WorksWithoutListeners) {
  const RunHooks hooks;
  RunMeter meter(device(true), {}, hooks, CostEstimate{40, 2}, 6000);
  meter.begin();
  EXPECT_NO_THROW(meter.advance(block_of(10)));
}

}  // namespace
}  // namespace stencil
