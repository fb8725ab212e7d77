// Both schedules and both blockings on devices that carry out calls in every allowed order.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
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

class Ledger : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { runs.push_back(run); }
  std::vector<BlockRun> runs;
};

struct Case {
  ItstepOptions options;
  Happens happens = Happens::at_random;
  std::int64_t f_buffers = 2;
  std::uint64_t seed = 0;
};

// Checks one step on a device exactly as large as check_blocking needs: bits, bytes and cycles.
void expect_exact(const Case& how, std::int64_t rows, std::int64_t cols, std::int64_t portion, std::int64_t niter) {
  SCOPED_TRACE(::testing::Message() << rows << "x" << cols << ", portion " << portion << ", niter " << niter << ", "
                                    << name_of(how.options.schedule) << ", " << name_of(how.options.blocking) << ", "
                                    << how.f_buffers << " f buffers, order " << static_cast<int>(how.happens)
                                    << ", seed " << how.seed);
  const bool skewed = how.options.blocking == Blocking::skewed;
  const std::int64_t single = skewed ? portion + niter : portion;
  const std::int64_t block_rows = rows <= single ? rows : portion + (skewed ? niter : 2 * niter);
  FakeAccelerator device(block_rows * cols, cols, how.happens, how.f_buffers, std::min<std::int64_t>(how.f_buffers, 2),
                         how.seed);
  device.set_line_buffers(2, 1, (niter + 1) / 2 * cols);
  device.poisons_free_buffers = skewed || how.options.schedule == Schedule::overlapped;
  ASSERT_NO_THROW(check_blocking(device.capabilities(), rows, cols, portion, niter, how.options));
  const Field before = problem(29, ProblemArray::f, rows, cols);
  const Field r = problem(29, ProblemArray::r, rows, cols);
  Field f = before;
  Ledger ledger;
  itstep(device, rows, cols, f.data(), r.data(), weights, niter, portion, &ledger, how.options);
  ASSERT_TRUE(same_bits(f, swept(before, r, rows, cols, niter)));

  // The laws of bytes and cycles, as equalities.
  const auto blocks = static_cast<std::int64_t>(ledger.runs.size());
  const std::int64_t loaded = rows + (skewed ? 0 : 2 * niter * (blocks - 1));
  ASSERT_EQ(device.traffic().bytes_to_device, 8 * cols * 2 * loaded);
  ASSERT_EQ(device.traffic().bytes_from_device, 8 * cols * rows);
  ASSERT_EQ(device.rows_swept, niter * loaded);
  CycleCounts cycles;
  TrafficCounts traffic;
  for (const BlockRun& run : ledger.runs) {
    cycles += run.cycles;
    traffic += run.traffic;
    if (how.options.schedule == Schedule::overlapped) {
      ASSERT_EQ(run.traffic.bytes_to_device, 8 * cols * 2 * run.block.rows());
    }
    ASSERT_EQ(run.traffic.bytes_from_device, 8 * cols * run.block.keep);
    ASSERT_EQ(8 * run.traffic.load_bursts, run.traffic.bytes_to_device) << "each block's own";
    ASSERT_EQ(8 * run.traffic.store_bursts, run.traffic.bytes_from_device);
    ASSERT_EQ(run.cycles.compute, run.block.rows() * cols * niter) << "one sweep ends in each block";
  }
  ASSERT_EQ(cycles.total() + 11, device.cycles().total());  // 11: before the step
  ASSERT_EQ(cycles.ideal, device.cycles().ideal);
  ASSERT_TRUE(cycles.model == device.cycles().model);
  ASSERT_EQ(traffic.transfers, device.traffic().transfers);
}

class ItstepSchedules : public ::testing::TestWithParam<ItstepOptions> {};

INSTANTIATE_TEST_SUITE_P(All, ItstepSchedules,
                         ::testing::Values(ItstepOptions{Schedule::sequential, Blocking::overlapped_rows},
                                           ItstepOptions{Schedule::overlapped, Blocking::overlapped_rows},
                                           ItstepOptions{Schedule::sequential, Blocking::skewed},
                                           ItstepOptions{Schedule::overlapped, Blocking::skewed}),
                         [](const auto& options) {
                           return std::string(options.param.schedule == Schedule::overlapped ? "Overlapped"
                                                                                             : "Sequential") +
                                  (options.param.blocking == Blocking::skewed ? "Skewed" : "Rows");
                         });

