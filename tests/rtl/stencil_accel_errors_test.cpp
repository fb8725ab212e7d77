// Errors of stencil_accel, through its pins: refused commands and writes, a full queue, bursts at fault.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/stencil_accel_status_case.hpp"

namespace stencil::test::stencil_accel_status_test {
namespace {

TEST_P(StencilAccelStatus, IllegalCommandsSetTheirErrorAndTouchNothing) {
  struct Case {
    AccelCommand command;
    std::uint64_t cols, niter, error;
  };
  const std::uint64_t words = shape().memory_words, cols = shape().max_cols, high = std::uint64_t{1} << 32;
  const std::uint64_t line_rows = shape().line_beats * shape().pes + 1;  // sweeps that no line buffer holds
  const auto rows_of = [](std::uint64_t rows, bool above = false, bool below = false) {
    return AccelCommand{rows, 0, 0, above, below};
  };
  const std::vector<Case> cases = {{rows_of(0), 3, 1, ERROR_ROWS},
                                   {rows_of(words + 1), 1, 1, ERROR_ROWS},
                                   {rows_of(4), 0, 1, ERROR_COLS},
                                   {rows_of(4), cols + 1, 1, ERROR_COLS},
                                   {rows_of(4), high + 3, 1, ERROR_COLS},
                                   {rows_of(words / cols + 1), cols, 1, ERROR_FIT},
                                   {rows_of(words), std::min<std::uint64_t>(cols, 2), 1, ERROR_FIT},
                                   {rows_of(4), 3, 0, ERROR_NITER},
                                   {rows_of(4), 3, high, ERROR_NITER},
                                   {rows_of(4), 3, high + 1, ERROR_NITER},
                                   {AccelCommand{4, shape().f_buffers, 0}, 3, 1, ERROR_BUFFER},
                                   {AccelCommand{4, 3, 0}, 3, 1, ERROR_BUFFER},
                                   {AccelCommand{4, 0, 2}, 3, 1, ERROR_BUFFER},
                                   {AccelCommand{4, 0, 3}, 3, 1, ERROR_BUFFER},
                                   {rows_of(4, true), 3, 1, ERROR_CHAIN},
                                   {rows_of(4, true, true), 3, 1, ERROR_CHAIN},
                                   {rows_of(4, false, true), 3, 4, ERROR_CHAIN},
                                   {rows_of(line_rows + 1, false, true), 1, line_rows, ERROR_LINES}};
  auto& bench = make();
  load_random();
  bench.must_write(REG_MODE, 1);
  for (const Case& illegal : cases) {
    SCOPED_TRACE(::testing::Message() << illegal.command.rows << " x " << illegal.cols << ", " << illegal.niter
                                      << ", error " << illegal.error);
    bench.job(illegal.cols, illegal.niter);
    bench.queue(illegal.command);
    bench.wait_until_idle();
    EXPECT_TRUE(bench.pins().irq);
    expect_status(status_failed, illegal.error);
    bench.must_write(REG_STATUS, status_failed);
    EXPECT_FALSE(bench.pins().irq);
    expect_status(0, ERROR_NONE);
  }
  EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], 0);
  EXPECT_EQ(bench.read_register(REG_COMMANDS), 0u);
  EXPECT_EQ(bench.finished().size(), 0u);
  EXPECT_EQ(bench.first_difference(), "");
  bench.job(3, 2);
  bench.queue({4});
  bench.wait_until_idle();
  bench.sweep_model({4}, 3, 2);
  expect_status(status_done, ERROR_NONE);
  EXPECT_EQ(bench.first_difference(), "");
}

// An illegal command between two legal ones is dropped; the legal ones run.
// A command with two faults is refused for the one that the contract checks first; of the errors of two commands the
// first is kept until failed is cleared.
TEST_P(StencilAccelStatus, TheFirstOfSeveralErrorsIsTold) {
  auto& bench = make();
  load_random();
  const auto words = static_cast<std::uint64_t>(shape().memory_words);
  const auto most_cols = static_cast<std::uint64_t>(shape().max_cols);
  struct Case {
    std::uint64_t cols, niter;
    AccelCommand command;
    std::uint64_t error;
  };
  const Case cases[] = {{0, 0, {0, 3, 0, true}, ERROR_ROWS},
                        {0, 0, {1, 3, 0, true}, ERROR_COLS},
                        {most_cols, 0, {words, 3, 0, true}, ERROR_NITER},
                        {most_cols, 1, {words, 3, 0, true}, ERROR_FIT},
                        {1, 1, {1, 3, 0, true}, ERROR_BUFFER}};
  for (const Case& each : cases) {
    bench.job(each.cols, each.niter);
    bench.queue(each.command);
    bench.wait_until_idle();
    EXPECT_EQ(bench.read_register(REG_ERROR), each.error);
    bench.job(1, 1);
    bench.queue({each.error == ERROR_ROWS ? 1 : std::uint64_t{0}, 0, 0, true});
    bench.wait_until_idle();
    expect_status(status_failed, each.error);
    bench.must_write(REG_STATUS, status_failed);
    expect_status(0, ERROR_NONE);
  }
  EXPECT_EQ(bench.first_difference(), "");
}

