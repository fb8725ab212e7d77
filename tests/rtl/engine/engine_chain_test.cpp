// Classic commands that follow one another through the cascade.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/rtl/engine/engine_shapes.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test::engine_chain_test {
namespace {

class EngineChain : public EngineTest {
 protected:
  void add(std::int64_t rows, std::int64_t cols, const Offer& offer, bool odd = false) {
    const auto words = static_cast<std::size_t>(rows * cols);
    EngineBlock block{{rows},
                      odd ? odd_values(words, random) : ordinary_values(words, random),
                      odd ? odd_values(words, random) : ordinary_values(words, random),
                      offer};
    const auto index = static_cast<std::int64_t>(blocks.size());
    block.command.f_buffer = index % f_buffers;
    block.command.r_buffer = index % 2;
    blocks.push_back(block);
  }

  // Checks all blocks of the job, every bit and every cycle of each.
  std::vector<CommandCycles> expect_exact(std::int64_t cols, std::int64_t niter) {
    const std::vector<EngineBlock> before = blocks;
    const std::vector<CommandCycles> cycles = bench.run({cols, niter}, usual_weights(), blocks);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      SCOPED_TRACE(::testing::Message() << "block " << i << " of " << blocks.size() << ", " << blocks[i].command.rows
                                        << " rows of " << cols << ", " << niter << " sweeps, job " << jobs);
      const std::int64_t rows = blocks[i].command.rows;
      expect_same(blocks[i].f, swept(before[i].f, before[i].r, rows, cols, niter, usual_weights()), cols);
      EXPECT_EQ(blocks[i].r, before[i].r);
      if (HasFatalFailure()) break;
    }
    ++jobs;
    blocks.clear();
    return cycles;
  }

  std::vector<EngineBlock> blocks;
  std::int64_t f_buffers = 2;
};

INSTANTIATE_TEST_SUITE_P(Shapes, EngineChain, ::testing::ValuesIn(swept_engines), name_of_engine);

// Any rows, any sweeps, offers at any time.
// Holds C8.4.
TEST_P(EngineChain, RandomBlocksOfferedAtAnyTime) {
  for (std::int64_t i = random_cases(60); i > 0; --i) {
    SCOPED_TRACE(::testing::Message() << "case " << i << ", seed 201");
    const std::int64_t cols = i % 3 == 0 ? random.in(1, 5) : i % 3 == 1 ? random.in(1, 40) : random.in(1, most_cols);
    const std::int64_t most_rows = i % 3 == 2 ? 8 : 25;
    f_buffers = random.in(2, 3);
    for (std::int64_t block = random.in(2, 7); block > 0; --block)
      add(random.in(1, most_rows), cols, Offer::random(random), random.one_in(6));
    expect_exact(cols, random.in(1, 3 * shape().pes + 2));
    if (HasFatalFailure()) return;
  }
}

// Blocks so small that one drains long after the next has been issued: the third waits for the first.
TEST_P(EngineChain, TheThirdCommandWaitsUntilTheFirstIsFinished) {
  bool waited = false;
  for (std::int64_t rows = 1; rows <= 4; ++rows)
    for (std::int64_t cols = 1; cols <= 5; ++cols)
      for (std::int64_t niter = 1; niter <= 2 * shape().pes + 1; ++niter) {
        for (int block = 0; block < 5; ++block) add(rows, cols, {});
        const std::vector<CommandCycles> cycles = expect_exact(cols, niter);
        if (HasFatalFailure()) return;
        waited |= cycles[2].taken == cycles[0].finished;
      }
  EXPECT_TRUE(waited);
}

// The device's promise: blocks offered in time, with passes of one depth, cost their beats and nothing else.
TEST_P(EngineChain, TheFillIsPaidOnceForARunOfBlocks) {
  const std::int64_t cols = 33, niter = 2 * shape().pes;
  const std::int64_t rows = lag(cols, niter) / beats(cols) + 2;
  for (int block = 0; block < 6; ++block) add(rows + block, cols, {});
  const std::vector<CommandCycles> cycles = expect_exact(cols, niter);
  const std::int64_t all_rows = 6 * rows + 15;
  EXPECT_EQ(cycles.back().finished - cycles.front().taken, 2 * all_rows * beats(cols) + lag(cols, niter) + 3);
}

// Passes of two depths: the next command is held back so that it does not overtake, whenever it is offered. With one
// element all passes have the same depth.
// Holds C8.4.
TEST_P(EngineChain, ALessDeepPassDoesNotOvertake) {
  const std::int64_t niter = 2 * shape().pes - 1;
  const bool uneven = shape().pes > 1;
  for (const std::int64_t cols : {1, 7, 40})
    for (const std::int64_t rows : {1, 2, 9, 60})
      for (std::int64_t jitter = -2; jitter <= 2; ++jitter)
        for (const Offer::When when : {Offer::near_last_beat, Offer::near_gap}) {
          for (int block = 0; block < 4; ++block) add(rows, cols, {when, jitter, false});
          const std::vector<CommandCycles> cycles = expect_exact(cols, niter);
          if (HasFatalFailure()) return;
          for (std::size_t i = 1; i < cycles.size(); ++i)
            ASSERT_GE(cycles[i].taken, cycles[i - 1].last + (uneven ? beats(cols) + shape().latency : 0));
        }
}

// A reset at any time; the next commands are not affected.
TEST_P(EngineChain, ResetInMidRun) {
  for (std::int64_t cut = 1; cut < 500; cut += 31) {
    for (int block = 0; block < 4; ++block) add(3 + block, 11, {});
    bench.begin({11, shape().pes + 1}, usual_weights(), blocks);
    for (std::int64_t cycle = 0; cycle < cut && bench.clock(); ++cycle) continue;
    bench.reset();
    ASSERT_FALSE(bench.busy()) << "still busy after a reset";
    blocks.clear();
    for (int block = 0; block < 3; ++block) add(4, 6, {});
    expect_exact(6, 3);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stencil::test::engine_chain_test
