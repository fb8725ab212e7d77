// Chains of skewed blocks through the pins of stencil_accel: loaded, swept and stored as a host does it, overlapped.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_skewed_test {
namespace {

using namespace stencil::contract;

class StencilAccelSkewed : public AccelTest {
 protected:
  // Whether a wish for sweeps and columns is within the limits of the device.
  bool fits(std::int64_t cols, std::int64_t niter, std::int64_t portion) const {
    const std::int64_t beats = (cols + shape().lanes - 1) / shape().lanes;
    const std::int64_t passes = (niter + shape().pes - 1) / shape().pes;
    return niter <= portion && passes * beats <= shape().line_beats &&
           (portion + niter) * cols <= static_cast<std::int64_t>(shape().memory_words);
  }

  struct Block {
    AccelCommand command;
    std::int64_t first_row;                 // of the loaded rows, in the field
    std::int64_t first_finished, finished;  // rows of the field
  };
  // The first block loads portion + niter rows and finishes portion, each in the middle portion, the last the rest.
  std::vector<Block> plan(std::int64_t rows, std::int64_t niter, std::int64_t portion) {
    std::vector<Block> blocks;
    for (std::int64_t done = 0; done < rows;) {
      const auto number = static_cast<unsigned>(blocks.size());
      const bool last = rows - done <= portion + niter;
      const std::int64_t loaded = done == 0 ? 0 : done + niter;
      const std::int64_t finished = last ? rows - done : portion;
      const std::int64_t end = last ? rows : done + portion + niter;
      AccelCommand command{static_cast<std::uint64_t>(end - loaded), number % shape().f_buffers, number % 2, done > 0,
                           !last};
      blocks.push_back({command, loaded, done, finished});
      done += finished;
    }
    return blocks;
  }
  Words rows_of(const Words& field, std::int64_t cols, std::int64_t first, std::int64_t count) {
    return Words(field.begin() + first * cols, field.begin() + (first + count) * cols);
  }

  void run_field(std::int64_t rows, std::int64_t cols, std::int64_t niter, std::int64_t portion) {
    auto& bench = *bench_;
    const Words f = ordinary_values(static_cast<std::size_t>(rows * cols), random);
    const Words r = ordinary_values(static_cast<std::size_t>(rows * cols), random);
    const Words expected = swept(f, r, rows, cols, niter, Weights());
    bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(niter));
    std::array<std::size_t, 4> stores_end{};
    std::size_t beats = bench.reads().beats().size();
    const std::size_t beats_before = beats;
    const std::vector<Block> blocks = plan(rows, niter, portion);
    for (const Block& block : blocks) {
      const AccelCommand& command = block.command;
      const std::size_t earlier = stores_end.at(command.f_buffer);
      bench.tick_until([&] { return bench.reads().beats().size() >= earlier; }, "the store from the same buffer");
      bench.post_load(axi_first_r + command.r_buffer,
                      rows_of(r, cols, block.first_row, static_cast<std::int64_t>(command.rows)));
      bench.post_load(command.f_buffer, rows_of(f, cols, block.first_row, static_cast<std::int64_t>(command.rows)));
      bench.tick_until([&] { return bench.writes().idle(); }, "the loads");
      // A chain goes on after any time.
      if (random.one_in(4))
        for (std::int64_t cycle = random.in(1, 2000); cycle > 0; --cycle) bench.tick();
      bench.queue_at_last(command);
      const auto words = static_cast<std::size_t>(block.finished * cols);
      bench.post_store(command.f_buffer, words);
      for (const AxiAddress& at : bench.bursts_over(command.f_buffer, words)) beats += at.beats;
      stores_end.at(command.f_buffer) = beats;
    }
    bench.finish_bursts();
    EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
    EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
    std::size_t beat = beats_before;
    for (const Block& block : blocks) {
      const auto words = static_cast<std::size_t>(block.finished * cols);
      Words got;
      for (const AxiAddress& at : bench.bursts_over(block.command.f_buffer, words))
        for (unsigned i = 0; i < at.beats; ++i, ++beat)
          got.insert(got.end(), bench.reads().beats()[beat].words.begin(), bench.reads().beats()[beat].words.end());
      got.resize(words);
      ASSERT_EQ(got, rows_of(expected, cols, block.first_finished, block.finished))
          << "rows " << block.first_finished << " and " << block.finished - 1 << " more of " << rows << " x " << cols
          << ", " << niter << " sweeps, portion " << portion << ", seed 211";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelSkewed, ::testing::ValuesIn(shapes_with(kernel_jacobi)), name_of_shape);

TEST_P(StencilAccelSkewed, FieldsInBlocksAreExactUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    make(stall);
    load_random();
    for (std::int64_t i = random_cases(6); i > 0;) {
      const std::int64_t cols = random_cols(), niter = random.in(1, 3 * shape().pes);
      const std::int64_t portion = niter + random.in(0, 6);
      if (!fits(cols, niter, portion)) continue;
      --i;
      run_field(portion + niter + random.in(1, 5 * portion), cols, niter, portion);
      if (HasFatalFailure()) return;
    }
  }
}

// The same rows a second time, with a new job each time, and classic blocks between the fields.
TEST_P(StencilAccelSkewed, ChainsFollowOneAnotherAndBlocksThatStandAlone) {
  auto& bench = make();
  load_random();
  for (int round = 0; round < 3; ++round) {
    const std::int64_t niter = 1 + round;
    ASSERT_TRUE(fits(3, niter, 6));
    run_field(31, 3, niter, 6);
    run_field(40, 2, niter, 5);
    bench.queue({20, 1, 1});
    bench.wait_until_idle();
    if (HasFatalFailure()) return;
  }
}

// A broken chain is refused; begun anew it is exact.
TEST_P(StencilAccelSkewed, ABrokenChainIsRefusedAndANewOneExact) {
  auto& bench = make();
  load_random();
  const AccelCommand first{9, 0, 0, false, true}, middle{5, 1, 1, true, true}, alone{4, 0, 0, false, false};
  const auto run = [&](const AccelCommand& command) {
    bench.queue(command);
    bench.wait_until_idle();
    const std::uint64_t error = bench.read_register(REG_ERROR);
    bench.must_write(REG_STATUS, status_failed);
    return error;
  };
  bench.job(3, 2);
  EXPECT_EQ(run(first), ERROR_NONE);
  EXPECT_EQ(run(middle), ERROR_NONE);
  EXPECT_EQ(run(alone), ERROR_NONE);
  EXPECT_EQ(run(middle), ERROR_CHAIN) << "after a block that stands alone";
  EXPECT_EQ(run(first), ERROR_NONE);
  bench.must_write(REG_BETA, to_bits(0.5));
  EXPECT_EQ(run(middle), ERROR_CHAIN) << "after a change of the job";
  EXPECT_EQ(run(first), ERROR_NONE);
  EXPECT_EQ(run({0, 1, 1, true, true}), ERROR_ROWS);
  EXPECT_EQ(run(middle), ERROR_CHAIN) << "after a refused block";
  EXPECT_EQ(run(first), ERROR_NONE);
  bench.reset();
  bench.job(3, 2);
  EXPECT_EQ(run(middle), ERROR_CHAIN) << "after a reset";
  run_field(31, 3, 2, 6);
}

}  // namespace
}  // namespace stencil::test::stencil_accel_skewed_test
