// What is noticed of a program that may have forgotten a sweep, or rows of one; and that right ones give no warning.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/sweep_watch.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace stencil {
namespace {

// Rows of ten words.
class SweepWatchCase : public ::testing::Test {
 protected:
  void load(std::int64_t row, std::int64_t rows) { watch_.loaded(Bank::f, 10 * row, 10 * rows, memory_.data()); }
  void store(std::int64_t row, std::int64_t rows) { watch_.stored(10 * row, 10 * rows, memory_.data()); }
  void sweep(std::int64_t rows, std::int64_t niter = 1) {
    watch_.swept({rows, 10, niter, JacobiWeights{}}, block_++, device_.data(), right_.data());
  }
  // Changes all of these rows but the first.
  void changing_sweep(std::int64_t rows, std::int64_t niter) {
    sweep(rows, niter);
    for (std::int64_t word = 10; word < 10 * rows; ++word) device_[static_cast<std::size_t>(word)] = ++values_;
    watch_.sweep_ended(device_.data());
  }
  // From and to rows of the program's own; results are values that were never there.
  void load_from(std::int64_t row, std::int64_t rows, std::int64_t from) {
    watch_.loaded(Bank::f, 10 * row, 10 * rows, memory_.data() + 10 * from);
  }
  void store_to(std::int64_t row, std::int64_t rows, std::int64_t to) {
    for (std::int64_t word = 10 * to; word < 10 * (to + rows); ++word)
      memory_[static_cast<std::size_t>(word)] = ++values_;
    watch_.stored(10 * row, 10 * rows, memory_.data() + 10 * to);
  }
  // Rows of memory_: the shadow edge of an array that the rank's rows begin or end at.
  void update(std::int64_t shadow, std::int64_t rows, std::int64_t edge) {
    const auto* const array = reinterpret_cast<const std::byte*>(memory_.data());
    watch_.updated({array, 80, 80 * shadow, 80 * (shadow + rows), true, 3},
                   {array, 80, 80 * edge, 80 * (edge + rows), false, 3});
  }

  // The lines printed since the last call.
  std::string warnings() {
    std::string text = ::testing::internal::GetCapturedStderr();
    ::testing::internal::CaptureStderr();
    return text;
  }
  void SetUp() override { ::testing::internal::CaptureStderr(); }
  void TearDown() override { ::testing::internal::GetCapturedStderr(); }

  SweepWatch watch_{200};
  std::vector<double> memory_ = std::vector<double>(1000);
  std::vector<double> device_ = std::vector<double>(200);
  std::vector<double> right_ = std::vector<double>(200);
  double values_ = 0.0;
  std::int64_t block_ = 0;
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

// The next block has its rows of f, not all of r. A step in between leaves other words there.
TEST_F(SweepWatchCase, RowsOfRFromAnotherBlockAreNamedAtTheSweep) {
  for (const bool forgotten : {true, false}) {
    for (std::size_t word = 0; word < 100; ++word) right_[word] = static_cast<double>(word);
    load_from(0, 10, 0);
    watch_.loaded(Bank::r, 0, 100, memory_.data() + 500);
    sweep(10);
    store_to(0, 8, 0);
    if (forgotten) watch_.forget();
    load_from(0, 10, 8);
    watch_.loaded(Bank::r, 20, 80, memory_.data() + 600);
    sweep(10);
    EXPECT_EQ(warnings(),
              forgotten ? ""
                        : "stencil: itstep_accel: warning: rows 0 .. 1 of r are left from r_to_accel (call 8), which "
                          "loaded them beside other rows of f: since the sweep before f_to_accel (call 11) has loaded "
                          "those of f, r_to_accel (call 12) only rows 2 .. 9 (call 13, block 3)\n");
  }
  EXPECT_EQ(watch_.coverage().r_two_ages, 20);
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
            "them since (call 1)\n");
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
            "sweep before (call 2, block 1)\n");
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
      "rows, left them out (call 5, after block 1)\n");
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

