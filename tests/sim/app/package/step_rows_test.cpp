// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/step_rows.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sim/app/package/checks/steps/like_rows.hpp"

namespace stencil {
namespace {

// A part of 12 rows of 2 columns with 3 rows above those that the rank owns and 2 below, rows 100 .. 106 of the field.
StepInfo step_over(std::vector<double>& f, std::int64_t number, std::int64_t sweeps) {
  StepInfo step;
  step.number = number;
  step.strip = {12, 2, f.data(), nullptr};
  step.scheme.interval = sweeps;
  step.first_owned = 3;
  step.owned = 7;
  step.global_row = 100;
  return step;
}

std::vector<double> numbered() {
  std::vector<double> f(24);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = static_cast<double>(i / 2);
  return f;
}

TEST(StepRows, KeepsOwnedRowsAndTheHaloRowsThatSweepsReach) {
  std::vector<double> f = numbered();
  StepRows rows;
  rows.begins(step_over(f, 5, 1));
  EXPECT_TRUE(rows.steps().empty()) << "has not ended";
  f[2 * 2] = -1.0;
  rows.ended(step_over(f, 5, 1));
  ASSERT_EQ(rows.steps().size(), 1u);
  const StepRows::Step& step = rows.steps()[0];
  EXPECT_EQ(step.number, 5);
  EXPECT_EQ(step.first, 99);
  ASSERT_EQ(step.before.size(), 9u);
  EXPECT_TRUE(step.has(107) && !step.has(108) && !step.has(98));
  EXPECT_TRUE(step.owns(100) && step.owns(106) && !step.owns(99) && !step.owns(107));
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(step.before[i] == step.after[i], i != 0) << i;
  EXPECT_NE(step.before[1], step.before[2]);
}

TEST(StepRows, HasNoMoreRowsThanThePartHas) {
  std::vector<double> f = numbered();
  StepRows rows;
  rows.begins(step_over(f, 0, 9));
  rows.ended(step_over(f, 0, 9));
  EXPECT_EQ(rows.steps()[0].first, 97);
  EXPECT_EQ(rows.steps()[0].before.size(), 12u);
}

TEST(StepRows, DropsAllStepsAfterTheFirstThatIsTooLarge) {
  std::vector<double> f = numbered();
  StepRows rows(2 * 9 + 2 * 9 - 1);  // of before and after
  for (std::int64_t number = 0; number < 3; ++number) {
    const std::int64_t sweeps = number == 1 ? 1 : 0;  // 9 rows, or 7
    rows.begins(step_over(f, number, sweeps));
    rows.ended(step_over(f, number, sweeps));
  }
  ASSERT_EQ(rows.steps().size(), 2u);
  StepRows fewer(2 * 9 + 2 * 9 - 1);
  for (std::int64_t number = 0; number < 3; ++number) {
    const std::int64_t sweeps = number == 2 ? 0 : 1;
    fewer.begins(step_over(f, number, sweeps));
    fewer.ended(step_over(f, number, sweeps));
  }
  EXPECT_EQ(fewer.steps().size(), 1u) << "the smaller one after it would be step 1 of others";
}

TEST(StepRows, CountsArraysInTheOrderOfTheirFirstSteps) {
  std::vector<double> u = numbered(), v = numbered();
  StepRows rows;
  for (std::int64_t number = 0; number < 4; ++number) {
    StepInfo step = step_over(number % 3 == 0 ? u : v, number, 1);
    step.array = step.strip.f;
    rows.begins(step);
    rows.ended(step);
  }
  std::vector<std::int64_t> arrays;
  for (const StepRows::Step& step : rows.steps()) arrays.push_back(step.array);
  EXPECT_EQ(arrays, (std::vector<std::int64_t>{0, 1, 1, 0}));
}

// Rows 103 and 105 are the same: of a wrong halo row 107 the nearer one is named, also where it is not the owner's.
TEST(LikeRows, TheNearestRowWithTheWordsIsNamed) {
  std::vector<double> f = numbered();
  for (int col = 0; col < 2; ++col) f[2 * 8 + col] = f[2 * 6 + col];
  StepRows rows;
  rows.begins(step_over(f, 0, 2));
  rows.ended(step_over(f, 0, 2));
  const StepRows::Step& step = rows.steps().front();
  const std::vector<HaloRow> wrong = {{0, 107, step.before[static_cast<std::size_t>(105 - step.first)], 1, 0}};
  Likeness best = most_like(wrong, rows, 1, 0);
  EXPECT_EQ(text_of(best, wrong),
            "it holds row 105, as rank 1 had it when step 0 began (other rows had the same words)");
  Likeness further = best;
  further.rank = 0;
  further.other_rank = 0;
  further.shift = further.distance = -(further.shift - 8);
  best.take(further);
  EXPECT_EQ(best.rank, 1);
}

}  // namespace
}  // namespace stencil
