// Commands and bursts through the pins of stencil_accel: every bit, every cycle.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_test {
namespace {

using namespace stencil::contract;

class StencilAccel : public AccelTest {};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccel, ::testing::ValuesIn(shapes_with(kernel_jacobi)), name_of_shape);

// Load, sweep, store, again and again, without a reset, in any buffers. All words outside the block keep their values.
TEST_P(StencilAccel, CommandsAreExactUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    for (std::int64_t i = random_cases(8); i > 0; --i) {
      const std::int64_t cols = i == 2 ? shape().max_cols : random_cols();
      const std::int64_t rows = i == 2 ? static_cast<std::int64_t>(shape().memory_words) / cols : random_rows(cols);
      const std::int64_t niter = random.in(1, 2 * shape().pes + 1);
      const AccelCommand command = random_buffers({static_cast<std::uint64_t>(rows)});
      SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << niter << " sweeps, buffers "
                                        << command.f_buffer << ", " << command.r_buffer << ", seed 211, case " << i);
      bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
      const auto compute_before = bench.causes()[CAUSE_COMPUTE], stall_before = bench.causes()[CAUSE_STALL];
      const auto fill_before = bench.fill_cycles();
      bench.queue(command);
      bench.wait_until_idle();
      bench.sweep_model(command, cols, niter);
      const EngineTiming timing = engine_timing(bench.shape(), rows, cols, niter);
      EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE] - compute_before, timing.compute_cycles());
      EXPECT_CYCLES(bench.causes()[CAUSE_STALL] - stall_before, timing.stall_cycles);
      EXPECT_CYCLES(bench.fill_cycles() - fill_before, timing.drain_cycles + timing.control_cycles);
      ASSERT_EQ(bench.first_difference(), "");
      if (i % 3 == 0) load_random();
    }
  }
}

// Bursts of every kind at any word of any buffer, legal and at fault, reads and writes at once.
TEST_P(StencilAccel, RandomBurstsUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    // As many IDs as there are: the masters check the ID of each answer against its burst.
    AxiTraffic traffic(shape().memory_words, shape().bus_words, shape().id_bits, 212, bench.memory().numbers());
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

// The first burst stands still, in one direction at a time: the address of the next one is taken all the same. It has
// more beats than a queue behind the memory may hold, so that it is still being served.
TEST_P(StencilAccel, TheNextAddressIsAcceptedWhileABurstIsServed) {
  auto& bench = make();
  AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 215);
  AxiAddress at;
  at.size = traffic.full_size();
  at.beats = 40;
  int taken = 0;
  bench.watch([&] {
    const AccelPins& pins = bench.pins();
    taken += (pins.s_axi_arvalid && pins.s_axi_arready) + (pins.s_axi_awvalid && pins.s_axi_awready);
  });
  bench.reads().pause(true);
  for (int i = 0; i < 2; ++i) bench.reads().post(at);
  bench.tick_until([&] { return taken == 2; }, "the addresses of two reads", 1000);
  bench.reads().pause(false);
  bench.finish_bursts();
  AxiWrite slow = traffic.write(at);
  slow.data[1].delay_cycles = 2000;
  bench.post_write(slow);
  bench.post_write(traffic.write(at));
  bench.tick_until([&] { return taken == 4; }, "the addresses of two writes", 1000);
  EXPECT_TRUE(bench.writes().responses().empty());
  bench.finish_bursts();
}

