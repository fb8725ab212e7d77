// Shadows that a program loads after an update, as the two ranks beside a cut know them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/halo/shadow_values.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace stencil {
namespace {

// Rank 0 owns rows 0 .. 4, rank 1 rows 5 .. 9: `width` rows of each are the shadow of the other.
class ShadowValuesCase : public ::testing::Test {
 protected:
  static constexpr std::int64_t cols = 8, row_bytes = cols * 8, width = 2, own = 5, part_rows = own + width;

  ShadowValuesCase() {
    for (std::size_t i = 0; i < upper_.size(); ++i) upper_[i] = static_cast<double>(i);
    for (std::size_t i = 0; i < lower_.size(); ++i) lower_[i] = 100.0 + static_cast<double>(i);
  }
  void update() {
    std::memcpy(upper_.data() + own * cols, lower_.data() + width * cols, width * row_bytes);
    std::memcpy(lower_.data(), upper_.data() + (own - width) * cols, width * row_bytes);
    const auto used = [](const std::vector<double>& array, std::int64_t row, int peer) {
      return UsedMemory{reinterpret_cast<const std::byte*>(array.data()),
                        row_bytes,
                        row * row_bytes,
                        (row + width) * row_bytes,
                        true,
                        peer,
                        1 - peer};
    };
    ranks_[0].updated(used(upper_, own, 1), used(upper_, own - width, 1));
    ranks_[1].updated(used(lower_, 0, 0), used(lower_, width, 0));
  }
  void load(std::int64_t niter = width) {
    ranks_[0].loaded(upper_.data(), part_rows * cols);
    ranks_[1].loaded(lower_.data(), part_rows * cols);
    for (ShadowValues& rank : ranks_) rank.swept({part_rows, cols, niter, JacobiWeights{}});
  }
  std::vector<OtherRow> others() const {
    std::vector<SharedClaim> all;
    for (int rank = 0; rank < 2; ++rank)
      for (const SharedRow& row : ranks_[rank].rows()) all.push_back({row, rank});
    return other_rows(all);
  }

