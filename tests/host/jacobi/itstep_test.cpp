// Blocked sweeps against sweeps of the whole local part, bit for bit, on a device that does only what it must.
// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/itstep.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "tests/host/jacobi/fields.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;
using test::Field;
using test::problem;
using test::same_bits;
using test::swept;
using test::weights;

// Poisons the device except the rows that itstep may rely on: the old overlap rows it loaded ahead.
class PoisonBeforeEachBlock : public BlockObserver {
 public:
  PoisonBeforeEachBlock(FakeAccelerator& device, std::int64_t cols) : device_(device), cols_(cols) {}
  void before_block(std::int64_t, const Block& block) override { device_.poison(block.before * cols_); }
  void after_block(const BlockRun& run) override { runs.push_back(run); }

  std::vector<BlockRun> runs;

 private:
  FakeAccelerator& device_;
  std::int64_t cols_;
};

class Itstep : public ::testing::TestWithParam<FakeAccelerator::Happens> {};

INSTANTIATE_TEST_SUITE_P(Device, Itstep,
                         ::testing::Values(FakeAccelerator::Happens::at_once, FakeAccelerator::Happens::at_wait),
                         [](const auto& device) {
                           return device.param == FakeAccelerator::Happens::at_once ? "AtOnce" : "AtWait";
                         });

TEST_P(Itstep, EqualsSweepsOfTheWholeLocalPartForEverySmallSize) {
  std::int64_t cases = 0;
  for (const std::int64_t cols : {1, 2, 3, 6}) {
    for (std::int64_t portion = 3; portion <= 13; ++portion) {
      for (std::int64_t niter = 1; niter <= portion / 3; ++niter) {
        for (std::int64_t rows = 1; rows <= 3 * portion + niter + 2; ++rows) {
          SCOPED_TRACE(::testing::Message() << rows << "x" << cols << ", portion " << portion << ", niter " << niter);
          // Exactly as large as check_blocking needs.
          FakeAccelerator device(std::max(rows <= portion ? rows : 0, portion + 2 * niter) * cols, cols, GetParam());
          check_blocking(device.capabilities(), rows, cols, portion, niter);
          const Field before = problem(17, ProblemArray::f, rows, cols);
          const Field r = problem(17, ProblemArray::r, rows, cols);
          Field f = before;
          PoisonBeforeEachBlock observer(device, cols);
          itstep(device, rows, cols, f.data(), r.data(), weights, niter, portion, &observer);
          ASSERT_TRUE(same_bits(f, swept(before, r, rows, cols, niter)));
          const auto blocks = static_cast<std::int64_t>(plan_blocks(rows, portion, niter).size());
          ASSERT_EQ(device.traffic().bytes_to_device, 8 * cols * 2 * (rows + 2 * niter * (blocks - 1)));
          ASSERT_EQ(device.traffic().bytes_from_device, 8 * cols * rows);
          ASSERT_EQ(static_cast<std::int64_t>(observer.runs.size()), blocks);
          ++cases;
        }
      }
    }
  }
  EXPECT_EQ(cases, 4 * 834);  // counted independently, since a loop that loses cases would pass
}

TEST_P(Itstep, RepeatedStepsEqualOneLongRun) {
  const std::int64_t rows = 47;
  const std::int64_t cols = 9;
  FakeAccelerator device(25 * cols, cols, GetParam());
  const Field before = problem(17, ProblemArray::f, rows, cols);
  const Field r = problem(17, ProblemArray::r, rows, cols);
  Field f = before;
  for (const std::int64_t niter : {5, 3, 1, 4}) {
    device.poison();
    itstep(device, rows, cols, f.data(), r.data(), weights, niter, 15, nullptr);
  }
  EXPECT_TRUE(same_bits(f, swept(before, r, rows, cols, 13)));
}

