// What is noticed of a program that may have forgotten a sweep, or rows of one; and that right ones give no warning.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/sweep_watch.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stencil {
namespace {

// Rows of ten words.
class SweepWatchCase : public ::testing::Test {
 protected:
  void load(std::int64_t row, std::int64_t rows) { watch_.loaded(10 * row, 10 * rows); }
  void store(std::int64_t row, std::int64_t rows) { watch_.stored(10 * row, 10 * rows); }
  void sweep(std::int64_t rows, std::int64_t niter = 1) { watch_.swept({rows, 10, niter, JacobiWeights{}}); }

  // The lines printed since the last call.
  std::string warnings() {
    std::string text = ::testing::internal::GetCapturedStderr();
    ::testing::internal::CaptureStderr();
    return text;
  }
  void SetUp() override { ::testing::internal::CaptureStderr(); }
  void TearDown() override { ::testing::internal::GetCapturedStderr(); }

  SweepWatch watch_{200};
};

// The order of the published program: old rows for the next block go in before new ones come out.
TEST_F(SweepWatchCase, ThePublishedOrderIsRight) {
  load(0, 12);
  sweep(12);
  store(0, 2);
  load(0, 2);
  store(2, 8);
  load(2, 5);
  sweep(7);
  store(2, 5);
  EXPECT_EQ(warnings(), "");
  EXPECT_EQ(watch_.coverage().sweeps, 2);
  EXPECT_EQ(watch_.coverage().stored_unswept + watch_.coverage().loaded_unswept + watch_.coverage().stored_again, 0);
}

TEST_F(SweepWatchCase, DataThatStaysOnTheDeviceIsRight) {
  load(0, 12);
  sweep(12, 0);
  store(0, 12);
  store(3, 2);
  sweep(9);
  sweep(12);
  store(0, 12);
  load(0, 12);
  load(0, 12);
  sweep(12);
  store(11, 1);
  EXPECT_EQ(warnings(), "");
  EXPECT_EQ(watch_.coverage().stored_again, 0);
}

TEST_F(SweepWatchCase, AForgottenSweepIsNamedAtTheStore) {
  load(0, 12);
  store(2, 3);
  store(2, 3);
  EXPECT_EQ(warnings(),
            "stencil: f_from_accel: warning: words 20 .. 49 of f as f_to_accel loaded them: no itstep_accel has swept "
            "them since\n");
  load(0, 12);
  sweep(12);
  load(4, 2);
  store(0, 12);
  EXPECT_EQ(warnings(), "") << "only the first";
  EXPECT_EQ(watch_.coverage().stored_unswept, 30 + 20);
}

TEST_F(SweepWatchCase, ARowLeftOutIsNamedAtTheSweep) {
  sweep(1);
  load(0, 12);
  sweep(11);
  EXPECT_EQ(warnings(),
            "stencil: itstep_accel: warning: mx = 11 rows leave out words 110 .. 119 of f (row 11) loaded since the "
            "sweep before\n");
  EXPECT_EQ(watch_.coverage().loaded_unswept, 10);
  store(0, 12);
  EXPECT_EQ(watch_.coverage().stored_unswept, 0) << "it was named already";
}

TEST_F(SweepWatchCase, ResultsOfAnEarlierBlockAreNamedWhereTheyAreStoredAgain) {
  load(0, 12);
  sweep(12);
  store(2, 10);
  load(0, 5);
  sweep(5);
  store(2, 4);
  EXPECT_EQ(
      warnings(),
      "stencil: f_from_accel: warning: words 50 .. 59 of f (row 5) were stored before; the last itstep_accel, of 5 "
      "rows, left them out; call 1 of f_from_accel after the sweep of block 1\n");
  EXPECT_EQ(watch_.coverage().stored_again, 10);
  load(5, 1);
  sweep(6);
  sweep(2);
  store(2, 4);
  EXPECT_EQ(watch_.coverage().stored_again, 10) << "swept since they were stored, or for the first time";
  load(8, 2);
  store(8, 2);
  EXPECT_EQ(watch_.coverage().stored_again, 10) << "loaded since";
  EXPECT_EQ(watch_.coverage().stored_unswept, 20);
}

}  // namespace
}  // namespace stencil
