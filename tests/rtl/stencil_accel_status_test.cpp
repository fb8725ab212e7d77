// Registers, interrupt and counters of stencil_accel, through its pins.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_status_test {
namespace {

using namespace stencil::contract;

class StencilAccelStatus : public AccelTest {
 protected:
  void expect_status(std::uint64_t status, std::uint64_t error) {
    EXPECT_EQ(bench_->read_register(REG_STATUS), status);
    EXPECT_EQ(bench_->read_register(REG_ERROR), error);
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelStatus, ::testing::ValuesIn(accel_shapes), name_of_shape);

TEST_P(StencilAccelStatus, CapabilitiesAreTheParameters) {
  auto& bench = make();
  EXPECT_EQ(bench.read_register(REG_ID), id_value);
  EXPECT_EQ(bench.read_register(REG_PES), shape().pes);
  EXPECT_EQ(bench.read_register(REG_LANES), shape().lanes);
  EXPECT_EQ(bench.read_register(REG_MEMORY_WORDS), shape().memory_words);
  EXPECT_EQ(bench.read_register(REG_MAX_COLS), shape().max_cols);
  EXPECT_EQ(bench.read_register(REG_AXI_DATA_BITS), 64 * shape().bus_words);
  EXPECT_EQ(bench.read_register(REG_PE_LATENCY), shape().pe_latency);
  EXPECT_EQ(bench.read_register(REG_KERNELS), shape().kernels);
  if (has(kernel_tiles)) {
    EXPECT_EQ(bench.read_register(REG_TILE_SLOTS), shape().slots_min | shape().slots_max << tile_slots_max_bit);
    EXPECT_EQ(bench.read_register(REG_TILE_LATENCY), shape().tile_latency);
  }
  EXPECT_EQ(bench.read_register(REG_F_BUFFERS), shape().f_buffers);
  EXPECT_EQ(bench.read_register(REG_R_BUFFERS), axi_r_buffers);
  EXPECT_EQ(bench.read_register(REG_LINE_BEATS), shape().line_beats);
  EXPECT_CYCLES(bench.read_register(REG_QUEUE_DEPTH), 2u);
  EXPECT_CYCLES(bench.read_register(REG_SETTLE_CYCLES), 100u);
  const auto expect_in = [&](unsigned address, std::int64_t most) {
    EXPECT_GE(bench.read_register(address), 1u) << "register " << address;
    EXPECT_LE(bench.read_register(address), static_cast<std::uint64_t>(most)) << "register " << address;
  };
  expect_in(REG_QUEUE_DEPTH, most_queue_depth);
  expect_in(REG_SETTLE_CYCLES, most_settle_cycles);
  expect_in(REG_PROGRESS_CYCLES, most_progress_cycles);
  if (has(kernel_jacobi) || has(kernel_five_point)) expect_in(REG_PROGRESS_SWEEP, most_progress_times);
  if (has(kernel_tiles)) expect_in(REG_PROGRESS_TILE, most_progress_times);
}

// Job registers hold all 64 bits, STATUS and MODE their own; what can only be read, or is not there, is refused.
TEST_P(StencilAccelStatus, RegistersKeepWhatIsWritten) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    std::vector<unsigned> job = {REG_COLS, REG_NITER, REG_RDX2, REG_RDY2, REG_BETA};
    if (has(kernel_tiles)) job.insert(job.end(), {REG_TILE_ROWS, REG_TILE_COLS});
    for (int round = 0; round < 3; ++round) {
      std::vector<std::uint64_t> values;
      for (const unsigned address : job) {
        values.push_back(random.word());
        bench.must_write(address, values.back());
      }
      for (std::size_t i = 0; i < job.size(); ++i)
        EXPECT_EQ(bench.read_register(job[i]), values[i]) << "register " << job[i];
    }
    bench.must_write(REG_MODE, ~std::uint64_t{0});
    EXPECT_EQ(bench.read_register(REG_MODE), 3u);
    bench.must_write(REG_MODE, 0);
    EXPECT_EQ(bench.read_register(REG_MODE), 0u);
    const std::uint64_t pes = bench.read_register(REG_PES);
    const std::vector<unsigned> read_only = {REG_ID, REG_PES, REG_ERROR, REG_CYCLES_TOTAL, REG_COMMANDS, 0x0f8, 0xff8};
    for (const unsigned address : read_only)
      EXPECT_EQ(bench.write_register(address, 1), axi_slverr) << "register " << address;
    EXPECT_EQ(bench.read_register(REG_PES), pes);
    EXPECT_EQ(bench.read_register(REG_STATUS), 0u);
    EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
  }
}

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

TEST_P(StencilAccelStatus, TheInterruptComesWithTheEndOfAllQueuedWork) {
  auto& bench = make();
  load_random();
  bench.job(3, 11);
  bench.must_write(REG_MODE, 1);
  bench.queue({40, 0, 0});
  EXPECT_FALSE(bench.pins().irq);
  bench.tick_until([&] { return bench.pins().irq; }, "the interrupt");
  EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE] + bench.causes()[CAUSE_STALL],
                engine_timing(bench.shape(), 40, 3, 11).busy_cycles());
  EXPECT_CYCLES(bench.cycles(), bench.finished().back() + 1) << "in the cycle after the last beat is written";
  expect_status(status_done, ERROR_NONE);
  bench.must_write(REG_STATUS, status_done);
  EXPECT_FALSE(bench.pins().irq);

  bench.queue({30, 0, 0});
  bench.queue({40, 1, 1});
  const std::size_t finished = bench.finished().size();
  bench.tick_until([&] { return bench.pins().irq; }, "the interrupt of both");
  EXPECT_EQ(bench.finished().size(), finished + 2) << "one for both";
  EXPECT_CYCLES(bench.cycles(), bench.finished().back() + 1);
  // A newly queued command clears it.
  bench.queue({40, 1, 1});
  EXPECT_FALSE(bench.pins().irq);
  EXPECT_EQ(bench.read_register(REG_STATUS), status_busy);
  bench.wait_until_idle();
  EXPECT_TRUE(bench.pins().irq);
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

