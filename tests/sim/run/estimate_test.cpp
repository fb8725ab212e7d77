// SPDX-License-Identifier: Apache-2.0
#include "sim/run/estimate.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

Capabilities device(std::int64_t pes, std::int64_t lanes, std::int64_t bus_bytes) {
  Capabilities capabilities;
  capabilities.pes = pes;
  capabilities.lanes = lanes;
  capabilities.axi_data_bits = 8 * bus_bytes;
  capabilities.pe_latency = 32;
  capabilities.timed = true;
  return capabilities;
}

TEST(PredictBlockCycles, IsThePublishedTableAndItsControl) {
  // Interior blocks with 1000 columns and latency 32, from the worked table of serial schedules; 21 cycles of
  // handshakes, registers and pipeline beside.
  const auto serial = [](std::int64_t portion, std::int64_t niter, std::int64_t pes, std::int64_t lanes,
                         std::int64_t bus_bytes) {
    return predict_block_cycles(device(pes, lanes, bus_bytes), {}, Block{niter, portion, niter, niter}, 1000, niter);
  };
  EXPECT_EQ(serial(15, 5, 1, 1, 8), 191032 + 21);
  EXPECT_EQ(serial(15, 5, 5, 1, 8), 95160 + 21);
  EXPECT_EQ(serial(60, 12, 4, 1, 8), 484128 + 21);
  EXPECT_EQ(serial(60, 8, 8, 1, 32), 137256 + 21);
  EXPECT_EQ(serial(252, 24, 8, 4, 32), 440256 + 21);
}

TEST(PredictBlockCycles, CountsTheLink) {
  const Block block{0, 10, 0, 0};
  LinkOptions link;
  const std::int64_t fast = predict_block_cycles(device(1, 1, 8), link, block, 10, 1);
  link.bytes_per_cycle = 4;
  // A beat every other cycle, but for the first of each of the two transfers.
  EXPECT_EQ(predict_block_cycles(device(1, 1, 8), link, block, 10, 1), fast + 300 - 2);
  link.bytes_per_cycle = 64;
  link.latency_cycles = 7;
  EXPECT_EQ(predict_block_cycles(device(1, 1, 8), link, block, 10, 1), fast + 14);
}

TEST(EstimateRank, SumsAllStepsWithTheShortLastOne) {
  const Capabilities d = device(4, 1, 8);
  const auto rows_swept = [](const Capabilities&, const LinkOptions&, const Block& block, std::int64_t,
                             std::int64_t niter) { return block.rows() * niter; };
  // 3 steps of 5 sweeps over blocks of 20, 25 and 15 rows, one of 2 over 17, 19 and 12.
  const CostEstimate cost = estimate_rank(d, {}, 40, 77, 15, Steps{17, 5}, rows_swept);
  EXPECT_EQ(cost.blocks, 12);
  EXPECT_EQ(cost.cycles, 3 * 5 * (20 + 25 + 15) + 2 * (17 + 19 + 12));
  Capabilities untimed = d;
  untimed.timed = false;
  EXPECT_EQ(estimate_rank(untimed, {}, 40, 77, 15, Steps{17, 5}, rows_swept).cycles, 0);
  EXPECT_EQ(estimate_rank(untimed, {}, 40, 77, 15, Steps{17, 5}, rows_swept).blocks, 12);
}

TEST(ReadableDuration, PicksTheUnit) {
  EXPECT_EQ(readable_duration(0.0), "0 ms");
  EXPECT_EQ(readable_duration(0.25), "250 ms");
  EXPECT_EQ(readable_duration(12.4), "12 s");
  EXPECT_EQ(readable_duration(200.0), "3 min 20 s");
  EXPECT_EQ(readable_duration(18420.0), "5 h 07 min");
  EXPECT_EQ(remaining_seconds(3.0, 0.25), 9.0);
}

}  // namespace
}  // namespace stencil
