// Commands and bursts through the pins of stencil_accel: every bit, every cycle.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test {
namespace {

using namespace stencil::contract;

template <class Shape>
class StencilAccel : public AccelTest<Shape> {};
TYPED_TEST_SUITE(StencilAccel, AccelShapes);

// Load, sweep, store, again and again, without a reset. Everything outside the block stays as it was.
TYPED_TEST(StencilAccel, CommandsAreExactUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = this->make(stall);
    this->load_random();
    for (std::int64_t i = random_cases(8); i > 0; --i) {
      const std::int64_t cols = i == 2 ? TypeParam::max_cols : this->random_cols();
      const std::int64_t rows =
          i == 2 ? static_cast<std::int64_t>(TypeParam::memory_words) / cols : this->random_rows(cols);
      const std::int64_t niter = this->random.in(1, 2 * TypeParam::pes + 1);
      SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << niter << " sweeps, seed 211, case " << i);
      bench.command(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(cols),
                    static_cast<std::uint64_t>(niter));
      const auto compute_before = bench.causes()[CAUSE_COMPUTE], stall_before = bench.causes()[CAUSE_STALL];
      const auto fill_before = bench.fill_cycles();
      bench.start();
      bench.wait_until_idle();
      bench.sweep_model(rows, cols, niter);
      const EngineTiming timing = engine_timing(bench.shape(), rows, cols, niter);
      EXPECT_EQ(bench.causes()[CAUSE_COMPUTE] - compute_before, timing.compute_cycles());
      EXPECT_EQ(bench.causes()[CAUSE_STALL] - stall_before, timing.stall_cycles);
      EXPECT_EQ(bench.fill_cycles() - fill_before, timing.drain_cycles + timing.control_cycles);
      ASSERT_EQ(bench.first_difference(), "");
      if (i % 3 == 0) this->load_random();
    }
  }
}

// Bursts of every kind at any word, legal and at fault, reads and writes at once.
TYPED_TEST(StencilAccel, RandomBurstsUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = this->make(stall);
    this->load_random();
    AxiTraffic traffic(TypeParam::memory_words, TypeParam::bus_words, 1, 212);
    std::vector<unsigned> responses;
    const std::size_t answered = bench.writes().responses().size();
    for (std::int64_t i = random_cases(60); i > 0; --i) {
      AxiWrite write = traffic.write(traffic.random().one_in(4) ? traffic.faulty_address() : traffic.address());
      if (traffic.random().one_in(4)) traffic.spoil(write);
      bench.writes().post(write);
      responses.push_back(bench.memory().write(write));
      if (traffic.random().one_in(2)) bench.reads().post(traffic.faulty_address());
    }
    bench.finish_bursts();
    for (std::size_t i = 0; i < responses.size(); ++i)
      ASSERT_EQ(bench.writes().responses()[answered + i].response, responses[i]) << "burst " << i << ", seed 212";
    ASSERT_EQ(bench.first_difference(), "");
  }
}

