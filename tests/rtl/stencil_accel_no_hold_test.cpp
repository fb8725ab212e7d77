// MODE bit 1 at the pins of stencil_accel: no burst waits for a command.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_no_hold_test {
namespace {

using namespace stencil::contract;

constexpr unsigned f0 = 0, f1 = 1, r0 = axi_first_r, r1 = axi_first_r + 1;

class StencilAccelNoHold : public AccelTest {
 protected:
  const std::int64_t niter = 6 * shape().pes;
  const AccelCommand command{200, 0, 0};

  AxiAddress burst_of(unsigned number, unsigned beats) const {
    AxiAddress at = bench_->bursts_over(number).front();
    at.beats = beats;
    return at;
  }
  AxiWrite write_of(unsigned number, unsigned beats = 20) {
    AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, random.word());
    return traffic.write(burst_of(number, beats));
  }
  void start() {
    make();
    load_random();
    bench_->job(3, static_cast<std::uint64_t>(niter));
    for (int i = 0; i < 100; ++i) bench_->tick();  // the plan is ready
    bench_->must_write(REG_MODE, mode_no_hold);
    answered = bench_->writes().responses().size();
    beats = bench_->reads().beats().size();
  }
  void expect_response(std::size_t number, unsigned response) {
    EXPECT_EQ(bench_->writes().responses().at(answered + number).response, response) << "burst " << number;
  }
  void expect_error(std::uint64_t error) {
    EXPECT_EQ(bench_->read_register(REG_ERROR), error);
    bench_->must_write(REG_STATUS, status_failed);
  }

  std::size_t answered = 0, beats = 0;
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelNoHold, ::testing::ValuesIn(accel_shapes), name_of_shape);

TEST_P(StencilAccelNoHold, BurstsOfACommandInFlightAreRefusedAtOnce) {
  start();
  auto& bench = *bench_;
  bench.queue(command);
  bench.sweep_model(command, 3, niter);
  bench.tick_until([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the engine");
  // Between them, a burst of a buffer that no command has.
  const std::int64_t begin = bench.cycles();
  bench.writes().post(write_of(f0));
  bench.post_write(write_of(f1));
  bench.writes().post(write_of(r0));
  for (const unsigned number : {r0, f0, f1}) bench.reads().post(burst_of(number, 20));
  bench.finish_bursts();
  // Beats run at full rate: 4 cycles to the first, none lost, and the response after the last.
  EXPECT_CYCLES(bench.cycles() - begin, 4 + 60);
  EXPECT_TRUE(bench.finished().empty()) << "all of it while the command ran";
  expect_response(0, axi_slverr);
  expect_response(1, axi_okay);
  expect_response(2, axi_slverr);
  for (std::size_t beat = 0; beat < 60; ++beat)
    EXPECT_EQ(bench.reads().beats()[beats + beat].response, beat < 40 ? axi_slverr : axi_okay) << "beat " << beat;
  EXPECT_EQ(bench.read_register(REG_STATUS), status_busy | status_failed);
  expect_error(ERROR_HELD);
  // A store alone sets the error too.
  bench.reads().post(burst_of(f0, 5));
  bench.finish_bursts();
  EXPECT_TRUE(bench.finished().empty());
  expect_error(ERROR_HELD);
  bench.wait_until_idle();
  EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE] + bench.causes()[CAUSE_STALL],
                engine_timing(bench.shape(), 200, 3, niter).busy_cycles())
      << "the command does not notice";
  EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
  // No command has these buffers any more.
  bench.post_write(write_of(f0));
  bench.finish_bursts();
  expect_response(3, axi_okay);
  EXPECT_EQ(bench.first_difference(), "") << "nothing was written";
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
}

