// The change that the engine measures, against one golden sweep over whole fields.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/rtl/engine/engine_shapes.hpp"
#include "tests/rtl/engine/skewed_field.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t settle_cycles = 20;

template <class Shape>
class EngineChange : public EngineTest<Shape> {
 protected:
  static std::int64_t widest(std::int64_t niter) {
    return std::min(most_cols, Shape::line_beats / PassPlan(niter, Shape::pes).passes * Shape::lanes);
  }
  void begin_job(std::int64_t cols, std::int64_t niter) {
    job = {cols, niter};
    blocks.clear();
    changes.clear();
  }

  // A field in these blocks, and what the rows that the first sweep of each sets change by.
  void add(const std::vector<std::int64_t>& rows) {
    const std::size_t words = SkewedField::words(rows, job.cols);
    Words (*values)(std::size_t, Random&) = this->random.one_in(4) ? odd_values : ordinary_values;
    const Words f = values(words, this->random), r = values(words, this->random);
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

  // In every cycle no less than the change of the commands finished, no more than that of all; the bits of magnitudes
  // are in order.
  void run() {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].command.f_buffer = static_cast<std::int64_t>(i) % 3;
      blocks[i].command.r_buffer = static_cast<std::int64_t>(i) % 2;
      blocks[i].offer = Offer::random(this->random);
    }
    this->bench.begin(job, weights, blocks);
    std::size_t finished = 0;
    const std::uint64_t all = std::max(total, *std::max_element(changes.begin(), changes.end()));
    while (this->bench.clock()) {
      for (; finished < this->bench.finished(); ++finished) total = std::max(total, changes[finished]);
      if (const auto change = this->bench.change()) {
        ASSERT_GE(*change, total);
        ASSERT_LE(*change, all);
      }
    }
    for (std::int64_t cycle = 1; cycle < settle_cycles; ++cycle) {
      ASSERT_FALSE(this->bench.change()) << cycle << " cycles after the end";
      this->bench.idle(1);
    }
    const auto change = this->bench.change();
    ASSERT_TRUE(change);
    ASSERT_EQ(*change, total) << std::hex << *change << ", expected " << total;
    ++(total == 0 ? zeros : total > 0x7ff0000000000000 ? nans : numbers);
  }
  void clear() {
    this->bench.clear_change();
    total = 0;
    EXPECT_EQ(this->bench.change(), 0u);
  }

  EngineJob job{1, 1};
  Weights weights;
  std::vector<EngineBlock> blocks;
  std::vector<std::uint64_t> changes;  // of each block
  std::uint64_t total = 0;
  int zeros = 0, nans = 0, numbers = 0;
};
TYPED_TEST_SUITE(EngineChange, EngineShapes);

TYPED_TEST(EngineChange, RandomBlocksAndChains) {
  for (std::int64_t i = random_cases(60); i > 0; --i) {
    SCOPED_TRACE(::testing::Message() << "case " << i << ", seed 201");
    const std::int64_t niter = this->random.in(1, 2 * TypeParam::pes + 2);
    const std::int64_t widest = std::min<std::int64_t>(this->widest(niter), this->random.one_in(3) ? 5 : 60);
    this->begin_job(this->random.in(1, widest), niter);
    // Later sweeps change less, or more.
    this->weights.beta = this->random.one_in(2) ? 0.9 : 5.0;
    for (std::int64_t field = this->random.in(1, 4); field > 0; --field) {
      std::vector<std::int64_t> rows = {this->random.in(1, 3 * niter + 3)};
      if (this->random.one_in(2)) {
        rows[0] = niter + this->random.in(1, niter + 4);
        for (std::int64_t block = this->random.in(1, 4); block > 0; --block) rows.push_back(this->random.in(1, 12));
      }
      this->add(rows);
    }
    this->run();
    if (this->HasFatalFailure()) return;
    if (this->random.one_in(2)) this->clear();
  }
  EXPECT_GT(this->numbers, 5);
  EXPECT_GT(this->nans, 2);
}

TYPED_TEST(EngineChange, EverySmallBlock) {
  this->weights.beta = 5.0;
  for (std::int64_t niter = 1; niter <= TypeParam::pes + 2; ++niter)
    for (std::int64_t rows = 1; rows <= 2 * niter + 4; ++rows) {
      SCOPED_TRACE(::testing::Message() << rows << " rows, " << niter << " sweeps, seed 201");
      this->begin_job(3 + rows % 4, niter);
      this->add({rows});
      this->run();
      if (this->HasFatalFailure()) return;
      this->clear();
    }
}

}  // namespace
}  // namespace stencil::test
