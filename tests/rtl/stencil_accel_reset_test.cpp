// Resets of stencil_accel in the middle of its work, through its pins.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_reset_test {
namespace {

using namespace stencil::contract;

class StencilAccelReset : public AccelTest {
 protected:
  void expect_status(std::uint64_t status, std::uint64_t error) {
    EXPECT_EQ(bench_->read_register(REG_STATUS), status);
    EXPECT_EQ(bench_->read_register(REG_ERROR), error);
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelReset, ::testing::ValuesIn(accel_shapes), name_of_shape);

// Pins and registers agree: the registers show the counts of the bench since the reset.
TEST_P(StencilAccelReset, ResetInMidRun) {
  auto& bench = make();
  for (std::int64_t cut = 10; cut < 400; cut += 37) {
    SCOPED_TRACE(::testing::Message() << "reset " << cut << " cycles after the start");
    load_random();
    const std::int64_t cols = shape().max_cols;
    bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(2 * shape().pes));
    for (const AccelCommand& command : {AccelCommand{9, 0, 0}, AccelCommand{9, 1, 1}}) bench.queue(command);
    for (std::int64_t cycle = 0; cycle < cut; ++cycle) bench.tick();
    bench.reset();
    const std::int64_t begin = bench.cycles();
    expect_status(0, ERROR_NONE);
    EXPECT_EQ(bench.read_register(REG_COMMANDS), 0u);
    EXPECT_EQ(bench.read_register(REG_CYCLES_COMPUTE), 0u);
    EXPECT_EQ(bench.read_register(REG_NITER), 0u);
    const std::uint64_t total = bench.read_register(REG_CYCLES_TOTAL);
    EXPECT_LT(total, static_cast<std::uint64_t>(bench.cycles() - begin));
    load_random();
    bench.job(3, 3);
    bench.queue({5});
    bench.wait_until_idle();
    bench.sweep_model({5}, 3, 3);
    expect_status(status_done, ERROR_NONE);
    EXPECT_EQ(bench.read_register(REG_COMMANDS), 1u);
    EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE], engine_timing(bench.shape(), 5, 3, 3).compute_cycles());
    ASSERT_EQ(bench.first_difference(), "");
  }
}

// As soon as the bus allows, with no load in between: the buffer of the first command is undefined after the reset, so
// the second command works on another one, which must have kept its contents, and the first is loaded anew before all
// are compared.
TEST_P(StencilAccelReset, ResetInMidRunAndACommandAtOnce) {
  auto& bench = make();
  const std::int64_t cols = shape().max_cols;
  const Words ones(shape().memory_words, to_bits(1.0)), zeros(shape().memory_words, to_bits(0.0)),
      twos(shape().memory_words, to_bits(2.0));
  // All over the command: the first results are written when the first pass has nearly been read.
  const std::int64_t whole = engine_timing(bench.shape(), 9, cols, 2 * shape().pes).busy_cycles();
  for (std::int64_t cut = 10; cut < whole; cut += whole / 32) {
    SCOPED_TRACE(::testing::Message() << "reset " << cut << " cycles after the start");
    bench.load(ones, zeros);
    bench.post_load(1, twos);  // a one in it would be a result that has gone astray
    bench.finish_bursts();
    bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(2 * shape().pes), Weights{0.25, 0.25, 1.0});
    bench.queue({9});
    for (std::int64_t cycle = 0; cycle < cut; ++cycle) bench.tick();
    bench.reset();
    bench.job(static_cast<std::uint64_t>(cols), 4);
    bench.queue({7, 1});
    bench.wait_until_idle();
    const EngineTiming timing = engine_timing(bench.shape(), 7, cols, 4);
    EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE], timing.compute_cycles());
    EXPECT_EQ(bench.causes()[CAUSE_STALL], timing.stall_cycles);
    bench.sweep_model({7, 1}, cols, 4);
    bench.post_load(0, ones);
    bench.finish_bursts();
    ASSERT_EQ(bench.first_difference(), "");
  }
}

// Masters and device forget their bursts together; the next ones are served.
TEST_P(StencilAccelReset, ResetInMidBurst) {
  auto& bench = make(Stall::both);
  AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 223);
  for (int cut = 5; cut < 120; cut += 9) {
    for (int i = 0; i < 6; ++i) {
      bench.writes().post(traffic.write(traffic.address()));
      bench.reads().post(traffic.address());
    }
    for (int cycle = 0; cycle < cut; ++cycle) bench.tick();
    bench.reset();
    EXPECT_FALSE(bench.pins().s_axi_bvalid || bench.pins().s_axi_rvalid);
    load_random();
    ASSERT_EQ(bench.first_difference(), "");
    expect_status(0, ERROR_NONE);
  }
}