// A command at the head of the queue, and one after it.
TEST_P(StencilAccelNoHold, BurstsOfAQueuedCommandToo) {
  for (const std::size_t before_it : {1, 2}) {
    start();
    auto& bench = *bench_;
    for (std::size_t i = 0; i < before_it; ++i) {
      if (i == 0) bench.start(command);
      if (i > 0) bench.queue(command);
      bench.sweep_model(command, 3, niter);
    }
    bench.queue({9, 1, 0});  // waits for r 0
    bench.sweep_model({9, 1, 0}, 3, niter);
    bench.writes().post(write_of(f1));
    bench.reads().post(burst_of(f1, 5));
    bench.post_write(write_of(r1));
    bench.finish_bursts();
    EXPECT_TRUE(bench.finished().empty());
    expect_response(0, axi_slverr);
    expect_response(1, axi_okay);
    for (std::size_t beat = 0; beat < 5; ++beat) EXPECT_EQ(bench.reads().beats()[beats + beat].response, axi_slverr);
    expect_error(ERROR_HELD);
    bench.wait_until_idle();
    EXPECT_EQ(bench.first_difference(), "");
  }
}

// A burst from before the mode and before the command ends as it began, and the command waits for it.
TEST_P(StencilAccelNoHold, ABurstThatHasBegunIsServed) {
  for (const bool mode_first : {true, false}) {
    start();
    auto& bench = *bench_;
    if (!mode_first) bench.must_write(REG_MODE, 0);
    AxiWrite write = write_of(f0, 6);
    write.data[3].delay_cycles = 300;
    const std::size_t taken = bench.writes().beats_taken();
    bench.post_write(write);
    bench.tick_until([&] { return bench.writes().beats_taken() == taken + 3; }, "three beats");
    bench.queue({5, 0, 0});
    bench.must_write(REG_MODE, mode_no_hold);
    for (int i = 0; i < 200; ++i) bench.tick();
    EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], 0);
    bench.finish_bursts();
    expect_response(0, axi_okay);
    bench.sweep_model({5, 0, 0}, 3, niter);
    bench.wait_until_idle();
    EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
    EXPECT_EQ(bench.first_difference(), "");
  }
}

// A refused burst may take its time: the next command on its buffer begins all the same.
TEST_P(StencilAccelNoHold, ARefusedBurstKeepsNoCommandOff) {
  start();
  auto& bench = *bench_;
  bench.queue(command);
  bench.sweep_model(command, 3, niter);
  AxiWrite write = write_of(f0, 6);
  write.data[3].delay_cycles = 20000;
  const std::size_t taken = bench.writes().beats_taken();
  bench.writes().post(write);
  bench.tick_until([&] { return bench.writes().beats_taken() == taken + 3; }, "three beats");
  bench.queue({5, 0, 0});
  bench.sweep_model({5, 0, 0}, 3, niter);
  bench.tick_until([&] { return bench.finished().size() == 2; }, "both commands");
  EXPECT_CYCLES(bench.finished()[1] - bench.finished()[0], engine_timing(bench.shape(), 5, 3, niter).busy_cycles() + 1);
  EXPECT_EQ(bench.writes().beats_taken(), taken + 3) << "the burst goes on";
  bench.finish_bursts();
  expect_response(0, axi_slverr);
  expect_error(ERROR_HELD);
  EXPECT_EQ(bench.first_difference(), "") << "the rest of it wrote nothing either";
}

// The mode is set while a burst is held, and left again.
TEST_P(StencilAccelNoHold, TheModeMayChangeAtAnyTime) {
  start();
  auto& bench = *bench_;
  bench.must_write(REG_MODE, 0);
  bench.queue(command);
  bench.sweep_model(command, 3, niter);
  bench.writes().post(write_of(f0));
  bench.reads().post(burst_of(r0, 7));
  for (int i = 0; i < 100; ++i) bench.tick();
  EXPECT_EQ(bench.writes().responses().size(), answered) << "held";
  EXPECT_EQ(bench.reads().beats().size(), beats);
  bench.must_write(REG_MODE, mode_no_hold);
  bench.finish_bursts();
  EXPECT_TRUE(bench.finished().empty());
  expect_response(0, axi_slverr);
  for (std::size_t beat = 0; beat < 7; ++beat) EXPECT_EQ(bench.reads().beats()[beats + beat].response, axi_slverr);
  expect_error(ERROR_HELD);
  bench.must_write(REG_MODE, 0);
  bench.post_write(write_of(f0));
  bench.finish_bursts();
  EXPECT_EQ(bench.finished().size(), 1u) << "held again, to the end of the command";
  expect_response(1, axi_okay);
  EXPECT_EQ(bench.first_difference(), "");
}

}  // namespace
}  // namespace stencil::test::stencil_accel_no_hold_test
