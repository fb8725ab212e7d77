// Joined steps: the field after each of them as the host sees it, on devices that carry out calls in any allowed
// order; what they refuse.
// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/steps/itsteps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "tests/host/jacobi/fields.hpp"
#include "tests/host/jacobi/joined_job.hpp"
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

// Follows the field from step to step.
class Steps final : public BlockObserver {
 public:
  Steps(const Job& job, const Field& f, const Field& r) : job_(job), f_(f), r_(r), expected_(f) {}

  void before_step(std::int64_t step, std::int64_t niter) override {
    EXPECT_EQ(step, static_cast<std::int64_t>(waits));
    EXPECT_TRUE(same_bits(f_, expected_)) << "before step " << step;
    expected_ = swept(expected_, r_, job_.rows, job_.cols, niter);
    made += niter;
    niter_ = niter;
  }
  void after_block(const BlockRun& run) override {
    EXPECT_EQ(run.step, static_cast<std::int64_t>(waits));
    EXPECT_EQ(run.niter, niter_);
    EXPECT_EQ(run.traffic.bytes_from_device, 8 * job_.cols * run.block.keep);
    EXPECT_EQ(run.traffic.bytes_to_device, 16 * job_.cols * run.block.rows());
    EXPECT_EQ(run.cycles.compute, run.block.rows() * job_.cols * run.niter) << "one sweep ends in each block";
    const std::int64_t at = run.block.first_row * job_.cols;
    EXPECT_TRUE(same_bits(f_.data() + at, expected_.data() + at, run.block.keep * job_.cols))
        << "step " << run.step << ", block " << run.index;
    runs.push_back(run);
  }
  void after_wait() override { ++waits; }

  std::vector<BlockRun> runs;
  int waits = 0;
  std::int64_t made = 0;

 private:
  const Job& job_;
  const Field& f_;
  const Field& r_;
  Field expected_;
  std::int64_t niter_ = 0;
};

void expect_exact(const Job& job, Happens happens, std::int64_t f_buffers, std::uint64_t seed) {
  FakeAccelerator device(block_rows(job) * job.cols, job.cols, happens, f_buffers, 2 + static_cast<int>(seed % 2),
                         seed);
  device.set_line_buffers(2, 1, (job.scheme.interval + 1) / 2 * job.cols);
  device.poisons_free_buffers = true;
  const Field before = problem(31, ProblemArray::f, job.rows, job.cols);
  const Field r = problem(31, ProblemArray::r, job.rows, job.cols);
  Field f = before;
  Steps steps(job, f, r);
  itsteps(device, {job.rows, job.cols, f.data(), r.data()}, weights, job.scheme, job.iterations, &steps);
  EXPECT_TRUE(same_bits(f, swept(before, r, job.rows, job.cols, job.iterations)));
  EXPECT_EQ(steps.made, job.iterations);
  EXPECT_EQ(steps.waits, (job.iterations + job.scheme.interval - 1) / job.scheme.interval);
  CycleCounts cycles;
  TrafficCounts traffic;
  for (std::size_t i = 0; i < steps.runs.size(); ++i) {
    EXPECT_EQ(steps.runs[i].position, static_cast<std::int64_t>(i));
    EXPECT_EQ(steps.runs[i].positions, static_cast<std::int64_t>(steps.runs.size()));
    cycles += steps.runs[i].cycles;
    traffic += steps.runs[i].traffic;
  }
  EXPECT_EQ(cycles.total() + 11, device.cycles().total());  // 11: before the first step
  EXPECT_EQ(traffic.bytes_to_device, device.traffic().bytes_to_device);
  EXPECT_EQ(traffic.transfers, device.traffic().transfers);
}