// Bursts arrive at any time, while a command is queued and while it runs. Each is served wholly before or wholly
// after a command: a read sees one state of the block, never a mixture, and the states do not go back.
TEST_P(StencilAccel, BurstsAndCommandsTakeTurns) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    const std::int64_t cols = std::min<std::int64_t>(shape().max_cols, 17), rows = 12;
    const AccelCommand command{static_cast<std::uint64_t>(rows)};
    const auto block_words = static_cast<std::size_t>(rows * cols);
    std::vector<Words> states = {bench.memory().f()};
    std::vector<AxiAddress> reads;
    const std::size_t beats_before = bench.reads().beats().size();
    // Read bursts lie in the block, write bursts after it, in any buffer.
    AxiTraffic inside(block_words / shape().bus_words * shape().bus_words, shape().bus_words, 1, 213, {0});
    AxiTraffic beyond(shape().memory_words - block_words - 2 * shape().bus_words, shape().bus_words, 1, 214,
                      bench.memory().numbers());
    for (std::int64_t commands = random_cases(6); commands > 0; --commands) {
      const std::int64_t niter = random.in(1, 2 * shape().pes);
      bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
      bench.post(command);
      const auto when = random.in(0, 20);
      for (std::int64_t cycle = 0; cycle < 200; ++cycle) {
        if (cycle >= when && random.one_in(8)) {
          const AxiAddress at = inside.address();
          reads.push_back(at);
          bench.reads().post(at);
          AxiAddress to = beyond.address();
          to.address += 8 * ((block_words + shape().bus_words - 1) / shape().bus_words * shape().bus_words);
          bench.post_write(beyond.write(to));
        }
        bench.tick();
      }
      bench.tick_until([&] { return bench.registers().idle(); }, "the command");
      bench.wait_until_idle();
      bench.sweep_model(command, cols, niter);
      states.push_back(bench.memory().f());
      bench.finish_bursts();
    }
    std::size_t beat_number = beats_before, state = 0;
    for (std::size_t burst = 0; burst < reads.size(); ++burst) {
      const auto agrees = [&](const Words& f) {
        AxiMemoryModel model(shape().memory_words, shape().bus_words);
        model.f() = f;
        for (unsigned beat = 0; beat < reads[burst].beats; ++beat) {
          auto expected = model.read(reads[burst], beat).words;
          auto got = bench.reads().beats()[beat_number + beat].words;
          // The last beat may reach beyond the block, where writes go on.
          const std::size_t first = reads[burst].beat_address(beat) / 8 / shape().bus_words * shape().bus_words;
          const std::size_t lanes = std::min(shape().bus_words, block_words - first);
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

// Blocks of random shapes in random buffers, as many under way as queue and buffers allow: the next loads begin, in
// other buffers or held by the device, while commands run and results are stored.
TEST_P(StencilAccel, RandomOverlappedPrograms) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    const std::int64_t cols = random_cols(), niter = random.in(1, 2 * shape().pes + 1);
    bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
    std::vector<Words> stored;  // expected words of every beat
    std::array<std::size_t, 4> stores_end{};
    const std::size_t beats_before = bench.reads().beats().size();
    for (std::int64_t i = random_cases(25); i > 0; --i) {
      const AccelCommand command = random_buffers({static_cast<std::uint64_t>(random_rows(cols))});
      const auto words = static_cast<std::size_t>(command.rows) * static_cast<std::size_t>(cols);
      // The device orders loads after earlier commands; the host must order them after earlier stores.
      const std::size_t earlier = stores_end.at(command.f_buffer);
      bench.tick_until([&] { return bench.reads().beats().size() >= earlier; }, "the store from the same buffer");
      bench.post_load(command.f_buffer, ordinary_values(words, random));
      if (random.one_in(2)) bench.post_load(axi_first_r + command.r_buffer, ordinary_values(words, random));
      bench.tick_until([&] { return bench.writes().idle(); }, "the loads");
      bench.queue_at_last(command);
      bench.sweep_model(command, cols, niter);
      for (const AxiAddress& at : bench.bursts_over(command.f_buffer, words)) {
        bench.reads().post(at);
        for (unsigned beat = 0; beat < at.beats; ++beat) stored.push_back(bench.memory().read(at, beat).words);
      }
      stores_end.at(command.f_buffer) = beats_before + stored.size();
    }
    bench.finish_bursts();
    for (std::size_t beat = 0; beat < stored.size(); ++beat)
      ASSERT_EQ(bench.reads().beats()[beats_before + beat].words, stored[beat]) << "beat " << beat << ", seed 211";
    EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
    EXPECT_EQ(bench.finished().size(), static_cast<std::size_t>(random_cases(25)));
    ASSERT_EQ(bench.first_difference(), "");
  }
}

}  // namespace
}  // namespace stencil::test::stencil_accel_test