// Two blocks of 6 rows, of which the second begins with 2 rows that the first has kept.
class RowAgesCase : public SweepWatchCase {
 protected:
  void two_blocks(bool late) {
    load_from(0, 8, 0);
    sweep(8, 2);
    store_to(0, 2, 0);
    if (!late) load_from(0, 2, 4);
    store_to(2, 4, 2);
    if (late) load_from(0, 2, 4);
    load_from(2, 6, 6);
    sweep(8, 2);
    store_to(2, 6, 6);
  }
};

TEST_F(RowAgesCase, OldRowsTakenAfterTheResultsAreNamed) {
  two_blocks(true);
  EXPECT_EQ(
      warnings(),
      "stencil: f_from_accel: warning: rows 2 .. 3 of f come of rows of two ages: rows 0 .. 1 of this block, which "
      "f_from_accel (call 3) had stored before f_to_accel (call 4) loaded them, had had 2 sweeps more than rows "
      "2 .. 7 (f_to_accel, call 5) (call 7, after block 1)\n");
  EXPECT_EQ(watch_.coverage().two_ages, 20);
}

TEST_F(RowAgesCase, RowsOfOneAgeAreRight) {
  two_blocks(false);
  two_blocks(false);
  for (int step = 0; step < 2; ++step) {  // halo rows that are never stored
    load_from(0, 12, 60);
    sweep(12, 2);
    store_to(2, 8, 62);
  }
  memory_[0] = memory_[115] = 0.5;  // the program's own
  two_blocks(false);
  EXPECT_EQ(warnings(), "");
  EXPECT_EQ(watch_.coverage().two_ages, 0);
}

// Two blocks of 6 rows, as two_blocks; the first results are not stored where `kept`.
class KeptRowsCase : public SweepWatchCase {
 protected:
  void step(bool kept, std::int64_t last_sweeps = 2) {
    load_from(0, 8, 0);
    changing_sweep(8, 2);
    if (!kept) store_to(0, 2, 0);
    load_from(0, 2, 4);
    store_to(2, 4, 2);
    load_from(2, 6, 6);
    changing_sweep(8, last_sweeps);
    store_to(2, 6, 6);
  }
};

TEST_F(KeptRowsCase, RowsThatAreNotStoredAreNamedWhereTheyAreLoadedAgain) {
  step(true);
  EXPECT_EQ(warnings(), "") << "the second block reads them no more";
  step(true);
  EXPECT_EQ(
      warnings(),
      "stencil: f_from_accel: warning: rows 2 .. 3 of f come of rows of two ages: rows 2 .. 7 of this block, which "
      "f_from_accel (call 3) had stored before f_to_accel (call 7) loaded them, had had 2 sweeps more than rows "
      "0 .. 1 (f_to_accel, call 7); what itstep_accel (block 0) had made of row 1, no f_from_accel has stored (call "
      "10, "
      "after block 2)\n");
  EXPECT_EQ(watch_.coverage().two_ages, 20);
}

TEST_F(KeptRowsCase, RowsThatAreNotStoredAreNamedAtTheEnd) {
  step(true);
  watch_.ended(true);
  EXPECT_EQ(warnings(),
            "stencil: f_from_accel: warning: row 1 of f_to_accel's array, counted from the first that it has loaded, "
            "never got the results of itstep_accel (block 0): f_from_accel (call 3) has stored the row beside it\n");
  EXPECT_EQ(watch_.coverage().never_stored, 10);
}

// Halo rows of other ranks, filled by the program itself, or by an update.
TEST_F(KeptRowsCase, OfSeveralRanksItIsKnownOfArraysThatUpdatesFill) {
  step(true);
  watch_.ended(false);
  EXPECT_EQ(watch_.coverage().never_stored, 0);
  update(12, 2, 10);
  watch_.ended(false);
  EXPECT_EQ(watch_.coverage().never_stored, 10);
  update(0, 2, 2);
  watch_.ended(false);
  EXPECT_EQ(watch_.coverage().never_stored, 10) << "they are a shadow edge";
}

