// Rows of r that two ranks sweep, as each rank knows them: which rows count, under which keys, and which are left out.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/halo/shared_right_hand.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace stencil {
namespace {

constexpr std::int64_t row_words = 4, halo = 3, own_rows = 6, part_rows = halo + own_rows;

// The lower of two ranks, number 1: `halo` rows of the other above its own.
class SharedRightHandCase : public ::testing::Test {
 protected:
  SharedRightHandCase() {
    for (std::size_t i = 0; i < f_.size(); ++i) f_[i] = r_[i] = static_cast<double>(i);
  }
  void update() {
    const auto* const memory = reinterpret_cast<const std::byte*>(f_.data());
    const UsedMemory shadow{memory, row_bytes, 0, halo * row_bytes, true, 0, 1};
    const UsedMemory edge{memory, row_bytes, halo * row_bytes, 2 * halo * row_bytes, false, 0, 1};
    shared_.updated(shadow, edge);
  }
  void call(std::int64_t sweeps, const SweepWeights& weights = JacobiWeights{}) {
    rows_.loaded(Bank::r, 0, part_rows * row_words, r_.data(), 0);
    rows_.loaded(Bank::f, 0, part_rows * row_words, f_.data(), 1);
    const SweepCommand command{part_rows, row_words, sweeps, weights};
    rows_.swept(command, r_.data(), r_.data());
    shared_.swept(command, rows_);
  }
  // Rows of the shadow, or of the edge.
  std::vector<std::int64_t> rows(bool of_owner) const {
    std::vector<std::int64_t> found;
    for (const SharedRow& row : shared_.rows()) {
      if ((row.is_owner != 0) == of_owner) found.push_back(row.row);
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  static constexpr std::int64_t row_bytes = row_words * static_cast<std::int64_t>(sizeof(double));

  using Rows = std::vector<std::int64_t>;
  std::vector<double> f_ = std::vector<double>(part_rows * row_words);
  std::vector<double> r_ = f_;
  RightHandRows rows_;
  SharedRightHand shared_;
};

TEST_F(SharedRightHandCase, TheFurthestHaloRowNeedsNoR) {
  update();
  call(3);
  EXPECT_EQ(rows(false), (Rows{1, 2}));
  EXPECT_EQ(rows(true), (Rows{0, 1})) << "the other rank's furthest halo row is the third of the edge";
  for (const SharedRow& row : shared_.rows()) {
    EXPECT_EQ(row.key[0], row.is_owner != 0 ? 1 : 0) << "the owner";
    EXPECT_EQ(row.key[1], row.is_owner != 0 ? 0 : 1);
    EXPECT_EQ(row.key[2], row.is_owner != 0 ? 0 : 1) << "the owner of the shadow is above";
  }
}

TEST_F(SharedRightHandCase, ASingleSweepNeedsNone) {
  update();
  call(3);
  call(1);
  EXPECT_EQ(rows(false), Rows{});
}

// The digest of row 1 of the shadow.
std::int64_t digest_of_row(const SharedRightHand& shared) {
  for (const SharedRow& row : shared.rows()) {
    if (row.is_owner == 0 && row.row == 1) return row.digest;
  }
  return 0;
}

// Two ranks may sweep a row in more or fewer blocks; values that one alone has make another row.
TEST_F(SharedRightHandCase, OfRowsThatChangeTheValuesCountInTheirOrder) {
  update();
  call(3);
  const std::int64_t constant = digest_of_row(shared_);
  call(3);
  EXPECT_EQ(digest_of_row(shared_), constant) << "swept twice with the same";
  double& word = r_[1 * row_words + 2];
  word += 1.0;
  call(3);
  const std::int64_t changed = digest_of_row(shared_);
  EXPECT_NE(changed, constant);
  word -= 1.0;
  call(3);
  EXPECT_NE(digest_of_row(shared_), constant) << "it has been another meanwhile";
  EXPECT_NE(digest_of_row(shared_), changed);
}

TEST_F(SharedRightHandCase, AnOperatorWithoutASourceHasNone) {
  update();
  call(3, FormulaWeights{});
  EXPECT_TRUE(shared_.rows().empty());
}

// The key changes with the values of the first update, and not with those of later ones.
TEST_F(SharedRightHandCase, ValuesOfTheFirstUpdateAreOfTheKey) {
  update();
  call(3);
  const auto before = shared_.rows();
  f_[0] += 1.0;
  update();
  call(3);
  ASSERT_EQ(shared_.rows().size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(shared_.rows()[i].key, before[i].key);
  SharedRightHand other;
  std::swap(shared_, other);
  update();
  call(3);
  EXPECT_NE(shared_.rows().front().key, before.front().key);
}

TEST_F(SharedRightHandCase, OfAStepRowsWithinItsReachCount) {
  StepInfo step;
  step.strip.f = f_.data();
  step.strip.r = r_.data();
  step.strip.rows = part_rows;
  step.strip.cols = row_words;
  step.scheme.interval = 3;
  step.first_owned = halo;
  step.owned = own_rows;
  step.global_row = 40;
  shared_.step_begins(step);
  EXPECT_EQ(rows(false), (Rows{38, 39}));
  EXPECT_EQ(rows(true), (Rows{40, 41, 44})) << "row 45, where the field ends, is not swept";
  step.global_row = 42;  // rows 40 and 41 are the other rank's now
  shared_.step_begins(step);
  EXPECT_EQ(rows(false), (Rows{38, 39})) << "of rows that have had two owners nothing is known";
  EXPECT_EQ(rows(true), (Rows{42, 43, 44, 46}));
}

SharedClaim claim(std::int64_t row, std::int64_t digest, bool is_owner, int rank) {
  return {{{-1, 0, 0, row}, digest, is_owner ? 1 : 0, row}, rank};
}

TEST(OtherRows, AreThoseThatDifferFromTheOneOwner) {
  const auto found = other_rows({claim(7, 1, false, 2), claim(7, 1, true, 1), claim(8, 5, false, 0),
                                 claim(8, 6, true, 1), claim(9, 3, false, 0)});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].claim.row.row, 8);
  EXPECT_EQ(found[0].claim.rank, 0);
  EXPECT_EQ(found[0].owner, 1);
}

// Boxes beside each other have other columns of the same rows.
TEST(OtherRows, OfAPeriodicFieldLieAtItsOtherEnd) {
  const auto row = [](std::int64_t number, std::int64_t digest, bool owns) {
    return SharedRow{{-1, 0, 0, number}, digest, owns ? 1 : 0, number, 0, 0};
  };
  const std::vector<SharedRow> upper{row(-1, 5, false), row(0, 1, true), row(29, 2, true), row(30, 3, false)};
  const std::vector<SharedRow> lower{row(29, 2, false), row(30, 3, true), row(59, 4, true), row(60, 1, false)};
  EXPECT_EQ(owned_end(upper), 30);
  EXPECT_EQ(owned_end(lower), 60);
  std::vector<SharedClaim> claims;
  for (const SharedRow& each : within(upper, 60)) claims.push_back({each, 0});
  for (const SharedRow& each : within(lower, 60)) claims.push_back({each, 1});
  const std::vector<OtherRow> others = other_rows(claims);
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(others.front().claim.row.row, 59);
  EXPECT_EQ(others.front().claim.rank, 0);
  EXPECT_EQ(others.front().owner, 1);
}

TEST(OtherRows, OfSeveralOwnersNothingIsKnown) {
  EXPECT_TRUE(other_rows({claim(7, 1, true, 0), claim(7, 2, true, 1), claim(7, 2, false, 3)}).empty());
}

TEST(OtherRows, OfArraysThatShareAKeyNothingIsKnown) {
  const auto of_update = [](std::int64_t digest, bool is_owner, int rank) {
    return SharedClaim{{{0, 1, 1, 99}, digest, is_owner ? 1 : 0, 2}, rank};
  };
  EXPECT_EQ(other_rows({of_update(1, true, 0), of_update(2, false, 1)}).size(), 1u);
  EXPECT_TRUE(other_rows({of_update(1, true, 0), of_update(1, false, 1), of_update(2, false, 1)}).empty());
  EXPECT_TRUE(other_rows({of_update(1, true, 0), of_update(2, true, 0), of_update(2, false, 1)}).empty());
}

}  // namespace
}  // namespace stencil
