// The latencies of stencil_accel on which the timing model of the bench is built.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/stencil_accel_overlap_case.hpp"

namespace stencil::test::stencil_accel_overlap_test {
namespace {

// COMMAND is accepted in cycle w: the engine takes the command in w + 3 and is busy from w + 4 on.
TEST_P(StencilAccelOverlap, ACommandStartsFourCyclesAfterItIsWritten) {
  NEEDS_CYCLE_LAWS();
  auto& bench = make();
  load_random();
  bench.job(3, 2);
  for (int i = 0; i < 100; ++i) bench.tick();  // the plan is ready
  bench.post({5});
  bench.tick();  // accepted at once
  const std::int64_t written = bench.cycles() - 1;
  const std::int64_t busy = cycle_of([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the engine");
  EXPECT_EQ(busy - written, 4);
  bench.wait_until_idle();
  EXPECT_EQ(bench.finished().back() - busy + 1, engine_timing(bench.shape(), 5, 3, 2).busy_cycles());
}

// Refused in w + 3; the next command comes to the head of the queue in w + 4 and is taken in w + 6.
TEST_P(StencilAccelOverlap, ARefusalTakesAsLongAndTheNextCommandFollows) {
  NEEDS_CYCLE_LAWS();
  auto& bench = make();
  load_random();
  bench.job(3, 2);
  bench.must_write(REG_MODE, 1);
  for (int i = 0; i < 100; ++i) bench.tick();
  bench.post({0});
  bench.post({5});
  bench.tick();
  const std::int64_t written = bench.cycles() - 1;
  // The pin is read after the clock edge, so its value belongs to the next cycle.
  const std::int64_t before_irq = cycle_of([&] { return bench.pins().irq; }, "the interrupt");
  EXPECT_EQ(before_irq + 1 - written, 4);
  const std::int64_t busy = cycle_of([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the engine");
  EXPECT_EQ(busy - written, 7);
  bench.wait_until_idle();
}

// The plan of fewer than 256 sweeps takes 19 cycles from the cycle after its load, that of more sweeps 67.
TEST_P(StencilAccelOverlap, ACommandWaitsForThePlan) {
  NEEDS_CYCLE_LAWS();
  for (const std::int64_t niter : {std::int64_t{2}, std::int64_t{300}}) {
    auto& bench = make();
    load_random();
    bench.registers().post_write(REG_COLS, 1);
    bench.registers().post_write(REG_NITER, static_cast<std::uint64_t>(niter));
    bench.post({2});
    const std::int64_t niter_written = bench.cycles() + 1;  // one register per cycle
    const std::int64_t busy = cycle_of([&] { return bench.causes()[CAUSE_COMPUTE] > 0; }, "the engine");
    EXPECT_EQ(busy - niter_written, 1 + (niter < 256 ? 19 : 67) + 3);
    bench.wait_until_idle();
  }
}

// Cycles in which a command waits for its plan and a load for that command are those of the load, not idle.
TEST_P(StencilAccelOverlap, ALoadThatIsHeldCountsAsALoad) {
  auto& bench = make();
  load_random();
  bench.registers().post_write(REG_COLS, 1);
  bench.registers().post_write(REG_NITER, 300);
  bench.post({2});
  bench.tick_until([&] { return bench.registers().idle(); }, "the command is queued");
  post_writes(f0, 1);
  bench.tick();
  const std::int64_t idle = bench.causes()[CAUSE_IDLE];
  bench.finish_bursts();
  EXPECT_EQ(bench.finished().size(), 1u) << "the load was held";
  EXPECT_EQ(bench.causes()[CAUSE_IDLE], idle);
}

// Commands queued in time follow one another without a gap: the fill is paid once, whatever the buffers.
TEST_P(StencilAccelOverlap, ChainedCommandsPayTheFillOnce) {
  const std::int64_t cols = shape().max_cols, niter = 2 * shape().pes;
  auto& bench = make();
  load_random();
  bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
  const std::int64_t row_beats = (cols + shape().lanes - 1) / shape().lanes;
  // Long enough that passes of one command run back to back.
  const std::int64_t rows = shape().pes * (row_beats + shape().pe_latency) / row_beats + 2;
  ASSERT_LE(rows * cols, static_cast<std::int64_t>(shape().memory_words));
  const auto command = [&](int i) {
    return AccelCommand{static_cast<std::uint64_t>(rows), static_cast<unsigned>(i % 2), static_cast<unsigned>(i % 2)};
  };
  constexpr int commands = 7;
  for (int i = 0; i < commands; ++i) {
    bench.queue_at_last(command(i));
    bench.sweep_model(command(i), cols, niter);
  }
  bench.wait_until_idle();
  const EngineTiming one = engine_timing(bench.shape(), rows, cols, niter);
  ASSERT_EQ(one.stall_cycles, 0);
  // A command may not begin while one in flight has its buffers: with two buffers, every other command waits for the
  // one before the last.
  EXPECT_GE(bench.causes()[CAUSE_COMPUTE], commands * one.stream_cycles);
  EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE] + bench.causes()[CAUSE_STALL],
                commands * one.stream_cycles + one.drain_cycles + one.control_cycles);
  EXPECT_EQ(bench.read_register(REG_COMMANDS), static_cast<std::uint64_t>(commands));
  EXPECT_EQ(bench.first_difference(), "");
}

}  // namespace
}  // namespace stencil::test::stencil_accel_overlap_test
