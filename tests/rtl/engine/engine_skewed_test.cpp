// Chains of skewed blocks against golden sweeps over the whole field.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/rtl/engine/engine_shapes.hpp"
#include "tests/rtl/engine/provenance.hpp"
#include "tests/rtl/engine/skewed_field.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test::engine_skewed_test {
namespace {

class EngineSkewed : public EngineTest {
 protected:
  // The widest row for which the contexts of all passes fit in the line buffers.
  static std::int64_t widest(std::int64_t niter) {
    return std::min(most_cols, shape().line_beats / PassPlan(niter, shape().pes).passes * shape().lanes);
  }

  void begin_job(std::int64_t cols, std::int64_t niter) {
    job = {cols, niter};
    blocks.clear();
    fields.clear();
    ++jobs;
  }
  // Runs a field cut into these blocks, of which only the first ones may come.
  void add(const std::vector<std::int64_t>& rows, std::size_t made, bool odd = false) {
    const std::size_t words = SkewedField::words(rows, job.cols);
    fields.emplace_back(job.cols, job.niter, rows, made,
                        odd ? odd_values(words, random) : ordinary_values(words, random),
                        odd ? odd_values(words, random) : ordinary_values(words, random));
    fields.back().append_to(blocks);
  }
  void add(const std::vector<std::int64_t>& rows) { add(rows, rows.size()); }
  void add_classic(std::int64_t rows) {
    const auto words = static_cast<std::size_t>(rows * job.cols);
    blocks.push_back({{rows}, ordinary_values(words, random), ordinary_values(words, random), {}});
  }
  void offer_at_random() {
    for (EngineBlock& block : blocks) block.offer = Offer::random(random);
  }

  std::vector<CommandCycles> run(std::int64_t f_buffers) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].command.f_buffer = static_cast<std::int64_t>(i) % f_buffers;
      blocks[i].command.r_buffer = static_cast<std::int64_t>(i) % 2;
    }
    return bench.run(job, weights, blocks);
  }
  std::vector<CommandCycles> expect_exact(std::int64_t f_buffers = 2) {
    SCOPED_TRACE(::testing::Message() << job.cols << " columns, " << job.niter << " sweeps, job " << jobs
                                      << ", seed 201");
    const std::vector<EngineBlock> before = blocks;
    const std::vector<CommandCycles> cycles = run(f_buffers);
    for (const SkewedField& field : fields) expect_same(field.result(blocks), field.expected(weights), job.cols);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      if (!blocks[i].command.skewed())
        expect_same(blocks[i].f, swept(before[i].f, before[i].r, before[i].command.rows, job.cols, job.niter, weights),
                    job.cols);
    return cycles;
  }

  EngineJob job{1, 1};
  Weights weights = usual_weights();
  std::vector<SkewedField> fields;
  std::vector<EngineBlock> blocks;
};

INSTANTIATE_TEST_SUITE_P(Shapes, EngineSkewed, ::testing::ValuesIn(swept_engines), name_of_engine);

// Chains, whole and broken off, and classic commands between them, offered at any time.
// Holds C8.10, C8.11, C8.13-C8.16.
TEST_P(EngineSkewed, RandomChains) {
  for (std::int64_t i = random_cases(60); i > 0; --i) {
    SCOPED_TRACE(::testing::Message() << "case " << i);
    const std::int64_t niter = random.in(1, 3 * shape().pes + 2);
    const std::int64_t widest = this->widest(niter);
    begin_job(random.in(1, i % 3 == 0   ? std::min<std::int64_t>(5, widest)
                           : i % 3 == 1 ? widest / 5 + 1
                                        : widest),
              niter);
    for (std::int64_t chain = random.in(1, 3); chain > 0; --chain) {
      if (random.one_in(3)) add_classic(random.in(1, 9));
      std::vector<std::int64_t> rows = {niter + random.in(1, 10)};
      const std::int64_t block_rows = random.in(1, 12);  // shorter and longer than niter
      for (std::int64_t block = random.in(1, 5); block > 0; --block)
        rows.push_back(random.one_in(3) ? random.in(1, 12) : block_rows);
      const auto count = static_cast<std::int64_t>(rows.size());
      add(rows, static_cast<std::size_t>(random.one_in(4) ? random.in(1, count) : count), random.one_in(5));
    }
    offer_at_random();
    expect_exact(random.in(2, 3));
    if (HasFatalFailure()) return;
  }
}