TEST_F(KeptRowsCase, RowsThatAreStoredAndThoseBehindABlockAreRight) {
  step(false);
  step(false);
  watch_.ended(true);
  EXPECT_EQ(warnings(), "");
  for (int word = 0; word < 20; ++word) memory_[static_cast<std::size_t>(word)] = 0.5;
  step(true);
  for (int word = 0; word < 20; ++word) memory_[static_cast<std::size_t>(word)] = 0.25;  // the program's own exchange
  step(true);
  EXPECT_EQ(warnings(), "");
  EXPECT_EQ(watch_.coverage().two_ages, 0);
}

TEST_F(KeptRowsCase, RowsKeptOnTheDeviceAreRight) {
  load_from(0, 8, 0);
  changing_sweep(8, 2);
  store_to(0, 8, 0);
  changing_sweep(8, 2);
  store_to(6, 2, 6);
  watch_.ended(true);
  EXPECT_EQ(warnings(), "");
  load_from(0, 12, 20);
  changing_sweep(12, 2);
  store_to(5, 2, 25);  // what the program wants of it
  watch_.ended(true);
  EXPECT_EQ(watch_.coverage().never_stored, 0);
}

TEST_F(KeptRowsCase, TheFirstBlockOfOtherSweepsIsNamed) {
  step(false, 1);
  step(false, 1);
  EXPECT_NE(warnings().find("; niter differs first in block 1, where itstep_accel made 1 sweep of rows 2 .. 7, and "
                            "block 0, 2 of rows 0 .. 1"),
            std::string::npos);
}

TEST_F(RowAgesCase, RowsThatNoSweepHasChangedHaveNoAge) {
  load_from(0, 8, 0);
  sweep(8, 2);
  store(0, 6);
  load_from(0, 10, 0);
  sweep(10, 2);
  store_to(0, 10, 0);
  EXPECT_EQ(watch_.coverage().two_ages, 0);
}

TEST_F(RowAgesCase, RowsThatTheProgramHasChangedHaveNoAge) {
  load_from(0, 8, 0);
  sweep(8, 2);
  store_to(0, 6, 0);
  for (std::size_t word = 0; word < 100; ++word) memory_[word] = 0.25;  // another problem
  load_from(0, 10, 0);
  sweep(10, 2);
  store_to(0, 10, 0);
  EXPECT_EQ(watch_.coverage().two_ages, 0);
}

TEST_F(RowAgesCase, RowsFurtherAwayThanTheSweepsAreNoOperands) {
  load_from(0, 4, 0);
  sweep(4, 2);
  store_to(0, 2, 0);
  load_from(0, 8, 0);
  sweep(8, 2);
  store_to(4, 4, 4);
  EXPECT_EQ(watch_.coverage().two_ages, 0);
  store_to(3, 1, 3);
  EXPECT_EQ(watch_.coverage().two_ages, 10);
  load_from(0, 4, 20);
  sweep(4, 2);
  store_to(2, 2, 22);
  load_from(0, 8, 16);  // old rows before new ones
  sweep(8, 2);
  store_to(0, 4, 16);
  EXPECT_EQ(watch_.coverage().two_ages, 10);
  store_to(4, 1, 20);
  EXPECT_EQ(watch_.coverage().two_ages, 20);
}

TEST_F(RowAgesCase, MoreSweepsThanTheShadowEdgeHasRowsAreNamed) {
  update(0, 3, 3);
  for (int step = 0; step < 2; ++step) {
    load_from(0, 12, 0);
    sweep(12, 2);
    store_to(0, 12, 0);
    EXPECT_EQ(step == 0 ? warnings() : "", "");
  }
  EXPECT_EQ(warnings(),
            "stencil: f_from_accel: warning: row 3 of f, beside a shadow edge of 3 rows, has had 4 sweeps since "
            "VSDA_Update_end filled the edge from rank 3 (call 5, after block 1)\n");
  update(0, 3, 3);
  load_from(0, 12, 0);
  sweep(12, 3);
  store_to(3, 9, 3);
  EXPECT_EQ(watch_.coverage().beyond_shadow, 10);
  update(12, 2, 10);  // below
  load_from(0, 14, 0);
  sweep(14, 3);
  store_to(5, 7, 5);
  EXPECT_EQ(watch_.coverage().beyond_shadow, 20);
}