  std::vector<double> upper_ = std::vector<double>(part_rows * cols), lower_ = upper_;
  ShadowValues ranks_[2];
};

TEST_F(ShadowValuesCase, BothRanksNameEachRowAlike) {
  update();
  load();
  EXPECT_EQ(ranks_[0].rows().size(), 4u);
  EXPECT_EQ(ranks_[1].rows().size(), 4u);
  EXPECT_TRUE(others().empty());
}

TEST_F(ShadowValuesCase, ARowThatIsNotTheRanksOwnIsTold) {
  update();
  lower_[1 * cols + 3] = -1.0;
  load();
  ASSERT_EQ(others().size(), 1u);
  const OtherRow found = others().front();
  EXPECT_EQ(found.claim.rank, 1);
  EXPECT_EQ(found.owner, 0);
  EXPECT_EQ(found.claim.row.row, 1) << "of the shadow";
  EXPECT_EQ(found.claim.row.changed, 1);
  EXPECT_FALSE(found.owner_changed);
}

TEST_F(ShadowValuesCase, AnOwnRowThatWasSentBeforeIsTold) {
  update();
  lower_[width * cols] = -1.0;
  load();
  ASSERT_EQ(others().size(), 1u);
  EXPECT_EQ(others().front().claim.rank, 0);
  EXPECT_EQ(others().front().claim.row.changed, 0);
  EXPECT_TRUE(others().front().owner_changed);
}

TEST_F(ShadowValuesCase, TheSameChangeOnBothIsRight) {
  update();
  lower_[1 * cols + 3] = upper_[(own - 1) * cols + 3] = -1.0;
  load();
  EXPECT_TRUE(others().empty());
}

TEST_F(ShadowValuesCase, OnlyWhatTheSweepReachesCounts) {
  update();
  lower_[0] = -1.0;  // two rows away
  load(1);
  EXPECT_TRUE(others().empty());
  update();
  lower_[0] = -2.0;
  load(2);
  EXPECT_EQ(others().size(), 1u);
}

TEST_F(ShadowValuesCase, OnlyTheFirstLoadOfAnUpdateCounts) {
  update();
  load();
  lower_[0] = -1.0;
  load();
  EXPECT_TRUE(others().empty());
}

TEST_F(ShadowValuesCase, WhatAStoreHasOverwrittenIsNotTold) {
  update();
  lower_[width * cols] = -1.0;
  ranks_[1].stored(lower_.data() + width * cols, cols);
  load();
  EXPECT_TRUE(others().empty());
}

// The other end of a periodic array, where a program may keep a wall.
TEST_F(ShadowValuesCase, AWallAtTheEndIsRight) {
  const auto* const memory = reinterpret_cast<const std::byte*>(upper_.data());
  const UsedMemory shadow{memory, row_bytes, 0, row_bytes, true, 1};
  const UsedMemory edge{memory, row_bytes, row_bytes, 2 * row_bytes, false, 1};
  ranks_[0].updated(shadow, edge);
  upper_[0] = -1.0;
  load();
  ASSERT_EQ(ranks_[0].rows().size(), 1u);
  EXPECT_EQ(ranks_[0].rows().front().is_owner, 1);
}

// 2 x 2 boxes of 4 x 4 words with shadows of 1; each rank as it sees itself.
class BoxValuesCase : public ::testing::Test {
 protected:
  static UpdatedBox::Axis axis(int at) {
    UpdatedBox::Axis one;
    one.elements = 5;
    one.first = at == 0 ? 0 : 1;
    one.owned = 4;
    one.start = 4 * at;
    one.size = 8;
    (at == 0 ? one.after : one.before) = 1;
    return one;
  }
  // Values are those of the field's words.
  void update() {
    for (int rank = 0; rank < 4; ++rank) {
      UpdatedBox box;
      box.array = reinterpret_cast<const std::byte*>(words_[rank].data());
      box.elemsize = 8;
      box.rows = axis(rank / 2);
      box.cols = axis(rank % 2);
      for (std::int64_t i = 0; i < 25; ++i)
        words_[rank][static_cast<std::size_t>(i)] = static_cast<double>((box.rows.start - box.rows.first + i / 5) * 8 +
                                                                        box.cols.start - box.cols.first + i % 5);
      ranks_[rank].box_update_begins(box);
      ranks_[rank].box_update_ended(box.array);
    }
  }
  std::vector<OtherRow> load() {
    std::vector<SharedClaim> all;
    for (int rank = 0; rank < 4; ++rank) {
      ranks_[rank].loaded(words_[rank].data(), 25);
      ranks_[rank].swept({5, 5, 1, JacobiWeights{}});
      for (const SharedRow& row : ranks_[rank].rows()) all.push_back({row, rank});
    }
    return other_rows(all);
  }
  double& word(int rank, std::int64_t row, std::int64_t col) {
    return words_[rank][static_cast<std::size_t>(row * 5 + col)];
  }

  std::vector<double> words_[4] = {std::vector<double>(25), std::vector<double>(25), std::vector<double>(25),
                                   std::vector<double>(25)};
  ShadowValues ranks_[4];
};

TEST_F(BoxValuesCase, ShadowsAsTheyWereBroughtAreRight) {
  update();
  EXPECT_TRUE(load().empty());
  for (const ShadowValues& rank : ranks_) {
    std::int64_t shadow = 0, edge = 0;
    for (const SharedRow& row : rank.rows()) ++(row.is_owner != 0 ? edge : shadow);
    EXPECT_EQ(shadow, 4 + 1 + 1) << "a column, a row, the corner";
    EXPECT_EQ(edge, 4 + 1);
  }
}

TEST_F(BoxValuesCase, AWallOnOtherRanksColumnIsTold) {
  update();
  for (int row = 0; row < 5; ++row) word(1, row, 0) = -1.0;
  const auto found = load();
  ASSERT_EQ(found.size(), 5u) << "and the corner";
  EXPECT_EQ(found[0].claim.rank, 1);
  EXPECT_EQ(found[0].owner, 0);
  EXPECT_EQ(found[0].claim.row.row, 0);
  EXPECT_EQ(found[0].claim.row.key[2], 3) << "the column of the field";
  EXPECT_EQ(found[4].owner, 2);
}

TEST_F(BoxValuesCase, ACornerIsTold) {
  update();
  word(3, 0, 0) = -1.0;
  const auto found = load();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].claim.rank, 3);
  EXPECT_EQ(found[0].owner, 0);
}

}  // namespace
}  // namespace stencil
