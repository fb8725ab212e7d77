// Concurrency in stencil_accel: the interlock of the buffers, full duplex, commands that share a buffer.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/stencil_accel_overlap_case.hpp"
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_overlap_test {
namespace {

INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelOverlap, ::testing::ValuesIn(accel_shapes), name_of_shape);

// Posted right after the command: held until the result is there, then served at once.
TEST_P(StencilAccelOverlap, AStorePostedWithItsCommandBringsTheResult) {
  auto& bench = make();
  load_random();
  const AccelCommand command = long_command(1, 1);
  bench.queue(command);
  const std::size_t before = bench.reads().beats().size();
  bench.post_store(f1, 600);
  bench.tick_until([&] { return !bench.finished().empty(); }, "the command");
  EXPECT_EQ(bench.reads().beats().size(), before);
  const std::int64_t first =
      cycle_of([&] { return bench.reads().beats().size() > before; }, "the first beat of the store");
  EXPECT_CYCLES(first, bench.finished().back() + 3) << "read in the cycle after perf_finished, on R two later";
  bench.sweep_model(command, 3, 6 * shape().pes);
  bench.finish_bursts();
  std::size_t beat_number = before;
  for (const AxiAddress& at : bench.bursts_over(f1, 600))
    for (unsigned beat = 0; beat < at.beats; ++beat)
      ASSERT_EQ(bench.reads().beats()[beat_number++].words, bench.memory().read(at, beat).words);
}

TEST_P(StencilAccelOverlap, ALoadOfABufferInUseWaitsUntilTheCommandHasFinished) {
  for (const unsigned number : {f1, r1}) {
    auto& bench = make();
    load_random();
    const AccelCommand command = long_command(1, 1);
    bench.queue(command);
    const std::size_t before = bench.writes().beats_taken();
    bench.sweep_model(command, 3, 6 * shape().pes);
    post_writes(number, 1);
    const std::int64_t first =
        cycle_of([&] { return bench.writes().beats_taken() > before; }, "the first beat of the load");
    ASSERT_EQ(bench.finished().size(), 1u);
    EXPECT_CYCLES(first, bench.finished().back() + 1) << "buffer " << number;
    bench.finish_bursts();
    EXPECT_EQ(bench.first_difference(), "");
  }
}

// While a command has f 0 and r 0: loads into f 1 and stores from r 1, a beat per cycle each, and the command takes no
// cycle longer.
TEST_P(StencilAccelOverlap, OtherBuffersFlowAtFullRateInBothDirections) {
  constexpr int bursts = 6;
  auto& bench = make();
  load_random();
  bench.must_write(REG_CONTROL, control_clear_counters);
  const AccelCommand command = long_command(0, 0);
  const std::int64_t busy = engine_timing(bench.shape(), 200, 3, 6 * shape().pes).busy_cycles();
  ASSERT_GT(busy, 64 * bursts + 50);
  bench.queue(command);
  bench.tick_until([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the command");
  const std::size_t written = bench.writes().beats_taken(), read = bench.reads().beats().size();
  const std::size_t responses = bench.writes().responses().size();
  const std::int64_t begin = bench.cycles();
  post_writes(f1, bursts);
  for (int i = 0; i < bursts; ++i) bench.reads().post(long_burst(r1));
  const std::int64_t first_write = cycle_of([&] { return bench.writes().beats_taken() > written; }, "a beat");
  EXPECT_CYCLES(first_write - begin, 2) << "from the address to the first beat";
  const std::int64_t first_read = cycle_of([&] { return bench.reads().beats().size() > read; }, "a beat");
  EXPECT_CYCLES(first_read - begin, 4);
  const std::int64_t last_response =
      cycle_of([&] { return bench.writes().responses().size() == responses + bursts; }, "all responses");
  EXPECT_CYCLES(last_response - first_write, 64 * bursts) << "no cycle lost between bursts, the response right after";
  const std::int64_t last_read = cycle_of([&] { return bench.reads().idle(); }, "all beats");
  EXPECT_CYCLES(last_read - first_read, 64 * bursts - 1);
  EXPECT_TRUE(bench.finished().empty()) << "all of it while the command ran";
  bench.wait_until_idle();
  EXPECT_CYCLES(bench.read_register(REG_CYCLES_COMPUTE) + bench.read_register(REG_CYCLES_STALL),
                static_cast<std::uint64_t>(busy));
  EXPECT_CYCLES(bench.read_register(REG_CYCLES_WRITE_BUSY), 64u * bursts);
  EXPECT_CYCLES(bench.read_register(REG_CYCLES_READ_BUSY), 64u * bursts);
  EXPECT_EQ(bench.read_register(REG_BEATS_LOADED), 64u * bursts);
  bench.sweep_model(command, 3, 6 * shape().pes);
  EXPECT_EQ(bench.first_difference(), "");
}

// f 1 and r 1 belong to a waiting command: at the head of the queue, or after another one.
TEST_P(StencilAccelOverlap, ABufferOfAQueuedCommandIsHeldToo) {
  for (const std::size_t before_it : {1, 2})
    for (const unsigned number : {f1, r1}) {
      auto& bench = make();
      load_random();
      const AccelCommand long_one = long_command(0, 0), waiting{20, 1, 1};
      for (std::size_t i = 0; i < before_it; ++i) {
        if (i == 0) bench.start(long_one);
        if (i > 0) bench.queue(long_one);
        bench.sweep_model(long_one, 3, 6 * shape().pes);
      }
      bench.queue(waiting);
      bench.sweep_model(waiting, 3, 6 * shape().pes);
      const std::size_t before = bench.writes().beats_taken();
      post_writes(number, 1);
      const std::int64_t first =
          cycle_of([&] { return bench.writes().beats_taken() > before; }, "the first beat of the load");
      ASSERT_EQ(bench.finished().size(), before_it + 1) << "buffer " << number;
      EXPECT_CYCLES(first, bench.finished().back() + 1) << "buffer " << number;
      bench.finish_bursts();
      EXPECT_EQ(bench.first_difference(), "");
    }
}

// A command that shares a buffer of f or of r with the previous one is taken in the cycle after that has finished.
TEST_P(StencilAccelOverlap, CommandsThatShareABufferFollowOneAnother) {
  const std::int64_t niter = 6 * shape().pes;
  const EngineTiming one = engine_timing(make().shape(), 200, 3, niter);
  for (const AccelCommand& second :
       {AccelCommand{200, 0, 0}, AccelCommand{200, 0, 1}, AccelCommand{200, 1, 0}, AccelCommand{200, 1, 1}}) {
    auto& bench = make();
    load_random();
    const AccelCommand first = long_command(0, 0);
    bench.queue(first);
    bench.queue(second);
    bench.wait_until_idle();
    ASSERT_EQ(bench.finished().size(), 2u);
    const std::int64_t apart = bench.finished()[1] - bench.finished()[0];
    if (second.f_buffer == 0 || second.r_buffer == 0) {
      EXPECT_CYCLES(apart, one.busy_cycles() + 1) << "buffers " << second.f_buffer << ", " << second.r_buffer;
    } else {
      EXPECT_CYCLES(apart, one.stream_cycles + one.stall_cycles);
    }
    bench.sweep_model(first, 3, niter);
    bench.sweep_model(second, 3, niter);
    EXPECT_EQ(bench.first_difference(), "");
  }
}

// In one direction bursts keep their order: the next burst waits for a held one, whatever its buffer.
TEST_P(StencilAccelOverlap, AHeldBurstHoldsThoseBehindItAndTheOtherDirectionGoesOn) {
  auto& bench = make();
  load_random();
  const AccelCommand command = long_command(0, 0);
  bench.queue(command);
  bench.sweep_model(command, 3, 6 * shape().pes);
  const std::size_t written = bench.writes().beats_taken(), read = bench.reads().beats().size();
  post_writes(r0, 1);
  post_writes(f1, 1);
  for (int i = 0; i < 3; ++i) bench.reads().post(long_burst(r1));
  bench.tick_until([&] { return bench.reads().idle(); }, "the stores");
  EXPECT_EQ(bench.reads().beats().size(), read + 3 * 64);
  EXPECT_EQ(bench.writes().beats_taken(), written);
  EXPECT_TRUE(bench.finished().empty());
  bench.finish_bursts();
  EXPECT_EQ(bench.finished().size(), 1u);
  EXPECT_EQ(bench.first_difference(), "");
}

TEST_P(StencilAccelOverlap, ACommandWaitsForABurstThatHasBegunOnItsBuffers) {
  for (const unsigned number : {f0, r1, f1}) {
    auto& bench = make();
    load_random();
    bench.job(3, 2);
    AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 216);
    AxiAddress at = long_burst(number);
    at.beats = 6;
    AxiWrite write = traffic.write(at);
    write.data[3].delay_cycles = 400;
    const std::size_t taken = bench.writes().beats_taken();
    bench.post_write(write);
    bench.tick_until([&] { return bench.writes().beats_taken() == taken + 3; }, "three beats");
    const AccelCommand command{5, 0, 1};
    bench.queue(command);
    const std::int64_t load_before = bench.causes()[CAUSE_LOAD];
    for (int i = 0; i < 300; ++i) bench.tick();
    if (number == f1) {
      EXPECT_EQ(bench.finished().size(), 1u) << "a burst elsewhere is no reason to wait";
    } else {
      EXPECT_EQ(bench.causes()[CAUSE_LOAD] - load_before, 300) << "a waiting cycle counts as the activity beside it";
      EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], 0);
      EXPECT_EQ(bench.read_register(REG_STATUS), status_busy);
    }
    if (number != f1) {
      const std::int64_t last = cycle_of([&] { return bench.writes().beats_taken() == taken + 6; }, "the burst");
      const std::int64_t busy = cycle_of([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the engine");
      EXPECT_CYCLES(busy - last, 2) << "taken in the cycle after the last beat";
    }
    bench.wait_until_idle();
    bench.finish_bursts();
    bench.sweep_model(command, 3, 2);
    EXPECT_EQ(bench.first_difference(), "");
  }
}

}  // namespace
}  // namespace stencil::test::stencil_accel_overlap_test