// The registers agree with the pins, cycle by cycle, and the causes sum to the total.
TEST_P(StencilAccelStatus, CountersAgreeWithThePins) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    bench.job(3, 7);
    bench.must_write(REG_CONTROL, control_clear_counters);
    bench.queue({20});
    AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 222, bench.memory().numbers());
    const std::size_t written = bench.writes().beats_taken(), read = bench.reads().beats().size();
    for (int i = 0; i < 40; ++i) {
      bench.post_write(traffic.write(traffic.address()));
      bench.reads().post(traffic.address());
    }
    bench.finish_bursts();
    bench.wait_until_idle();
    bench.reads().post(traffic.address());
    bench.finish_bursts();
    const auto before = bench.causes();
    const std::int64_t fill_before = bench.fill_cycles();
    // From here on only registers are read, so that both sides can be compared: only idle cycles follow.
    std::uint64_t sum = 0;
    const std::uint64_t total = bench.read_register(REG_CYCLES_TOTAL);
    for (const unsigned address : {REG_CYCLES_COMPUTE, REG_CYCLES_STALL, REG_CYCLES_LOAD, REG_CYCLES_STORE})
      sum += bench.read_register(address);
    const std::uint64_t idle = bench.read_register(REG_CYCLES_IDLE);
    const std::uint64_t total_after = bench.read_register(REG_CYCLES_TOTAL);
    EXPECT_GE(sum + idle, total);
    EXPECT_LE(sum + idle, total_after);
    EXPECT_EQ(bench.read_register(REG_BEATS_LOADED), bench.writes().beats_taken() - written);
    EXPECT_EQ(bench.read_register(REG_BEATS_STORED), bench.reads().beats().size() - read);
    EXPECT_EQ(bench.read_register(REG_COMMANDS), 1u);
    EXPECT_EQ(bench.read_register(REG_CYCLES_COMPUTE), static_cast<std::uint64_t>(before[CAUSE_COMPUTE]));
    EXPECT_EQ(bench.read_register(REG_CYCLES_STALL), static_cast<std::uint64_t>(before[CAUSE_STALL]));
    EXPECT_EQ(bench.read_register(REG_CYCLES_FILL), static_cast<std::uint64_t>(fill_before));
    EXPECT_EQ(bench.no_cause_cycles(), 0);
    EXPECT_GT(before[CAUSE_LOAD], 0);
    EXPECT_GT(before[CAUSE_STORE], 0);
  }
}

// Both registers are read in cycles that are known relative to each other.
TEST_P(StencilAccelStatus, CausesSumToTheTotalExactly) {
  NEEDS_CYCLE_LAWS();
  auto& bench = make();
  load_random();
  bench.job(3, 2);
  bench.queue({9});
  bench.wait_until_idle();
  // Two reads follow one another by a cycle, so read k shows the counters k cycles later, all of them idle.
  const std::size_t first = bench.registers().read_answers().size();
  for (const unsigned address :
       {REG_CYCLES_TOTAL, REG_CYCLES_COMPUTE, REG_CYCLES_STALL, REG_CYCLES_LOAD, REG_CYCLES_STORE, REG_CYCLES_IDLE})
    bench.registers().post_read(address);
  bench.tick_until([&] { return bench.registers().idle(); }, "six reads");
  const auto& answers = bench.registers().read_answers();
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < 6; ++i) sum += answers[first + i].value;
  EXPECT_EQ(sum, answers[first].value + 5) << "idle is read 5 cycles after the total";
}

// COMMAND offered in each cycle around the end of the previous command, including the very cycle of perf_finished: done
// needs all queued commands to be finished, and the interrupt comes once.
TEST_P(StencilAccelStatus, ACommandThatMeetsTheEndOfAnotherClearsDone) {
  NEEDS_CYCLE_LAWS();
  const std::int64_t busy = engine_timing(make().shape(), 5, 3, 2).busy_cycles();
  int met = 0;
  for (std::int64_t offset = -3; offset <= 3; ++offset) {
    auto& bench = make();
    load_random();
    bench.job(3, 2);
    bench.must_write(REG_MODE, mode_interrupt);
    for (int i = 0; i < 100; ++i) bench.tick();  // the plan is ready
    bench.post({5, 0, 0});
    bench.tick();
    const std::int64_t end = bench.cycles() - 1 + 3 + busy;
    while (bench.cycles() < end + offset) bench.tick();
    bench.post({5, 1, 1});
    bench.tick();
    met += bench.finished().size() == 1 && bench.finished()[0] == bench.cycles() - 1;
    EXPECT_FALSE(bench.pins().irq) << offset;
    // Read in the next cycle: a command that finishes in that cycle is not yet done.
    EXPECT_EQ(bench.read_register(REG_STATUS), status_busy) << offset;
    bench.tick_until([&] { return bench.pins().irq; }, "the interrupt");
    EXPECT_EQ(bench.finished().size(), 2u);
    expect_status(status_done, ERROR_NONE);
  }
  EXPECT_EQ(met, 1);
}

}  // namespace
}  // namespace stencil::test::stencil_accel_status_test
