// Registers, interrupt and counters of stencil_accel, through its pins.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/stencil_accel_status_case.hpp"
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_status_test {
namespace {

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