// Answers of both buses are on their way, or wait to be taken, when the reset begins; from its second cycle on none is
// offered. Masters are silent, as the contract asks.
TEST_P(StencilAccelReset, NoAnswerIsOfferedDuringAReset) {
  auto& bench = make(Stall::both);
  AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 224);
  for (int cut = 4; cut < 40; cut += 3) {
    SCOPED_TRACE(::testing::Message() << "reset " << cut << " cycles after the first burst");
    AxiAddress at;
    at.size = traffic.full_size();
    at.beats = 2;
    for (int i = 0; i < 6; ++i) {
      bench.writes().post(traffic.write(at));
      bench.reads().post(at);
      bench.registers().post_read(REG_ID);
      bench.registers().post_write(REG_BETA, 1);
    }
    for (int cycle = 0; cycle < cut; ++cycle) bench.tick();
    AccelPins& pins = bench.pins();
    pins.s_axi_awvalid = pins.s_axi_wvalid = pins.s_axi_arvalid = 0;
    pins.s_axil_awvalid = pins.s_axil_wvalid = pins.s_axil_arvalid = 0;
    pins.rst = 1;
    for (int cycle = 0; cycle < 8; ++cycle) {
      pins.clk = 0;
      pins.eval();
      EXPECT_TRUE(cycle == 0 || !(pins.s_axi_bvalid || pins.s_axi_rvalid || pins.s_axil_bvalid || pins.s_axil_rvalid))
          << "cycle " << cycle;
      pins.clk = 1;
      pins.eval();
    }
    bench.reset();
  }
}

// A burst under way on a buffer, legal or at fault, in either direction; after the reset, at once a burst elsewhere and
// a command on that buffer: neither waits for the forgotten burst, no fault of it is left, and the command's buffers
// are held.
TEST_P(StencilAccelReset, ACommandAndABurstRightBehindAResetInABurst) {
  for (const bool write : {true, false})
    for (const bool at_fault : {false, true}) {
      SCOPED_TRACE(::testing::Message() << (write ? "write" : "read") << (at_fault ? " at fault" : ""));
      auto& bench = make();
      AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 241);
      load_random();
      AxiAddress at;
      at.beats = 40;
      at.size = traffic.full_size();
      if (write) {
        AxiWrite data = traffic.write(at);
        if (at_fault) data.data[1].strobes = 1;
        data.data[20].delay_cycles = 100000;
        const std::size_t taken = bench.writes().beats_taken();
        bench.writes().post(data);
        bench.tick_until([&] { return bench.writes().beats_taken() == taken + 20; }, "20 beats");
      } else {
        if (at_fault) at.burst = axi_wrap;
        bench.reads().pause(true);
        bench.reads().post(at);
        for (int i = 0; i < 30; ++i) bench.tick();
      }
      bench.reset();
      bench.job(3, 2);
      for (int i = 0; i < 100; ++i) bench.tick();
      const std::int64_t written = bench.cycles();
      bench.queue({5, 0, 0});
      at.burst = axi_incr;
      at.beats = 4;
      bench.writes().post(traffic.write(at));  // after the answer, so held by the command
      bench.tick_until([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the engine");
      EXPECT_CYCLES(bench.cycles() - 1 - written, 4) << "the command waits for nothing";
      EXPECT_EQ(bench.writes().beats_taken(), 0u);
      bench.tick_until([&] { return bench.writes().beats_taken() > 0; }, "the held burst");
      ASSERT_EQ(bench.finished().size(), 1u);
      EXPECT_CYCLES(bench.cycles() - 1, bench.finished().back() + 1);
      bench.finish_bursts();
      EXPECT_EQ(bench.writes().responses().back().response, axi_okay) << "no fault is left";
      expect_status(status_done, ERROR_NONE);
      // The contents of the burst's buffer are undefined until it is loaded.
      load_random();
      bench.queue({5, 0, 0});
      bench.sweep_model({5, 0, 0}, 3, 2);
      bench.wait_until_idle();
      EXPECT_EQ(bench.first_difference(), "");
    }
}

}  // namespace
}  // namespace stencil::test::stencil_accel_reset_test
