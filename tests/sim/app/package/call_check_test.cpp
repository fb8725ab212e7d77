// The check of a C program's sweeps: the values it compares, the errors it finds, the words it leaves out.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/call_check.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/checking/checked_accelerator.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;

// A device of 100 words, called as a C program would, with a check beside it.
class CallCheckCase : public ::testing::Test {
 protected:
  void load(Bank bank, std::int64_t offset, std::int64_t length) {
    device_.load(bank, offset, values_.data() + offset, length);
    device_.wait();
    check_.loaded(device_, bank, offset, values_.data() + offset, length);
  }
  void sweep(std::int64_t rows, std::int64_t cols, std::int64_t niter, std::int64_t block) {
    const SweepCommand command{rows, cols, niter, JacobiWeights{0.5, 0.25, 0.75}};
    check_.before_sweep(device_, command, block);
    device_.start(command);
    device_.wait();
    if (fault_ >= 0) device_.f[0][static_cast<std::size_t>(fault_)] += 1.0;
    fault_ = -1;
    check_.after_sweep(device_, command);
  }
  void store(std::int64_t offset, std::int64_t length) {
    std::vector<double> got(static_cast<std::size_t>(length));
    device_.store(Bank::f, offset, got.data(), length);
    device_.wait();
    if (stored_fault_) got.back() += 1.0;
    check_.stored(device_, offset, got.data(), length);
  }

  FakeAccelerator device_{100};
  CallCheck check_{device_.capabilities()};
  std::vector<double> values_ = [] {
    std::vector<double> values;
    for (int i = 0; i < 100; ++i) values.push_back(i * i % 31);
    return values;
  }();
  std::int64_t fault_ = -1;  // word that the next sweep leaves wrong
  bool stored_fault_ = false;
};

TEST_F(CallCheckCase, ComparesEverySweepAndAllThatIsBroughtBack) {
  EXPECT_EQ(check_.verdict().compared, 0);
  EXPECT_FALSE(check_.verdict().ok()) << "nothing was compared";
  load(Bank::r, 0, 40);
  load(Bank::f, 0, 40);
  sweep(5, 8, 3, 0);
  EXPECT_EQ(check_.verdict().compared, 40);
  sweep(4, 10, 1, 1);  // continues with the result of the first one
  EXPECT_EQ(check_.verdict().compared, 80);
  store(10, 20);
  EXPECT_EQ(check_.verdict().compared, 100);
  sweep(5, 8, 0, 2);
  EXPECT_EQ(check_.verdict().ok(), true);
  EXPECT_FALSE(check_.verdict().first_mismatch);
}

TEST_F(CallCheckCase, FindsAWrongValueOnceAndNamesIt) {
  load(Bank::r, 0, 40);
  load(Bank::f, 0, 40);
  sweep(5, 8, 2, 3);
  fault_ = 19;
  sweep(5, 8, 2, 4);
  sweep(5, 8, 2, 5);
  store(0, 40);
  EXPECT_EQ(check_.verdict().mismatches, 1) << "later calls are compared with the wrong value as it is";
  EXPECT_EQ(check_.verdict().ok(), false);
  const auto found = check_.verdict().first_mismatch;
  ASSERT_TRUE(found);
  const LocatedMismatch& first = *found;
  EXPECT_EQ(first.block, 4);
  EXPECT_EQ(first.sweep, 1);
  EXPECT_EQ(first.at.row, 2);
  EXPECT_EQ(first.at.col, 3);
}

TEST_F(CallCheckCase, FindsALoadThatWentElsewhere) {
  load(Bank::r, 0, 40);
  load(Bank::f, 0, 40);
  device_.f[0][11] = 77.0;
  device_.r[0][30] = 77.0;
  sweep(5, 8, 1, 0);
  EXPECT_EQ(check_.verdict().mismatches, 3 + 1) << "the inner neighbours of one, the point of the other";
}

TEST_F(CallCheckCase, FindsAValueThatChangedOnItsWayBack) {
  load(Bank::r, 0, 40);
  load(Bank::f, 0, 60);
  sweep(5, 8, 1, 6);
  store(3, 12);
  EXPECT_EQ(check_.verdict().mismatches, 0);
  stored_fault_ = true;
  store(3, 12);
  EXPECT_EQ(check_.verdict().mismatches, 1);
  EXPECT_EQ(check_.verdict().first_mismatch->block, 6);
  EXPECT_EQ(check_.verdict().first_mismatch->at.row, 1);
  EXPECT_EQ(check_.verdict().first_mismatch->at.col, 6);
  EXPECT_EQ(check_.verdict().compared, 40 + 24);
}

// Words never loaded have unknown values: here NaN, which must not hide a compared value.
TEST_F(CallCheckCase, TakesFromTheDeviceWhatWasNeverLoaded) {
  load(Bank::r, 0, 20);
  load(Bank::f, 0, 12);
  load(Bank::f, 20, 12);
  for (std::size_t i = 0; i < 40; ++i) {
    device_.f[0][i] = values_[i] + (i >= 12 && i < 20 ? 5.0 : 0.0);
    device_.r[0][i] = values_[i];
  }
  store(8, 24);
  EXPECT_EQ(check_.verdict().compared, 16) << "eight words between are not known";
  sweep(4, 8, 2, 0);
  EXPECT_EQ(check_.verdict().mismatches, 0);
  EXPECT_EQ(check_.verdict().compared, 16 + 32);
  const std::size_t moved = device_.calls.size();
  sweep(4, 8, 2, 1);
  EXPECT_EQ(device_.calls.size() - moved, 4u) << "start, wait, store, wait: all is known now";
}

// A device that refuses reads of such words lets the check look at whole blocks, and the program at nothing.
TEST_F(CallCheckCase, LooksAtWordsThatTheProgramMustNotRead) {
  CheckedAccelerator device(std::make_unique<FakeAccelerator>(100));
  CallCheck check(device.capabilities());
  const auto load_there = [&](Bank bank, std::int64_t offset, std::int64_t length) {
    device.load(bank, offset, values_.data() + offset, length);
    device.wait();
    check.loaded(device, bank, offset, values_.data() + offset, length);
  };
  load_there(Bank::r, 9, 14);
  for (const auto& [offset, length] : {std::pair{1, 6}, {8, 16}, {25, 6}}) load_there(Bank::f, offset, length);
  const SweepCommand no_corners{4, 8, 2, JacobiWeights{0.5, 0.25, 0.75}};
  check.before_sweep(device, no_corners, 0);
  device.start(no_corners);
  device.wait();
  check.after_sweep(device, no_corners);
  EXPECT_EQ(check.verdict().compared, 32);
  EXPECT_EQ(check.verdict().mismatches, 0);
  double corner = 0.0;
  EXPECT_THROW(device.store(Bank::f, 0, &corner, 1), DeviceError);
  const SweepCommand more_rows{5, 8, 2, no_corners.weights};
  check.before_sweep(device, more_rows, 1);
  EXPECT_THROW(device.start(more_rows), DeviceError);
}

}  // namespace
}  // namespace stencil