// Each step goes from one array to the other, and an update fills the one that is loaded.
TEST_F(RowAgesCase, TwoArraysThatTakeTurnsAreRight) {
  for (int step = 0; step < 6; ++step) {
    const std::int64_t from = step % 2 == 0 ? 0 : 40;
    update(from, 3, from + 3);
    load_from(0, 12, from);
    sweep(12, 3);
    store_to(0, 12, 40 - from);
  }
  EXPECT_EQ(watch_.coverage().beyond_shadow, 0);
}

TEST_F(RowAgesCase, TheShadowEdgeGoesAlongToTheOtherArray) {
  update(0, 3, 3);
  for (int step = 0; step < 2; ++step) {
    load_from(0, 12, step == 0 ? 0 : 40);
    sweep(12, 2);
    store_to(0, 12, step == 0 ? 40 : 0);
    EXPECT_EQ(watch_.coverage().beyond_shadow, step == 0 ? 0 : 10);
  }
}

TEST_F(SweepWatchCase, OffsetsThatAreNoRowsAreNamedByCallAndBlock) {
  load(0, 12);
  watch_.loaded(Bank::r, 3, 20, memory_.data());
  EXPECT_EQ(warnings(), "") << "the rows' length is not known yet";
  sweep(12);
  EXPECT_EQ(
      warnings(),
      "stencil: r_to_accel: warning: internaloffset = 3 is no multiple of my = 10: length = 20 are no whole rows, but "
      "begin in row 0 at column 3 (call 1, before block 0)\n");
  watch_.stored(13, 10, memory_.data());
  watch_.stored(33, 4, memory_.data());  // a part of a row
  watch_.loaded(Bank::f, 0, 13, memory_.data());
  watch_.loaded(Bank::f, 13, 10, memory_.data());  // the words that follow
  sweep(12);
  EXPECT_EQ(watch_.coverage().no_whole_rows, 2);
}

TEST_F(SweepWatchCase, RowsThatAreNotTheElementsOfAnUpdateAreNamed) {
  update(0, 3, 3);
  load(0, 12);
  watch_.swept({12, 9, 1, JacobiWeights{}}, 0, device_.data(), right_.data());
  EXPECT_EQ(
      warnings(),
      "stencil: itstep_accel: warning: my = 9, but f_to_accel (call 0) loaded VSDA elements of 80 bytes, rows of 10 "
      "(call 1, block 0)\n");
}

TEST_F(SweepWatchCase, RowsThatAreSeveralElementsAndAPartAreNamed) {
  update(0, 3, 3);
  load(0, 12);
  watch_.swept({5, 24, 1, JacobiWeights{}}, 0, device_.data(), right_.data());
  EXPECT_NE(warnings().find("my = 24, but f_to_accel (call 0) loaded VSDA elements of 80 bytes"), std::string::npos)
      << warnings();
}

TEST_F(SweepWatchCase, UpdatesOfTheRightHandSideAloneAreNamed) {
  update(0, 3, 3);
  watch_.loaded(Bank::r, 0, 120, memory_.data());
  update(0, 3, 3);
  EXPECT_EQ(
      warnings(),
      "stencil: VSDA_Update_end: warning: the array that VSDA_Update_begin was given for the 2nd time is loaded by "
      "r_to_accel alone; f_to_accel has loaded nothing that an update fills\n");
  load(0, 12);
  update(0, 3, 3);
  EXPECT_EQ(watch_.coverage().updates_of_r, 1);
}

}  // namespace
}  // namespace stencil
