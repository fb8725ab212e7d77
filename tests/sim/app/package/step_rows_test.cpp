// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/step_rows.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "models/jacobi.hpp"
#include "sim/app/package/checks/steps/joined_watch.hpp"
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
  EXPECT_EQ(rows.steps()[0].number, 5);
  const StepRows::Rows& step = rows.steps()[0].parts.at(0);
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
  EXPECT_EQ(rows.steps()[0].parts.at(0).first, 97);
  EXPECT_EQ(rows.steps()[0].parts.at(0).before.size(), 12u);
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

// Two strips of one step: the second begins where a row of the first is a halo row.
TEST(StepRows, KeepsEachPartOfAStep) {
  std::vector<double> f = numbered(), g = numbered();
  StepInfo first = step_over(f, 0, 1), second = step_over(g, 0, 1);
  first.parts = second.parts = 2;
  second.part = 1;
  second.global_row = 107;
  StepRows rows;
  rows.begins(first);
  rows.begins(second);
  rows.ended(first);
  EXPECT_TRUE(rows.steps().empty()) << "one part has not ended";
  g[2 * 3] = -1.0;
  rows.ended(second);
  ASSERT_EQ(rows.steps().size(), 1u);
  const StepRows::Step& step = rows.steps()[0];
  ASSERT_EQ(step.parts.size(), 2u);
  EXPECT_EQ(step.owner_of(106), &step.parts[0]);
  EXPECT_EQ(step.owner_of(107), &step.parts[1]);
  EXPECT_EQ(step.owner_of(114), nullptr);
  EXPECT_EQ(step.parts[0].before, step.parts[0].after);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(step.parts[1].before[i] == step.parts[1].after[i], i != 1) << i;
}

// 6 rows of 3 columns in two steps of 1 sweep and 2; the device leaves one wrong value in the second one.
TEST(JoinedWatch, NamesTheStepThatIsWrong) {
  std::vector<double> f(18), r(18, 0.5);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = static_cast<double>(i % 7);
  StepInfo first;
  first.number = 4;
  first.strip = {6, 3, f.data(), r.data()};
  first.weights = JacobiWeights{1.0, 0.5, 0.25};
  first.global_row = 10;
  JoinedWatch watch;
  watch.begins(first);
  BlockRun upper, lower;
  upper.block.keep = 4;
  lower.block.first_row = 4;
  lower.block.keep = 2;
  lower.index = 1;
  for (std::int64_t step = 0; step < 2; ++step) {
    watch.before_step(step, step + 1);
    golden_sweeps(6, 3, f.data(), r.data(), first.weights, step + 1);
    if (step == 1) f[3 * 4 + 1] += 1.0;
    watch.after_block(upper);
    watch.after_block(lower);
  }
  EXPECT_EQ(watch.steps(), 2);
  EXPECT_EQ(watch.verdict().compared, 36);
  EXPECT_EQ(watch.verdict().mismatches, 1);
  ASSERT_TRUE(watch.verdict().first_mismatch);
  const LocatedMismatch& wrong = *watch.verdict().first_mismatch;
  EXPECT_EQ(wrong.step, 5);
  EXPECT_EQ(wrong.block, 1);
  EXPECT_EQ(wrong.sweep, 1);
  EXPECT_EQ(wrong.at.row, 14);
  EXPECT_EQ(wrong.at.col, 1);
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
  const StepRows::Rows& step = rows.steps().front().parts.at(0);
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

// Rows 101, 102 and 104, 105 are the same: the former lie as many rows away as there are wrong ones, 103 and 104.
TEST(LikeRows, RowsAWholeHaloAwayAreNamedToo) {
  std::vector<double> f = numbered();
  for (int word = 0; word < 4; ++word) f[2 * 7 + word] = f[2 * 4 + word];
  StepRows rows;
  rows.begins(step_over(f, 0, 2));
  rows.ended(step_over(f, 0, 2));
  const StepRows::Rows& step = rows.steps().front().parts.at(0);
  const auto digest = [&](std::int64_t row) { return step.before[static_cast<std::size_t>(row - step.first)]; };
  const std::vector<HaloRow> wrong = {{0, 103, digest(104), 1, 0}, {0, 104, digest(105), 1, 0}};
  Likeness best;
  best.take(most_like(wrong, rows, 1, 0));
  EXPECT_EQ(text_of(best, wrong),
            "they hold rows 104 .. 105, as rank 1 had them when step 0 began (other rows had the same words, rows 101 "
            ".. 102 too)");
  Likeness half = best;
  half.unlike = 1;
  half.whole_first = 90;
  best.take(half);
  EXPECT_EQ(best.whole_first, 101) << "of fewer of the rows";
  const std::vector<HaloRow> part = {wrong.front(), {0, 104, digest(105) + 1, 1, 0}};
  EXPECT_EQ(most_like(part, rows, 1, 0).whole_first, no_number) << "one of two rows alone";
}

}  // namespace
}  // namespace stencil
