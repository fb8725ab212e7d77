// The published functions over a fake device: wrong arguments and device errors, and what the checks answer.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"

#include <gtest/gtest.h>

#include <string>

#include "host/c/call_ledger.hpp"
#include "host/device/counts.hpp"
#include "tests/host/c/accel/accel_case.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {
namespace {

TEST_F(Accel, WrongArgumentsOfTheFivePointOperatorAreFatal) {
  static const double any[6] = {};
  expect_fatal(2, "stencil: itstep_accel_five_point: coefficients", [] { itstep_accel_five_point(3, 4, nullptr, 1); });
  expect_fatal(2, "stencil: itstep_accel_five_point: my = 21", [] { itstep_accel_five_point(3, 21, any, 1); });
  expect_fatal(2, "stencil: itstep_accel_five_point: mx = 0", [] { itstep_accel_five_point(0, 4, any, 1); });
  expect_fatal(2, "stencil: itstep_accel_five_point: niter = -1", [] { itstep_accel_five_point(3, 4, any, -1); });
}

TEST_F(Accel, TransfersOutsideLocalMemoryAreFatal) {
  const auto to_f = [&](int offset, int length) { return [=] { f_to_accel(offset, numbers_, length); }; };
  expect_fatal(2, "stencil: f_to_accel: internaloffset = -1, must be 0 .. 100 (doubles of local memory)", to_f(-1, 1));
  expect_fatal(2, "stencil: f_to_accel: internaloffset = 101, must be 0 .. 100", to_f(101, 0));
  expect_fatal(2, "stencil: f_to_accel: length = -1, must be 0 .. 100", to_f(0, -1));
  expect_fatal(2, "stencil: f_to_accel: length = 101, must be 0 .. 100", to_f(0, 101));
  expect_fatal(2,
               "stencil: f_to_accel: length = 21, must be 0 .. 20 (100 doubles of local memory, internaloffset = 80)",
               to_f(80, 21));
  expect_fatal(2, "stencil: f_to_accel: length = 2147483647, must be 0 .. 0", to_f(100, 2147483647));
  expect_fatal(2, "stencil: r_to_accel: length = 2, must be 0 .. 1", [&] { r_to_accel(99, numbers_, 2); });
  expect_fatal(2, "stencil: f_from_accel: length = 2, must be 0 .. 1", [&] { f_from_accel(99, numbers_, 2); });
  expect_fatal(2, "stencil: f_to_accel: array = NULL, must be an array of 3 doubles",
               [] { f_to_accel(0, nullptr, 3); });
  expect_fatal(2, "stencil: f_from_accel: array = NULL", [] { f_from_accel(0, nullptr, 3); });
  expect_fatal(2, "stencil: r_to_accel: array = NULL", [] { r_to_accel(0, nullptr, 3); });
  EXPECT_TRUE(fake->calls.empty());
  f_to_accel(100, nullptr, 0);
  EXPECT_EQ(fake->traffic().bytes_to_device, 0);
}

TEST_F(Accel, SweepsThatDoNotFitAreFatal) {
  const auto sweep = [](int mx, int my, int niter) { return [=] { itstep_accel(mx, my, 1.0, 1.0, 1.0, niter); }; };
  expect_fatal(2, "stencil: itstep_accel: my = 21, must be 1 .. 20 (the device's longest row)", sweep(2, 21, 1));
  expect_fatal(2, "stencil: itstep_accel: my = 0, must be 1 .. 20", sweep(2, 0, 1));
  expect_fatal(2, "stencil: itstep_accel: mx = 0, must be 1 .. 5 (100 doubles of local memory, my = 20)",
               sweep(0, 20, 1));
  expect_fatal(2, "stencil: itstep_accel: mx = 6, must be 1 .. 5", sweep(6, 20, 1));
  expect_fatal(2, "stencil: itstep_accel: mx = 2147483647, must be 1 .. 50", sweep(2147483647, 2, 1));
  expect_fatal(2, "stencil: itstep_accel: niter = -1, must be >= 0", sweep(5, 20, -1));
  EXPECT_TRUE(fake->calls.empty());
  sweep(5, 20, 0)();
}

TEST_F(Accel, DeviceErrorsAreFatalWithStatusThree) {
  f_to_accel(0, numbers_, 1);
  fake->fail_on_start = true;
  expect_fatal(3, "stencil: itstep_accel: no answer within 1000 cycles", [] { itstep_accel(2, 2, 1.0, 1.0, 1.0, 1); });
}

TEST_F(Accel, TestAnswersWithALine) {
  const auto answer = [](int number, int nodes, int mx, int my, int stw, int expected, const std::string& text) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(itstep_accel_test(number, nodes, mx, my, stw), expected);
    const std::string line = text.empty() ? "" : "stencil: itstep_accel_test: " + text + "\n";
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), line);
  };
  answer(0, 1, 1000, 20, 2, 0, "");
  answer(2, 3, 1000, 20, 2, 0, "");
  answer(0, 1, 4, 20, 1000, 0, "");  // a local part shorter than its overlaps is a single block
  answer(0, 1, 1000, 21, 2, 1, "my = 21, must be 1 .. 20 (the device's longest row)");
  answer(0, 1, 1000, 20, 3, 1, "min(mx, 2*stw + 1) = 7, must be 1 .. 5 (100 doubles of local memory, my = 20)");
  answer(0, 1, 6, 20, 3, 1, "min(mx, 2*stw + 1) = 6, must be 1 .. 5 (100 doubles of local memory, my = 20)");
  answer(0, 1, 1000, 1, 2147483647, 1,
         "min(mx, 2*stw + 1) = 1000, must be 1 .. 100 (100 doubles of local memory, my = 1)");
  answer(0, 1, 10, 0, 1, 1, "my = 0, must be 1 .. 20 (the device's longest row)");
  answer(0, 1, 0, 20, 1, 0, "");  // a rank without rows
  answer(0, 1, 10, 20, 0, 0, "");
  answer(0, 1, 0, 20, 0, 0, "");
  answer(0, 1, -1, 20, 1, 1, "mx = -1, must be >= 0");
  answer(0, 1, 10, 20, -1, 1, "stw = -1, must be >= 0");
  answer(3, 3, 10, 20, 1, 1, "my_number = 3, must be 0 .. 2 (n_of_nodes - 1)");
  answer(0, 0, 10, 20, 1, 1, "n_of_nodes = 0, must be >= 1");
  EXPECT_FALSE(process_call_ledger().current()) << "a check makes no block";
}

