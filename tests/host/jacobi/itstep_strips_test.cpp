// All strips of a rank as one schedule: bits of every strip by itself, and cycles and bytes that add up.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "host/jacobi/itstep.hpp"
#include "tests/host/jacobi/fields.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;
using test::Field;
using test::problem;
using test::same_bits;
using test::swept;
using test::weights;
using Happens = FakeAccelerator::Happens;

class StripLedger final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { runs.push_back(run); }
  void after_wait() override { ++waits; }
  std::vector<BlockRun> runs;
  int waits = 0;
};

class Strips {
 public:
  Strips(const std::vector<std::int64_t>& rows, std::int64_t cols) : cols_(cols) {
    std::uint64_t seed = 40;
    for (const std::int64_t of_strip : rows) {
      before_.push_back(problem(++seed, ProblemArray::f, of_strip, cols));
      r_.push_back(problem(seed, ProblemArray::r, of_strip, cols));
    }
    f_ = before_;
    for (std::size_t k = 0; k < rows.size(); ++k) arrays_.push_back({rows[k], cols, f_[k].data(), r_[k].data()});
  }

  const std::vector<StripArrays>& arrays() const { return arrays_; }
  void expect_swept(std::int64_t niter) const {
    for (std::size_t k = 0; k < f_.size(); ++k) {
      EXPECT_TRUE(same_bits(f_[k], swept(before_[k], r_[k], arrays_[k].rows, cols_, niter))) << "strip " << k;
    }
  }

 private:
  std::int64_t cols_;
  std::vector<Field> before_, r_, f_;
  std::vector<StripArrays> arrays_;
};

void expect_strips_exact(const std::vector<std::int64_t>& rows, std::int64_t cols, const BlockScheme& scheme,
                         Happens happens, std::int64_t f_buffers, std::uint64_t seed) {
  const bool skewed = scheme.how.blocking == Blocking::skewed;
  const std::int64_t niter = scheme.interval;
  std::int64_t most = 0;
  for (const std::int64_t of_strip : rows) {
    const std::int64_t single = skewed ? scheme.portion + niter : scheme.portion;
    most = std::max(most, of_strip <= single ? of_strip : scheme.portion + (skewed ? niter : 2 * niter));
  }
  FakeAccelerator device(most * cols, cols, happens, f_buffers, std::min<std::int64_t>(f_buffers, 2), seed);
  device.set_line_buffers(2, 1, (niter + 1) / 2 * cols);
  device.poisons_free_buffers = skewed || scheme.how.schedule == Schedule::overlapped;
  for (const std::int64_t of_strip : rows) {
    check_blocking(device.capabilities(), of_strip, cols, scheme.portion, niter, scheme.how);
  }
  const Strips strips(rows, cols);
  StripLedger ledger;
  itstep(device, strips.arrays(), weights, scheme, &ledger);
  strips.expect_swept(niter);

  std::vector<std::vector<Block>> plans;
  for (const std::int64_t of_strip : rows) plans.push_back(plan_strip(of_strip, scheme));
  std::size_t blocks = 0;
  CycleCounts cycles;
  TrafficCounts traffic;
  for (std::size_t k = 0; k < plans.size(); ++k) {
    for (std::size_t i = 0; i < plans[k].size(); ++i, ++blocks) {
      ASSERT_LT(blocks, ledger.runs.size());
      const BlockRun& run = ledger.runs[blocks];
      EXPECT_EQ(run.strip, static_cast<std::int64_t>(k));
      EXPECT_EQ(run.index, static_cast<std::int64_t>(i));
      EXPECT_EQ(run.of, static_cast<std::int64_t>(plans[k].size()));
      EXPECT_EQ(run.block.first_row, plans[k][i].first_row);
      EXPECT_EQ(run.traffic.bytes_from_device, 8 * cols * run.block.keep);
      EXPECT_EQ(run.cycles.compute, run.block.rows() * cols * niter) << "one sweep ends in each block";
      cycles += run.cycles;
      traffic += run.traffic;
    }
  }
  EXPECT_EQ(ledger.runs.size(), blocks);
  const bool sequential = scheme.how.schedule == Schedule::sequential;
  EXPECT_EQ(ledger.waits, sequential ? static_cast<int>(blocks) : 1);
  for (std::size_t i = 0; i < ledger.runs.size(); ++i) {
    EXPECT_EQ(ledger.runs[i].position, sequential ? ledger.runs[i].index : static_cast<std::int64_t>(i));
    EXPECT_EQ(ledger.runs[i].positions, sequential ? ledger.runs[i].of : static_cast<std::int64_t>(blocks));
  }
  EXPECT_EQ(cycles.total() + 11, device.cycles().total());  // 11: before the step
  EXPECT_EQ(traffic.bytes_to_device, device.traffic().bytes_to_device);
  EXPECT_EQ(traffic.transfers, device.traffic().transfers);
}

TEST(ItstepStrips, EqualSweepsOfEachStripInManyOrders) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 1200; ++i) {
    BlockScheme scheme;
    scheme.how = {all_schedules[static_cast<std::size_t>(i % 4 / 2)], all_blockings[static_cast<std::size_t>(i % 2)]};
    scheme.portion = random(3, i % 8 < 4 ? 12 : 40);
    scheme.even = random(0, 2) != 0;
    if (random(0, 1) == 0) scheme.chained_sweeps = 40;
    scheme.interval = random(1, scheme.how.blocking == Blocking::skewed ? scheme.portion : scheme.portion / 3);
    std::vector<std::int64_t> rows;
    for (std::int64_t k = random(1, 5); k > 0; --k) rows.push_back(random(1, 4 * scheme.portion));
    const Happens orders[] = {Happens::at_random,    Happens::loads_first, Happens::stores_first,
                              Happens::sweeps_first, Happens::at_once,     Happens::at_wait};
    const std::int64_t buffers = scheme.how.schedule == Schedule::overlapped ? random(2, 4) : 1;
    const auto seed = static_cast<std::uint64_t>(random(0, 1 << 30));
    SCOPED_TRACE(::testing::Message() << "case " << i << ": " << ::testing::PrintToString(rows) << ", portion "
                                      << scheme.portion << ", niter " << scheme.interval << ", "
                                      << name_of(scheme.how.schedule) << ", " << name_of(scheme.how.blocking) << ", "
                                      << buffers << " buffers, seed " << seed);
    expect_strips_exact(rows, random(1, 5), scheme, orders[static_cast<std::size_t>(i) % std::size(orders)], buffers,
                        seed);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ItstepStrips, DoNothingWhereThereAreNone) {
  FakeAccelerator device(60, 3, Happens::at_once, 2, 2);
  itstep(device, std::vector<StripArrays>(), weights, BlockScheme{{}, 9, 2}, nullptr);
  EXPECT_TRUE(device.calls.empty());
}

TEST(ItstepStrips, RefuseStripsOfOtherRows) {
  FakeAccelerator device(60, 3, Happens::at_once, 2, 2);
  Field f(40 * 3);
  const std::vector<StripArrays> strips{{10, 3, f.data(), f.data()}, {10, 2, f.data(), f.data()}};
  try {
    itstep(device, strips, weights, BlockScheme{{}, 9, 2}, nullptr);
    ADD_FAILURE() << "accepted";
  } catch (const ArgumentError& error) {
    EXPECT_STREQ(error.what(), "cols of strip 1 = 2, must be 3, as strip 0 has");
  }
  EXPECT_TRUE(device.calls.empty());
}

}  // namespace
}  // namespace stencil
