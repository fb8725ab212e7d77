// CHANGE of stencil_accel, through its pins: when it is valid, its value, and when it may be cleared.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_change_test {
namespace {

using namespace stencil::contract;

class StencilAccelChange : public AccelTest {
 protected:
  StencilAccelChange() : AccelTest(kernel_jacobi | kernel_change) {}
  // Runs a command and returns its change, from the model of its buffers, which it brings up to date.
  std::uint64_t change_of(const AccelCommand& command, std::int64_t cols, std::int64_t niter) {
    const auto rows = static_cast<std::int64_t>(command.rows);
    const auto words = static_cast<std::ptrdiff_t>(rows * cols);
    const Words all = bench_->memory().f(command.f_buffer), r = bench_->memory().r(command.r_buffer);
    const Words f(all.begin(), all.begin() + words);
    bench_->sweep_model(command, cols, niter);
    return largest_change(f, swept(f, r, rows, cols, 1, Weights()), rows, cols, 0, rows);
  }
  void load(bool odd) {
    Words (*values)(std::size_t, Random&) = odd ? odd_values : ordinary_values;
    bench_->load(values(shape().memory_words, random), values(shape().memory_words, random));
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelChange, ::testing::ValuesIn(shapes_with(kernel_jacobi | kernel_change)),
                         name_of_shape);

// The earliest possible read: offered from before the end on.
TEST_P(StencilAccelChange, AReadWaitsUntilAllOfAFinishedCommandIsInIt) {
  auto& bench = make();
  int numbers = 0;
  for (int round = 0; round < 24; ++round) {
    SCOPED_TRACE(::testing::Message() << "round " << round << ", seed 211");
    load(false);
    bench.must_write(REG_CHANGE, 0);
    const std::int64_t cols = random_cols(), niter = random.in(1, 2 * shape().pes);
    bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
    const AccelCommand command{static_cast<std::uint64_t>(random_rows(cols))};
    const std::size_t before = bench.finished().size();
    bench.queue(command);
    bench.tick_until([&] { return bench.finished().size() > before; }, "the command");
    const std::int64_t end = bench.finished().back();
    for (std::int64_t wait = round; wait > 0; --wait) bench.tick();
    const std::int64_t offered = bench.cycles();
    const std::uint64_t expected = change_of(command, cols, niter);
    EXPECT_EQ(bench.read_register(REG_CHANGE), expected);
    // Accepted in one cycle, answered in the next, seen by then.
    EXPECT_CYCLES(bench.cycles(), std::max(end + change_cycles, offered) + 2);
    numbers += expected != 0;
  }
  EXPECT_GT(numbers, shape().max_cols > 3 ? 10 : 3);
}

// Random commands in a row, with a clear now and then. The order of magnitudes is the order of their bits.
TEST_P(StencilAccelChange, IsTheLargestOfAllCommandsSinceItWasCleared) {
  for (const Stall stall : all_stalls) {
    auto& bench = make(stall);
    std::uint64_t expected = 0;
    for (int round = 0; round < 5; ++round) {
      SCOPED_TRACE(::testing::Message() << name_of(stall) << ", round " << round << ", seed 211");
      load(round % 3 == 0);
      const std::int64_t cols = random_cols(), niter = random.in(1, 2 * shape().pes);
      bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
      for (std::int64_t count = random.in(1, 3); count > 0; --count) {
        const AccelCommand command =
            random_buffers({static_cast<std::uint64_t>(std::min<std::int64_t>(random_rows(cols), 30))});
        bench.queue(command);
        bench.wait_until_idle();
        expected = std::max(expected, change_of(command, cols, niter));
      }
      EXPECT_EQ(bench.read_register(REG_CHANGE), expected);
      EXPECT_EQ(bench.read_register(REG_CHANGE), expected) << "reading clears nothing";
      if (random.one_in(3)) {
        bench.must_write(REG_CHANGE, random.word());
        EXPECT_EQ(bench.read_register(REG_CHANGE), 0u);
        expected = 0;
      }
    }
    EXPECT_EQ(bench.first_difference(), "");
  }
}

// While busy it shows the change of the commands before, and of any points of this one; a write is then refused.
TEST_P(StencilAccelChange, AWriteIsRefusedWhileBusyAndAReadIsNot) {
  auto& bench = make();
  load(false);
  bench.job(3, 2);
  bench.queue({9});
  bench.wait_until_idle();
  const std::uint64_t first = change_of({9}, 3, 2);
  EXPECT_EQ(bench.read_register(REG_CHANGE), first);
  EXPECT_GT(first, 0u);
  bench.job(3, 20);
  bench.queue({40, 1, 1});
  std::vector<std::uint64_t> shown = {first};
  shown.push_back(bench.read_register(REG_CHANGE));
  EXPECT_NE(bench.write_register(REG_CHANGE, 0), axi_okay);
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_BUSY);
  shown.push_back(bench.read_register(REG_CHANGE));
  EXPECT_NE(bench.read_register(REG_STATUS) & status_busy, 0u);
  bench.must_write(REG_STATUS, status_failed);
  bench.wait_until_idle();
  shown.push_back(bench.read_register(REG_CHANGE));
  EXPECT_TRUE(std::is_sorted(shown.begin(), shown.end()));
  EXPECT_EQ(shown.back(), std::max(first, change_of({40, 1, 1}, 3, 20)));
  EXPECT_EQ(bench.first_difference(), "");
}

// Cleared as soon as nothing is in flight: points still on their way into it are forgotten.
TEST_P(StencilAccelChange, AWriteForgetsWhatItHasNotShownYet) {
  NEEDS_CYCLE_LAWS();
  auto& bench = make();
  load(false);
  bench.job(3, 1);
  for (int wait = 0; wait < 2 * change_cycles; ++wait) {
    const std::size_t before = bench.finished().size();
    bench.queue({9});
    bench.tick_until([&] { return bench.finished().size() > before; }, "the command");
    for (int i = 0; i < wait; ++i) bench.tick();
    bench.must_write(REG_CHANGE, 1);
    EXPECT_EQ(bench.read_register(REG_CHANGE), 0u) << wait << " cycles after the end";
    for (int i = 0; i < change_cycles; ++i) bench.tick();
    EXPECT_EQ(bench.read_register(REG_CHANGE), 0u) << wait << " cycles after the end";
  }
  bench.queue({9});
  bench.wait_until_idle();
  EXPECT_GT(bench.read_register(REG_CHANGE), 0u);
  bench.reset();
  EXPECT_EQ(bench.read_register(REG_CHANGE), 0u);
}

// A chain goes on after the write, and its change is still that of the whole field.
TEST_P(StencilAccelChange, AWriteBreaksNoChain) {
  auto& bench = make();
  const Words f = ordinary_values(36, random), r = ordinary_values(36, random);
  for (unsigned number = 0; number < 2; ++number) {
    bench.post_load(number, Words(f.begin() + 18 * number, f.begin() + 18 * (number + 1)));
    bench.post_load(axi_first_r + number, Words(r.begin() + 18 * number, r.begin() + 18 * (number + 1)));
  }
  bench.finish_bursts();
  bench.job(3, 2);
  bench.queue({6, 0, 0, false, true});
  bench.wait_until_idle();
  const Words after = swept(f, r, 12, 3, 1, Weights());
  EXPECT_EQ(bench.read_register(REG_CHANGE), largest_change(f, after, 12, 3, 0, 5));
  bench.must_write(REG_CHANGE, 0);
  bench.queue({6, 1, 1, true, false});
  bench.wait_until_idle();
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
  EXPECT_EQ(bench.read_register(REG_CHANGE), largest_change(f, after, 12, 3, 5, 12));
}

}  // namespace
}  // namespace stencil::test::stencil_accel_change_test