// 100 words: 5 rows of 20, 25 of 4.
TEST_F(Accel, TestWithPortionAnswersForTheLargestBlock) {
  const auto answer = [](int mx, int my, int stw, int portion, int expected, const std::string& text) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(itstep_accel_test_portion(1, 2, mx, my, stw, portion), expected);
    const std::string line = text.empty() ? "" : "stencil: itstep_accel_test_portion: " + text + "\n";
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), line);
  };
  answer(1000, 4, 5, 15, 0, "");
  answer(1000, 4, 5, 16, 1, "portion + 2*stw = 26, must be 1 .. 25 (100 doubles of local memory, my = 4)");
  answer(1000, 4, 0, 25, 0, "");
  answer(1000, 4, 0, 26, 1, "portion + 2*stw = 26, must be 1 .. 25 (100 doubles of local memory, my = 4)");
  answer(25, 4, 8, 25, 0, "");  // one block
  answer(26, 4, 8, 26, 1, "mx, a single block, = 26, must be 0 .. 25 (100 doubles of local memory, my = 4)");
  answer(0, 4, 0, 2147483647, 0, "");
  answer(1000, 4, 6, 15, 1, "stw = 6, must be 0 .. 5 (a third of portion = 15)");
  answer(1000, 4, 1, 0, 1, "portion = 0, must be >= 1");
  answer(2147483647, 1, 715827882, 2147483647, 0 + 1,
         "mx, a single block, = 2147483647, must be 0 .. 100 (100 doubles of local memory, my = 1)");
  answer(1000, 21, 1, 3, 1, "my = 21, must be 1 .. 20 (the device's longest row)");
  answer(-1, 20, 1, 3, 1, "mx = -1, must be >= 0");
}

}  // namespace
}  // namespace stencil