// Bursts arrive at any time, while a command is pending and while it runs. Each is served wholly before or wholly
// after a command: what it reads of the block is one state of it, never a mixture, and the states do not go back.
TYPED_TEST(StencilAccel, BurstsAndCommandsTakeTurns) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = this->make(stall);
    this->load_random();
    const std::int64_t cols = std::min<std::int64_t>(TypeParam::max_cols, 17), rows = 12;
    const auto block_words = static_cast<std::size_t>(rows * cols);
    std::vector<Words> states = {bench.memory().f()};
    std::vector<AxiAddress> reads;
    const std::size_t beats_before = bench.reads().beats().size();
    // Bursts that lie in the block are read, bursts behind it written.
    AxiTraffic inside(block_words / TypeParam::bus_words * TypeParam::bus_words, TypeParam::bus_words, 1, 213);
    AxiTraffic behind(TypeParam::memory_words - block_words - 2 * TypeParam::bus_words, TypeParam::bus_words, 1, 214);
    for (std::int64_t commands = random_cases(6); commands > 0; --commands) {
      const std::int64_t niter = this->random.in(1, 2 * TypeParam::pes);
      bench.command(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(cols),
                    static_cast<std::uint64_t>(niter));
      bench.registers().post_write(REG_CONTROL, control_start);
      const auto when = this->random.in(0, 20);
      for (std::int64_t cycle = 0; cycle < 200; ++cycle) {
        if (cycle >= when && this->random.one_in(8)) {
          AxiAddress at = inside.address();
          at.address %= axi_base_r;
          reads.push_back(at);
          bench.reads().post(at);
          AxiAddress to = behind.address();
          to.address += 8 * ((block_words + TypeParam::bus_words - 1) / TypeParam::bus_words * TypeParam::bus_words);
          bench.post_write(behind.write(to));
        }
        bench.tick();
      }
      bench.tick_until([&] { return bench.registers().idle(); }, "the start");
      bench.wait_until_idle();
      bench.sweep_model(rows, cols, niter);
      states.push_back(bench.memory().f());
      bench.finish_bursts();
    }
    std::size_t beat_number = beats_before, state = 0;
    for (std::size_t burst = 0; burst < reads.size(); ++burst) {
      const auto agrees = [&](const Words& f) {
        AxiMemoryModel model(TypeParam::memory_words, TypeParam::bus_words);
        model.f() = f;
        for (unsigned beat = 0; beat < reads[burst].beats; ++beat) {
          auto expected = model.read(reads[burst], beat).words;
          auto got = bench.reads().beats()[beat_number + beat].words;
          // The last beat may reach behind the block, where writes go on.
          const std::size_t first = reads[burst].beat_address(beat) / 8 / TypeParam::bus_words * TypeParam::bus_words;
          const std::size_t lanes = std::min(TypeParam::bus_words, block_words - first);
          got.resize(lanes);
          expected.resize(lanes);
          if (got != expected) return false;
        }
        return true;
      };
      while (state < states.size() && !agrees(states[state])) ++state;
      ASSERT_LT(state, states.size()) << "burst " << burst << " at " << reads[burst].address << " read a mixture";
      beat_number += reads[burst].beats;
    }
    EXPECT_GT(reads.size(), 50u);
    ASSERT_EQ(bench.first_difference(), "");
  }
}

TYPED_TEST(StencilAccel, NothingMovesOnTheDataPortWhileACommandRuns) {
  auto& bench = this->make();
  this->load_random();
  bench.command(30, 3, 9);
  bench.registers().post_write(REG_CONTROL, control_start);
  for (int i = 0; i < 3; ++i) bench.tick();
  AxiTraffic traffic(TypeParam::memory_words, TypeParam::bus_words, 1, 215);
  for (int i = 0; i < 3; ++i) {
    bench.post_write(traffic.write(traffic.address()));
    bench.reads().post(traffic.address());
  }
  const std::size_t beats = bench.writes().beats_taken(), read = bench.reads().beats().size();
  const std::int64_t busy = engine_timing(bench.shape(), 30, 3, 9).busy_cycles();
  for (std::int64_t i = 0; i < busy; ++i) bench.tick();
  EXPECT_EQ(bench.writes().beats_taken(), beats);
  EXPECT_EQ(bench.reads().beats().size(), read);
  bench.finish_bursts();
}

TYPED_TEST(StencilAccel, ACommandWaitsForABurstThatHasBegun) {
  auto& bench = this->make();
  this->load_random();
  bench.command(5, 3, 2);
  AxiTraffic traffic(TypeParam::memory_words, TypeParam::bus_words, 1, 216);
  AxiAddress at;
  at.beats = 6;
  at.size = traffic.full_size();
  AxiWrite write = traffic.write(at);
  write.data[3].delay_cycles = 400;
  const std::size_t taken = bench.writes().beats_taken();
  bench.post_write(write);
  bench.tick_until([&] { return bench.writes().beats_taken() == taken + 3; }, "three beats");
  bench.start();
  const std::int64_t load_before = bench.causes()[CAUSE_LOAD];
  for (int i = 0; i < 300; ++i) bench.tick();
  EXPECT_EQ(bench.causes()[CAUSE_LOAD] - load_before, 300) << "pending counts by what else goes on";
  EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], 0);
  EXPECT_EQ(bench.read_register(REG_STATUS), status_busy);
  bench.wait_until_idle();
  bench.sweep_model(5, 3, 2);
  EXPECT_EQ(bench.first_difference(), "");
}

}  // namespace
}  // namespace stencil::test