// The smallest possible chains: one finished row in the first block, one row in the others.
// Holds C8.10, C8.13-C8.16.
TEST_P(EngineSkewed, EverySmallChain) {
  for (std::int64_t niter = 1; niter <= 2 * shape().pes + 1; ++niter)
    for (std::int64_t cols = 1; cols <= std::min<std::int64_t>(6, widest(niter)); ++cols)
      for (std::int64_t first = 1; first <= 2; ++first)
        for (std::int64_t middle = 0; middle <= 3; ++middle)
          for (std::int64_t last = 1; last <= 2; ++last) {
            begin_job(cols, niter);
            std::vector<std::int64_t> rows = {niter + first};
            rows.insert(rows.end(), static_cast<std::size_t>(middle), middle % 2 + 1);
            rows.push_back(last);
            add(rows);
            offer_at_random();
            expect_exact();
            if (HasFatalFailure()) return;
          }
}

// As many passes as the line buffers have room for, with the widest rows.
// Holds C8.10, C8.37.
TEST_P(EngineSkewed, FullLineBuffers) {
  for (std::int64_t passes = 1; passes <= std::min<std::int64_t>(shape().line_beats, 12); ++passes) {
    const std::int64_t niter = passes * shape().pes - random.in(0, shape().pes - 1);
    begin_job(widest(niter), niter);
    add({niter + 2, 3, niter, 2});
    add({niter + 1, 1});
    expect_exact();
    if (HasFatalFailure()) return;
  }
}

// Contexts keep the data between two blocks for any time.
// Holds C8.11.
TEST_P(EngineSkewed, AnyTimeMayPassBetweenTwoBlocks) {
  const std::int64_t niter = shape().pes + 1;
  begin_job(std::min<std::int64_t>(13, widest(niter)), niter);
  add({niter + 4, 5, 3, 6});
  for (EngineBlock& block : blocks) block.offer = {Offer::idle, 20000, false};
  const std::vector<CommandCycles> cycles = expect_exact();
  for (std::size_t i = 1; i < cycles.size(); ++i) EXPECT_GT(cycles[i].taken, cycles[i - 1].finished + 20000);
}

// The device's promise: a block in the middle costs its beats, nothing else.
TEST_P(EngineSkewed, BlocksInTheMiddleCostTheirBeats) {
  const std::int64_t niter = 2 * shape().pes, cols = widest(niter) / 2;
  const std::int64_t rows = niter + shape().pes * shape().latency / beats(cols) + 2;
  begin_job(cols, niter);
  add({rows + niter, rows, rows, rows, rows});
  const std::vector<CommandCycles> cycles = expect_exact();
  for (std::size_t i = 2; i < 4; ++i)
    EXPECT_EQ(cycles[i].last - cycles[i - 1].last, 2 * rows * beats(cols)) << "block " << i;
}

// Each operand of each point of a field in three blocks, one sweep per probe.
// Holds C8.10.
TEST_P(EngineSkewed, EveryOperandComesFromItsPlace) {
  for (const std::int64_t cols : {3, 5, 9, 18})
    for (const std::vector<std::int64_t>& rows : {std::vector<std::int64_t>{2, 1}, {2, 1, 1}, {4, 3, 2}, {3, 1, 5, 2}})
      for (const Probe& probe : all_probes(shape().five_point)) {
        begin_job(cols, 1);
        weights = probe.weights();
        const auto all = static_cast<std::int64_t>(SkewedField::words(rows, cols)) / cols;
        const Words before = probe.field(all, cols);
        SkewedField field(cols, 1, rows, rows.size(), before, probe.right_hand_side(all, cols));
        field.append_to(blocks);
        run(2);
        ASSERT_EQ(probe.first_wrong_operand(all, cols, before, field.result(blocks)), "") << all << " x " << cols;
      }
}

// A reset anywhere in a chain; the next chain is not affected.
TEST_P(EngineSkewed, ResetInMidChain) {
  const std::int64_t niter = shape().pes + 1, cols = std::min<std::int64_t>(9, widest(niter));
  for (std::int64_t cut = 1; cut < 600; cut += 37) {
    begin_job(cols, niter);
    add({niter + 3, 4, 4});
    for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i].command.f_buffer = static_cast<int>(i) % 2;
    bench.begin({cols, niter}, weights, blocks);
    for (std::int64_t cycle = 0; cycle < cut && bench.clock(); ++cycle) continue;
    bench.reset();
    ASSERT_FALSE(bench.busy()) << "still busy after a reset";
    begin_job(cols, niter);
    add({niter + 1, 2, 1});
    expect_exact();
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stencil::test::engine_skewed_test
