// A master of 32 bits at the register port of stencil_accel: job, command, counters, and writes that break a chain.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_halves_test {
namespace {

using namespace stencil::contract;

class StencilAccelHalves : public AccelTest {
 protected:
  static constexpr unsigned low = 0x0f, high = 0xf0;

  // As a width converter does: the address of the half, its lanes, anything in the others.
  unsigned write_half(unsigned address, bool upper, std::uint64_t value) {
    const std::uint64_t half = upper ? value >> 32 : value & 0xffffffff;
    const std::uint64_t other = random.word();
    return bench_->write_register(
        upper ? address + 4 : address,
        upper ? half << 32 | (other & 0xffffffff) : (other & ~std::uint64_t{0xffffffff}) | half, upper ? high : low);
  }
  void write_both(unsigned address, std::uint64_t value) {
    ASSERT_EQ(write_half(address, false, value), axi_okay) << address;
    ASSERT_EQ(write_half(address, true, value), axi_okay) << address;
  }
  std::uint64_t read_both(unsigned address) {
    const std::uint64_t lower = bench_->read_register(address) & 0xffffffff;
    return (bench_->read_register(address + 4) >> 32) << 32 | lower;
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelHalves, ::testing::ValuesIn(accel_shapes), name_of_shape);

TEST_P(StencilAccelHalves, AJobByHalvesIsTheSameJob) {
  const Weights weights{0.3, 0.7, 0.123};
  for (const Stall stall : all_stalls) {
    auto& bench = make(stall);
    load_random();
    write_both(REG_COLS, 7);
    write_both(REG_NITER, 5);
    write_both(REG_RDX2, to_bits(weights.rdx2));
    write_both(REG_RDY2, to_bits(weights.rdy2));
    write_both(REG_BETA, to_bits(weights.beta));
    EXPECT_EQ(read_both(REG_ID), id_value);
    EXPECT_EQ(read_both(REG_BETA), to_bits(weights.beta));
    write_both(REG_COMMAND, AccelCommand{12, 1, 1}.word());
    // Other buffers, the same rows: the kept lower half is used.
    ASSERT_EQ(write_half(REG_COMMAND, true, AccelCommand{0, 0, 0}.word()), axi_okay);
    bench.wait_until_idle();
    bench.sweep_model({12, 1, 1}, 7, 5, weights);
    bench.sweep_model({12, 0, 0}, 7, 5, weights);
    EXPECT_EQ(read_both(REG_COMMANDS), 2u);
    EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
    EXPECT_EQ(bench.first_difference(), "");
  }
}

// The first block of a chain, an access, the last block: is the chain still open?
TEST_P(StencilAccelHalves, WhatBreaksAChain) {
  struct Case {
    const char* what;
    unsigned strobes, response;
    bool busy;
    std::uint64_t error;  // expected of the last block, or of the write
  };
  for (const Case& write :
       {Case{"nothing", 0x100, 0, false, ERROR_NONE}, Case{"part of a half", 0x03, axi_slverr, false, ERROR_NONE},
        Case{"a half and part of the other", 0x7f, axi_slverr, false, ERROR_NONE},
        Case{"the lower half", low, axi_okay, false, ERROR_CHAIN},
        Case{"the upper half", high, axi_okay, false, ERROR_CHAIN},
        Case{"the lower half while busy", low, axi_slverr, true, ERROR_BUSY},
        Case{"the upper half while busy", high, axi_slverr, true, ERROR_BUSY},
        Case{"part of a half while busy", 0x80, axi_slverr, true, ERROR_NONE}}) {
    SCOPED_TRACE(write.what);
    auto& bench = make();
    load_random();
    bench.job(3, 2);
    const std::uint64_t weight = bench.read_register(REG_RDX2);
    bench.queue({40, 0, 0, false, true});
    if (!write.busy) bench.wait_until_idle();
    if (write.strobes < 0x100) {
      EXPECT_EQ(bench.write_register(REG_RDX2, write.busy ? ~weight : weight, write.strobes), write.response);
    }
    EXPECT_EQ(bench.read_register(REG_ERROR), write.busy ? write.error : std::uint64_t{ERROR_NONE});
    if (write.busy) {
      ASSERT_NE(bench.read_register(REG_STATUS) & status_busy, 0u) << "too late for this test";
      bench.must_write(REG_STATUS, status_failed);
    }
    bench.wait_until_idle();
    EXPECT_EQ(bench.read_register(REG_RDX2), weight);
    bench.queue({5, 1, 1, true, false});
    bench.wait_until_idle();
    EXPECT_EQ(bench.read_register(REG_ERROR), write.busy ? std::uint64_t{ERROR_NONE} : write.error);
  }
}

// Both halves of COMMAND are refused while the queue is full, and neither is kept.
TEST_P(StencilAccelHalves, AFullQueueRefusesHalvesOfACommand) {
  auto& bench = make();
  load_random();
  bench.job(3, 13);
  const std::uint64_t commands = 1 + bench.read_register(REG_QUEUE_DEPTH);
  bench.start({60});
  for (std::uint64_t i = 1; i < commands; ++i) bench.queue({60});
  for (const bool upper : {false, true}) {
    EXPECT_EQ(write_half(REG_COMMAND, upper, AccelCommand{9, 1, 1}.word()), axi_slverr);
    EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_BUSY);
    bench.must_write(REG_STATUS, status_failed);
  }
  bench.wait_until_idle();
  ASSERT_EQ(write_half(REG_COMMAND, true, AccelCommand{0, 1, 1}.word()), axi_okay);
  bench.wait_until_idle();
  for (std::uint64_t i = 0; i < commands; ++i) bench.sweep_model({60}, 3, 13);
  bench.sweep_model({60, 1, 1}, 3, 13);
  EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
  EXPECT_EQ(bench.first_difference(), "");
}

// A counter that moves: both halves are of one cycle, as a read of the whole register in the same cycle shows.
TEST_P(StencilAccelHalves, CountersByHalves) {
  auto& bench = make();
  const auto passed_since = [&](std::int64_t begin) { return static_cast<std::uint64_t>(bench.cycles() - begin); };
  for (int i = 0; i < 20; ++i) {
    const std::int64_t begin = bench.cycles();
    const std::uint64_t whole = bench.read_register(REG_CYCLES_TOTAL), both = read_both(REG_CYCLES_TOTAL);
    EXPECT_GT(both, whole);
    EXPECT_LT(both, whole + passed_since(begin));
    EXPECT_CYCLES(passed_since(begin), 6u) << "three reads";
  }
  EXPECT_EQ(bench.write_register(REG_CONTROL, ~std::uint64_t{0}, high), axi_okay);
  EXPECT_GT(read_both(REG_CYCLES_TOTAL), 40u) << "bit 0 was not written";
  const std::int64_t cleared = bench.cycles();
  EXPECT_EQ(bench.write_register(REG_CONTROL, control_clear_counters, low), axi_okay);
  EXPECT_LT(read_both(REG_CYCLES_TOTAL), passed_since(cleared));
}

}  // namespace
}  // namespace stencil::test::stencil_accel_halves_test
