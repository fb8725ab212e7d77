// Which call `run --capture` names, and where its capsule goes.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/capture.hpp"
#include "sim/app/choices/capture_choice.hpp"

#include <gtest/gtest.h>

#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

TEST(Capture, NamesRankStepAndBlock) {
  const CaptureChoice choice = parse_capture("--capture", "1:20:3");
  EXPECT_EQ(choice.rank, 1);
  EXPECT_EQ(choice.step, 20);
  EXPECT_EQ(choice.block, 3);
  for (const char* bad : {"", "1", "1:2", "1:2:", "1:2:x", "1:2:3:4", "-1:2:3", "1:-2:3", "1,2,3", " 1:2:3", "1:2:3 ",
                          "99999999999999999999:0:0"}) {
    EXPECT_EQ(test::refusal([&] { parse_capture("--capture", bad); }),
              "--capture is '" + std::string(bad) +
                  "', must be failure or rank:step:block, three numbers from 0, such as 0:2:7");
  }
}

TEST(Capture, MayBeOfAFailure) {
  const CaptureChoice choice = parse_capture("--capture", "failure");
  EXPECT_EQ(choice.which, CaptureChoice::Which::failure);
  EXPECT_EQ(text_of(choice), "failure");
  EXPECT_EQ(capsule_path("", "", choice), "capture-failure.capsule");
  EXPECT_EQ(capsule_path("", "a/r.json", choice), "a/r.capsule");
  EXPECT_EQ(capsule_path("x", "a/r.json", choice), "x");
}

TEST(Capture, IsRefusedWhereTheRunMakesNoSuchCall) {
  const auto refused = [](const CaptureChoice& choice) {
    return test::refusal([&] {
      check_capture_rank(choice, 2);
      check_capture_place(choice, 4, [](std::int64_t step) { return step + 1; });
    });
  };
  EXPECT_EQ(refused({1, 3, 3}), "accepted");
  EXPECT_EQ(refused({2, 3, 3}), "--capture is 2:3:3: rank 2 must be 0 .. 1");
  EXPECT_EQ(refused({1, 4, 0}), "--capture is 1:4:0: step 4 must be 0 .. 3");
  EXPECT_EQ(refused({1, 0, 1}), "--capture is 1:0:1: rank 1 has 1 block in step 0");
}

TEST(Capture, LeavesItsFileWhereItIsLookedFor) {
  const CaptureChoice choice{1, 2, 3};
  EXPECT_EQ(capsule_path("", "", std::nullopt), "");
  EXPECT_EQ(capsule_path("", "a/r.json", std::nullopt), "a/r.capsule");
  EXPECT_EQ(capsule_path("", "a/report", std::nullopt), "a/report.capsule");
  EXPECT_EQ(capsule_path("", "a/r.json", choice), "capture-1-2-3.capsule");
  EXPECT_EQ(capsule_path("x", "a/r.json", std::nullopt), "x");
  EXPECT_EQ(capsule_path("x", "", choice), "x");
}

}  // namespace
}  // namespace stencil