TEST_P(StencilAccelStatus, ARefusedCommandLetsTheOthersPass) {
  auto& bench = make();
  load_random();
  bench.must_write(REG_MODE, 1);
  bench.job(3, 5);
  bench.start({30, 0, 0});
  for (const AccelCommand& command : {AccelCommand{0, 0, 0}, AccelCommand{20, 1, 1}}) bench.queue(command);
  bench.tick_until([&] { return bench.pins().irq; }, "the error");
  EXPECT_TRUE(bench.read_register(REG_STATUS) & status_failed)
      << "the refusal does not wait for commands that still run";
  bench.wait_until_idle();
  bench.sweep_model({30, 0, 0}, 3, 5);
  bench.sweep_model({20, 1, 1}, 3, 5);
  expect_status(status_done | status_failed, ERROR_ROWS);
  EXPECT_EQ(bench.read_register(REG_COMMANDS), 2u);
  EXPECT_EQ(bench.first_difference(), "");
}

TEST_P(StencilAccelStatus, BusyRefusesTheJobAndTheCommandIsUnharmed) {
  auto& bench = make();
  load_random();
  const std::vector<unsigned> job = {REG_COLS, REG_NITER, REG_RDX2,      REG_RDY2,
                                     REG_BETA, REG_TILE,  REG_TILE_ROWS, REG_TILE_COLS};
  const std::int64_t sweeps = sweeps_that_outlast(4 * static_cast<int>(job.size()), {60}, 3);
  bench.queue({60});
  for (const unsigned address : job) {
    EXPECT_EQ(bench.write_register(address, 1), axi_slverr);
    expect_status(status_busy | status_failed, ERROR_BUSY);
    EXPECT_EQ(bench.write_register(REG_STATUS, status_failed), axi_okay);
  }
  bench.wait_until_idle();
  bench.sweep_model({60}, 3, sweeps);
  expect_status(status_done, ERROR_NONE);
  EXPECT_EQ(bench.read_register(REG_COLS), 3u);
  EXPECT_EQ(bench.read_register(REG_NITER), static_cast<std::uint64_t>(sweeps));
  EXPECT_EQ(bench.first_difference(), "");
}

// All commands use one buffer, so that one is in flight and two wait; a dropped command leaves no trace but the error.
TEST_P(StencilAccelStatus, AFullQueueDropsACommand) {
  auto& bench = make();
  load_random();
  bench.job(3, 13);
  const std::uint64_t commands = 1 + bench.read_register(REG_QUEUE_DEPTH);
  bench.start({60});
  for (std::uint64_t i = 1; i < commands; ++i) bench.queue({60});
  EXPECT_EQ(bench.write_register(REG_COMMAND, AccelCommand{5, 1, 1}.word()), axi_slverr);
  expect_status(status_busy | status_failed, ERROR_BUSY);
  bench.must_write(REG_STATUS, status_failed);
  bench.wait_until_idle();
  expect_status(status_done, ERROR_NONE);
  EXPECT_EQ(bench.read_register(REG_COMMANDS), commands);
  EXPECT_EQ(bench.finished().size(), commands);
  for (std::uint64_t i = 0; i < commands; ++i) bench.sweep_model({60}, 3, 13);
  EXPECT_EQ(bench.first_difference(), "");
}

TEST_P(StencilAccelStatus, ABurstAtFaultIsAnError) {
  auto& bench = make();
  load_random();
  AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 221);
  AxiAddress at;
  at.size = traffic.full_size();
  at.burst = axi_wrap;
  at.beats = 4;
  bench.post_write(traffic.write(at));
  bench.finish_bursts();
  expect_status(status_failed, ERROR_DATA);
  bench.must_write(REG_STATUS, status_failed);
  bench.reads().post(at);
  bench.finish_bursts();
  expect_status(status_failed, ERROR_DATA);
  EXPECT_EQ(bench.first_difference(), "");
}

}  // namespace
}  // namespace stencil::test::stencil_accel_status_test