// rows 33, portion 15, niter 5: first block, shortened last but one, last block; 2 columns, so 2 words per row.
TEST_P(Itstep, PostsTheseCallsAndNoOthers) {
  FakeAccelerator device(25 * 2, 2, GetParam());
  Field f = problem(17, ProblemArray::f, 33, 2);
  const Field r = problem(17, ProblemArray::r, 33, 2);
  itstep(device, 33, 2, f.data(), r.data(), weights, 5, 15, nullptr);
  const std::vector<std::string> expected{
      "wait",
      // rows 0..19 in, 0..14 out; rows 10..14 stay, old
      "load r [0, 40)", "load f [0, 40)", "start 20x2 niter 5", "store f [0, 10)", "load f [0, 10)", "store f [10, 30)",
      "wait",
      // rows 10..32 of r, 15..32 of f in, 15..27 out; rows 23..27 stay, old
      "load r [0, 46)", "load f [10, 46)", "start 23x2 niter 5", "load f [0, 10)", "store f [10, 36)", "wait",
      // rows 23..32 of r, 28..32 of f in, 28..32 out
      "load r [0, 20)", "load f [10, 20)", "start 10x2 niter 5", "store f [10, 20)", "wait"};
  EXPECT_EQ(device.calls, expected);
}

TEST_P(Itstep, EveryCycleBelongsToOneBlock) {
  const std::int64_t rows = 50;
  const std::int64_t cols = 7;
  FakeAccelerator device(25 * cols, cols, GetParam());
  Field f = problem(17, ProblemArray::f, rows, cols);
  const Field r = problem(17, ProblemArray::r, rows, cols);
  const CycleCounts cycles_before = device.cycles();
  const TrafficCounts traffic_before = device.traffic();
  device.load(Bank::r, 0, r.data(), 13);  // posted by the caller and not waited for: counts where itstep waits for it
  PoisonBeforeEachBlock observer(device, cols);
  itstep(device, rows, cols, f.data(), r.data(), weights, 5, 15, &observer);
  CycleCounts cycles;
  TrafficCounts traffic;
  for (std::size_t i = 0; i < observer.runs.size(); ++i) {
    const BlockRun& run = observer.runs[i];
    EXPECT_EQ(run.index, static_cast<std::int64_t>(i));
    EXPECT_EQ(run.cols, cols);
    EXPECT_EQ(run.niter, 5);
    EXPECT_EQ(run.cycles.compute, run.block.rows() * cols * 5);
    EXPECT_EQ(run.cycles.store, run.block.keep * cols);
    EXPECT_EQ(run.cycles.fill, 7);
    EXPECT_EQ(run.cycles.model.total(), run.block.rows());
    EXPECT_EQ(run.traffic.bytes_from_device, 8 * run.block.keep * cols);
    cycles += run.cycles;
    traffic += run.traffic;
  }
  EXPECT_EQ(observer.runs.size(), 4u);
  // A device that works at once has done the stray load before itstep begins.
  const std::int64_t stray = GetParam() == FakeAccelerator::Happens::at_once ? 13 : 0;
  const CycleCounts total = device.cycles() - cycles_before;
  EXPECT_EQ(cycles.total(), total.total() - (stray > 0 ? stray + 3 : 0));
  EXPECT_EQ(cycles.load, total.load - stray);
  EXPECT_EQ(cycles.ideal, total.ideal);
  // Traffic is counted when posted, so that the stray load counts for no block.
  EXPECT_EQ(traffic.bytes_to_device, device.traffic().bytes_to_device - traffic_before.bytes_to_device - 8 * 13);
  EXPECT_EQ(traffic.transfers, device.traffic().transfers - traffic_before.transfers - 1);
}

// Checks the promises that the comparison of single blocks relies on.
class CheckPromises : public BlockObserver {
 public:
  CheckPromises(FakeAccelerator& device, const Field& f, Field old, Field swept, std::int64_t cols)
      : device_(device), f_(f), old_(std::move(old)), swept_(std::move(swept)), cols_(cols) {}