TEST_P(ItstepSchedules, EqualSweepsOfTheWholeLocalPartForEverySmallSize) {
  const std::uint64_t seed = test::test_seed();
  const bool skewed = GetParam().blocking == Blocking::skewed;
  const bool overlapped = GetParam().schedule == Schedule::overlapped;
  std::uint64_t cases = 0;
  for (const std::int64_t cols : {1, 2, 3, 6}) {
    for (std::int64_t portion = skewed ? 1 : 3; portion <= (skewed ? 7 : 12); ++portion) {
      for (std::int64_t niter = 1; niter <= (skewed ? portion : portion / 3); ++niter) {
        for (std::int64_t rows = 1; rows <= 4 * portion + niter + 2; ++rows) {
          // Varies the number of buffers and the order from case to case, so that all combinations occur.
          Case how{GetParam()};
          how.f_buffers = overlapped ? 2 + static_cast<std::int64_t>(cases % 2) : 1;
          const Happens orders[] = {Happens::at_random,    Happens::loads_first, Happens::at_random,
                                    Happens::stores_first, Happens::at_random,   Happens::sweeps_first,
                                    Happens::at_random,    Happens::at_once,     Happens::at_wait};
          how.happens = orders[cases % std::size(orders)];
          how.seed = seed + ++cases;
          expect_exact(how, rows, cols, portion, niter);
          if (HasFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(cases, 2000u);
}

TEST_P(ItstepSchedules, EqualSweepsOfTheWholeLocalPartInManyOrders) {
  test::Random random(test::test_seed());
  const bool skewed = GetParam().blocking == Blocking::skewed;
  for (int i = 0; i < 300; ++i) {
    Case how{GetParam()};
    how.f_buffers = GetParam().schedule == Schedule::overlapped ? random(2, 4) : 1;
    how.seed = static_cast<std::uint64_t>(random(0, 1 << 30));
    const std::int64_t portion = random(3, 24);
    const std::int64_t niter = random(1, skewed ? portion : portion / 3);
    expect_exact(how, random(1, 12 * portion), random(1, 9), portion, niter);
    if (HasFailure()) return;
  }
}

TEST_P(ItstepSchedules, RepeatedStepsEqualOneLongRun) {
  const std::int64_t rows = 47;
  const std::int64_t cols = 9;
  FakeAccelerator device(25 * cols, cols, Happens::at_random, 3, 2, 5);
  device.poisons_free_buffers = GetParam().schedule == Schedule::overlapped;
  const Field before = problem(29, ProblemArray::f, rows, cols);
  const Field r = problem(29, ProblemArray::r, rows, cols);
  Field f = before;
  for (const std::int64_t niter : {5, 3, 1, 4}) {
    itstep(device, rows, cols, f.data(), r.data(), weights, niter, 15, nullptr, GetParam());
  }
  EXPECT_TRUE(same_bits(f, swept(before, r, rows, cols, 13)));
}

TEST_P(ItstepSchedules, WhatWasPostedBeforeCountsForTheFirstBlock) {
  const std::int64_t rows = 50;
  const std::int64_t cols = 7;
  FakeAccelerator device(25 * cols, cols, Happens::at_wait, 2, 2);
  Field f = problem(29, ProblemArray::f, rows, cols);
  const Field r = problem(29, ProblemArray::r, rows, cols);
  const CycleCounts before = device.cycles();
  device.load(Bank::r, 0, r.data(), 13);
  Ledger ledger;
  itstep(device, rows, cols, f.data(), r.data(), weights, 5, 15, &ledger, GetParam());
  CycleCounts cycles;
  TrafficCounts traffic;
  for (const BlockRun& run : ledger.runs) {
    cycles += run.cycles;
    traffic += run.traffic;
  }
  EXPECT_EQ(cycles.total(), (device.cycles() - before).total());
  // Traffic is counted when posted, so that of the load before only the cycles count for the first block.
  EXPECT_EQ(traffic.bytes_to_device, device.traffic().bytes_to_device - 8 * 13);
  EXPECT_EQ(traffic.transfers, device.traffic().transfers - 1);
}

std::string refusal(FakeAccelerator& device, const ItstepOptions& options, std::int64_t niter, std::int64_t portion) {
  Field f(40 * 3);
  try {
    itstep(device, 40, 3, f.data(), f.data(), weights, niter, portion, nullptr, options);
  } catch (const ArgumentError& error) {
    EXPECT_TRUE(device.calls.empty());
    return error.what();
  }
  return "accepted";
}

TEST(ItstepSchedulesArguments, RefuseWhatTheDeviceHasNoBuffersFor) {
  FakeAccelerator one(60, 3);
  EXPECT_EQ(refusal(one, {Schedule::overlapped, Blocking::overlapped_rows}, 2, 9),
            "schedule = overlapped, must be sequential: the device has 1 buffer of f and 1 of r, overlapped needs 2 of "
            "each");
  FakeAccelerator small(60, 3, Happens::at_once, 2, 2);
  EXPECT_EQ(refusal(small, {Schedule::overlapped, Blocking::skewed}, 6, 15),
            "rows of the largest block = 21, must be 1 .. 20 (60 words per buffer, 3 columns)");
  small.set_line_buffers(2, 1, 8);
  EXPECT_EQ(
      refusal(small, {Schedule::overlapped, Blocking::skewed}, 5, 15),
      "niter = 5, must be 1 .. 4 (skewed blocks of 3 columns: line buffers of 8 beats, 2 processing elements of 1 "
      "lane)");
  EXPECT_EQ(refusal(small, {Schedule::sequential, Blocking::skewed}, 16, 15),
            "niter = 16, must be 1 .. 15 (portion = 15, skewed blocks)");
}

class MiscountingDevice final : public FakeAccelerator {
 public:
  using FakeAccelerator::FakeAccelerator;

 private:
  std::vector<CycleCounts> do_wait() override {
    FakeAccelerator::do_wait();
    return {};
  }
};

TEST(ItstepSchedulesArguments, NoticeADeviceThatLosesASweep) {
  MiscountingDevice device(60, 3, Happens::at_once, 2, 2);
  Field f = problem(29, ProblemArray::f, 40, 3);
  try {
    itstep(device, 40, 3, f.data(), f.data(), weights, 2, 9, nullptr, {Schedule::overlapped, Blocking::skewed});
    ADD_FAILURE() << "accepted";
  } catch (const DeviceError& error) {
    EXPECT_STREQ(error.what(), "the device ended 0 sweeps, 5 were posted");
  }
}

}  // namespace
}  // namespace stencil