TEST(Itsteps, EqualOneLongRunInManyOrders) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 1200; ++i) {
    Job job;
    job.scheme.how.blocking = all_blockings[static_cast<std::size_t>(i % 2)];
    job.scheme.portion = random(3, i % 8 < 4 ? 12 : 40);
    job.scheme.interval =
        random(1, job.scheme.how.blocking == Blocking::skewed ? job.scheme.portion : job.scheme.portion / 3);
    job.scheme.even = random(0, 2) == 0;
    if (random(0, 1) == 0) job.scheme.chained_sweeps = 40;
    job.rows = random(1, 5 * job.scheme.portion);
    job.cols = random(1, 5);
    job.iterations = random(1, 4 * job.scheme.interval + 2);
    const Happens orders[] = {Happens::at_random,    Happens::loads_first, Happens::stores_first,
                              Happens::sweeps_first, Happens::at_once,     Happens::at_wait};
    const auto seed = static_cast<std::uint64_t>(random(0, 1 << 30));
    const std::int64_t buffers = random(2, 4);
    SCOPED_TRACE(::testing::Message() << "case " << i << ": " << job.rows << "x" << job.cols << ", portion "
                                      << job.scheme.portion << ", interval " << job.scheme.interval << ", "
                                      << job.iterations << " sweeps, " << name_of(job.scheme.how.blocking) << ", "
                                      << buffers << " buffers, seed " << seed);
    expect_exact(job, orders[static_cast<std::size_t>(i / 2) % std::size(orders)], buffers, seed);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Itsteps, DrainTheDeviceNowAndThen) {
  Job job;
  job.rows = 1;
  job.cols = 1;
  job.scheme = {{Schedule::joined, Blocking::overlapped_rows}, 3, 1};
  job.iterations = blocks_between_drains + 2;
  FakeAccelerator device(1, 1, Happens::at_once, 2, 2);
  Field f{1.0};
  const Field r{0.0};
  struct Positions final : BlockObserver {
    void after_block(const BlockRun& run) override { counts.push_back(run.positions); }
    std::vector<std::int64_t> counts;
  } seen;
  itsteps(device, {1, 1, f.data(), r.data()}, weights, job.scheme, job.iterations, &seen);
  ASSERT_EQ(static_cast<std::int64_t>(seen.counts.size()), job.iterations);
  EXPECT_EQ(seen.counts.front(), blocks_between_drains);
  EXPECT_EQ(seen.counts.back(), 2);
  EXPECT_EQ(std::count(device.calls.begin(), device.calls.end(), "wait"), 4) << "two before, two after";
}

std::string refusal(const BlockScheme& scheme, std::int64_t iterations) {
  FakeAccelerator device(60, 3, Happens::at_once, 2, 2);
  device.set_line_buffers(2, 1, 8);
  Field f(40 * 3);
  try {
    itsteps(device, {40, 3, f.data(), f.data()}, weights, scheme, iterations, nullptr);
  } catch (const ArgumentError& error) {
    EXPECT_TRUE(device.calls.empty());
    return error.what();
  }
  return "accepted";
}

TEST(Itsteps, RefuseWhatTheyCannotDo) {
  const ItstepOptions rows{Schedule::joined, Blocking::overlapped_rows};
  const ItstepOptions skewed{Schedule::joined, Blocking::skewed};
  EXPECT_EQ(refusal({rows, 9, 2}, 0), "iterations = 0, must be >= 1");
  EXPECT_EQ(refusal({{Schedule::sequential, Blocking::skewed}, 9, 2}, 4),
            "schedule = sequential, must be joined: steps move as one list of calls");
  EXPECT_EQ(refusal({rows, 9, 0}, 4), "niter = 0, must be 1 .. 3 (a third of portion = 9)");
  EXPECT_EQ(refusal({rows, 15, 5}, 5),
            "rows of the largest block = 25, must be 1 .. 20 (60 words per buffer, 3 columns)");
  EXPECT_EQ(
      refusal({skewed, 15, 5}, 5),
      "niter = 5, must be 1 .. 4 (skewed blocks of 3 columns: line buffers of 8 beats, 2 processing elements of 1 "
      "lane)");
}

}  // namespace
}  // namespace stencil