  void before_block(std::int64_t index, const Block& block) override {
    EXPECT_TRUE(device_.idle());
    EXPECT_EQ(index, next_);
    const std::int64_t at = block.first_row * cols_;
    EXPECT_TRUE(same_bits(device_.f[0].data(), old_.data() + at - block.before * cols_, block.before * cols_))
        << "the overlap in the device is not old, block " << index;
    EXPECT_TRUE(same_bits(f_.data() + at, old_.data() + at, static_cast<std::int64_t>(f_.size()) - at))
        << "rows not yet swept have changed, block " << index;
  }
  void after_block(const BlockRun& run) override {
    EXPECT_TRUE(device_.idle());
    EXPECT_EQ(run.index, next_++);
    EXPECT_TRUE(same_bits(f_.data(), swept_.data(), (run.block.first_row + run.block.keep) * cols_))
        << "kept rows are not back, block " << run.index;
  }

  std::int64_t blocks() const { return next_; }

 private:
  FakeAccelerator& device_;
  const Field& f_;
  Field old_;
  Field swept_;
  std::int64_t cols_;
  std::int64_t next_ = 0;
};

TEST_P(Itstep, ObserverSeesAnIdleDeviceAndWhatWasPromised) {
  for (const std::int64_t rows : {1, 14, 15, 16, 33, 60}) {
    SCOPED_TRACE(rows);
    const std::int64_t cols = 5;
    FakeAccelerator device(25 * cols, cols, GetParam());
    Field f = problem(17, ProblemArray::f, rows, cols);
    const Field r = problem(17, ProblemArray::r, rows, cols);
    CheckPromises observer(device, f, f, swept(f, r, rows, cols, 5), cols);
    itstep(device, rows, cols, f.data(), r.data(), weights, 5, 15, &observer);
    EXPECT_EQ(observer.blocks(), static_cast<std::int64_t>(plan_blocks(rows, 15, 5).size()));
  }
}

TEST(ItstepArguments, AreRefusedBeforeAnythingMoves) {
  FakeAccelerator device(60, 3);
  Field f = problem(17, ProblemArray::f, 40, 3);
  const Field before = f;
  const Field r = problem(17, ProblemArray::r, 40, 3);
  const auto refused = [&](const std::string& text, std::int64_t rows, std::int64_t cols, double* field,
                           const double* rhs, std::int64_t niter, std::int64_t portion) {
    try {
      itstep(device, rows, cols, field, rhs, weights, niter, portion, nullptr);
      ADD_FAILURE() << "accepted, expected: " << text;
    } catch (const ArgumentError& error) {
      EXPECT_EQ(error.what(), text);
    }
  };
  refused("rows = 0, must be >= 1", 0, 3, f.data(), r.data(), 5, 15);
  refused("niter = 6, must be 1 .. 5 (a third of portion = 15)", 40, 3, f.data(), r.data(), 6, 15);
  refused("cols = 4, must be 1 .. 3 (the device's longest row)", 10, 4, f.data(), r.data(), 1, 3);
  refused("rows of the largest block = 25, must be 1 .. 20 (60 words per buffer, 3 columns)", 40, 3, f.data(), r.data(),
          5, 15);
  refused("niter = 0, must be 1 .. 5 (a third of portion = 15)", 40, 3, f.data(), r.data(), 0, 15);
  refused("f = NULL, must be the local part", 10, 3, nullptr, r.data(), 1, 3);
  refused("r = NULL, must be the right-hand side", 10, 3, f.data(), nullptr, 1, 3);
  EXPECT_TRUE(device.calls.empty());
  EXPECT_TRUE(same_bits(f, before));
}

TEST(ItstepErrors, OfTheDeviceReachTheCaller) {
  FakeAccelerator device(300, 10);
  device.fail_on_start = true;
  Field f = problem(17, ProblemArray::f, 10, 10);
  EXPECT_THROW(itstep(device, 10, 10, f.data(), f.data(), weights, 1, 15, nullptr), DeviceError);
}

}  // namespace
}  // namespace stencil
