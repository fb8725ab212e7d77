// The change that the engine measures, against one golden sweep over whole fields.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/rtl/engine/engine_shapes.hpp"
#include "tests/rtl/engine/skewed_field.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test::engine_change_test {
namespace {

constexpr std::int64_t settle_cycles = 20;

class EngineChange : public EngineTest {
 protected:
  static std::int64_t widest(std::int64_t niter) {
    return std::min(most_cols, shape().line_beats / PassPlan(niter, shape().pes).passes * shape().lanes);
  }
  void begin_job(std::int64_t cols, std::int64_t niter) {
    job = {cols, niter};
    blocks.clear();
    changes.clear();
  }

  // A field in these blocks, and the change of the rows that the first sweep of each block sets.
  void add(const std::vector<std::int64_t>& rows) {
    const std::size_t words = SkewedField::words(rows, job.cols);
    Words (*values)(std::size_t, Random&) = random.one_in(4) ? odd_values : ordinary_values;
    const Words f = values(words, random), r = values(words, random);
    const std::int64_t all = static_cast<std::int64_t>(words) / job.cols;
    const Words after = swept(f, r, all, job.cols, 1, weights);
    SkewedField field(job.cols, job.niter, rows, rows.size(), f, r);
    const std::size_t first = blocks.size();
    field.append_to(blocks);
    std::int64_t done = 0, loaded = 0;
    for (std::size_t i = first; i < blocks.size(); ++i) {
      loaded += blocks[i].command.rows;
      const std::int64_t end = blocks[i].command.below ? loaded - 1 : all;
      changes.push_back(largest_change(f, after, all, job.cols, done, end));
      done = end;
    }
  }

  // In every cycle the change is at least that of the finished commands and at most that of all; the order of
  // magnitudes is the order of their bits.
  void run() {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].command.f_buffer = static_cast<std::int64_t>(i) % 3;
      blocks[i].command.r_buffer = static_cast<std::int64_t>(i) % 2;
      blocks[i].offer = Offer::random(random);
    }
    bench.begin(job, weights, blocks);
    std::size_t finished = 0;
    const std::uint64_t all = std::max(total, *std::max_element(changes.begin(), changes.end()));
    while (bench.clock()) {
      for (; finished < bench.finished(); ++finished) total = std::max(total, changes[finished]);
      if (const auto change = bench.change()) {
        ASSERT_GE(*change, total);
        ASSERT_LE(*change, all);
      }
    }
    for (std::int64_t cycle = 1; cycle < settle_cycles; ++cycle) {
      ASSERT_FALSE(bench.change()) << cycle << " cycles after the end";
      bench.idle(1);
    }
    const auto change = bench.change();
    ASSERT_TRUE(change);
    ASSERT_EQ(*change, total) << std::hex << *change << ", expected " << total;
    ++(total == 0 ? zeros : total > 0x7ff0000000000000 ? nans : numbers);
  }
  void clear() {
    bench.clear_change();
    total = 0;
    EXPECT_EQ(bench.change(), 0u);
  }

  EngineJob job{1, 1};
  Weights weights = usual_weights();
  std::vector<EngineBlock> blocks;
  std::vector<std::uint64_t> changes;  // per block
  std::uint64_t total = 0;
  int zeros = 0, nans = 0, numbers = 0;
};
INSTANTIATE_TEST_SUITE_P(Shapes, EngineChange, ::testing::ValuesIn(swept_engines), name_of_engine);

// Holds C8.22, C8.24, C8.26.
TEST_P(EngineChange, RandomBlocksAndChains) {
  for (std::int64_t i = random_cases(60); i > 0; --i) {
    SCOPED_TRACE(::testing::Message() << "case " << i << ", seed 201");
    const std::int64_t niter = random.in(1, 2 * shape().pes + 2);
    const std::int64_t widest = std::min<std::int64_t>(this->widest(niter), random.one_in(3) ? 5 : 60);
    begin_job(random.in(1, widest), niter);
    // Later sweeps change less, or more.
    weights.beta = random.one_in(2) ? 0.9 : 5.0;
    for (std::int64_t field = random.in(1, 4); field > 0; --field) {
      std::vector<std::int64_t> rows = {random.in(1, 3 * niter + 3)};
      if (random.one_in(2)) {
        rows[0] = niter + random.in(1, niter + 4);
        for (std::int64_t block = random.in(1, 4); block > 0; --block) rows.push_back(random.in(1, 12));
      }
      add(rows);
    }
    run();
    if (HasFatalFailure()) return;
    if (random.one_in(2)) clear();
  }
  EXPECT_GT(numbers, 5);
  EXPECT_GT(nans, 2);
}

// Holds C8.24, C8.25.
TEST_P(EngineChange, EverySmallBlock) {
  weights.beta = 5.0;
  for (std::int64_t niter = 1; niter <= shape().pes + 2; ++niter)
    for (std::int64_t rows = 1; rows <= 2 * niter + 4; ++rows) {
      SCOPED_TRACE(::testing::Message() << rows << " rows, " << niter << " sweeps, seed 201");
      begin_job(3 + rows % 4, niter);
      add({rows});
      run();
      if (HasFatalFailure()) return;
      clear();
    }
}

}  // namespace
}  // namespace stencil::test::engine_change_test
