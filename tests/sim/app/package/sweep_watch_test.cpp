// Programs that forget a sweep, or rows of one, are warned of; right ones are not.
// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/app/package/sweep_watch_case.hpp"

namespace stencil {
namespace {

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

// The array that an update was given begins three rows too late, and so ends in r.
TEST_F(SweepWatchCase, AnArrayGivenFromAWrongRowOnIsNamedByTheLoadsOfF) {
  for (const bool f_too : {true, false}) {
    watch_ = SweepWatch(200);
    local_parts().updated(memory_.data() + 30, 12, 80);
    watch_.loaded(Bank::r, 0, 100, memory_.data() + 120);
    watch_.loaded(Bank::r, 100, 20, memory_.data() + 140);
    EXPECT_EQ(warnings(), "");
    if (f_too) {
      load_from(0, 12, 0);
      EXPECT_NE(warnings().find("f_to_accel: warning: 30 words of 120 lie before the local part"), std::string::npos);
    }
    sweep(12);
    local_parts().updated(memory_.data() + 30, 0, 80);
    EXPECT_EQ(watch_.coverage().beyond_part, f_too ? 110 : 80) << "of both loads of r";
  }
  EXPECT_NE(warnings().find("r_to_accel: warning: 70 words of 100 lie behind the local part"), std::string::npos);
}

// 16 rows of 10 words, whose inner rows the program stores.
TEST_F(SweepWatchCase, RowsAndColumnsThatAreExchangedAreNamed) {
  load(0, 16);
  watch_.swept({10, 16, 1, JacobiWeights{}}, 0, device_.data(), right_.data());
  store(1, 14);
  warnings();
  watch_.ended(true);
  EXPECT_EQ(watch_.coverage().no_whole_rows, 1);
}

TEST_F(SweepWatchCase, WholeBlocksAndRightShapesShowNoExchange) {
  for (const bool inner : {false, true}) {
    SweepWatch watch(200);
    watch.loaded(Bank::f, 0, 160, memory_.data());
    const SweepCommand swapped{10, 16, 1, JacobiWeights{}}, right{16, 10, 1, JacobiWeights{}};
    watch.swept(inner ? right : swapped, 0, device_.data(), right_.data());
    watch.stored(inner ? 10 : 0, inner ? 140 : 160, memory_.data());
    watch.ended(true);
    EXPECT_EQ(watch.coverage().no_whole_rows, 0) << inner;
  }
}

TEST_F(SweepWatchCase, BlocksOfSeveralShapesAndFewRowsShowNoExchange) {
  SweepWatch watch(200);
  watch.loaded(Bank::f, 0, 160, memory_.data());
  watch.swept({10, 16, 1, JacobiWeights{}}, 0, device_.data(), right_.data());
  watch.swept({8, 16, 1, JacobiWeights{}}, 1, device_.data(), right_.data());
  watch.stored(10, 140, memory_.data());
  watch.ended(true);
  SweepWatch few(200);
  few.loaded(Bank::f, 0, 120, memory_.data());
  few.swept({5, 24, 1, JacobiWeights{}}, 0, device_.data(), right_.data());
  few.stored(5, 20, memory_.data());
  few.ended(true);
  EXPECT_EQ(watch.coverage().no_whole_rows + few.coverage().no_whole_rows, 0);
}

// Rows 0 and 1 are a shadow edge, rows 2 .. 7 the rank's own.
TEST_F(SweepWatchCase, AShadowThatNoCallLoadsIsNamedAtTheEnd) {
  for (const std::int64_t sweeps : {1, 2}) {
    watch_ = SweepWatch(200);
    update(0, 2, 2);
    load_from(0, 6, 2);
    changing_sweep(6, sweeps);
    store_to(1, 5, 3);
    watch_.ended(false);
    EXPECT_EQ(watch_.coverage().unread_shadows, 0) << "the row beside it may be swept on the host";
    store_to(0, 6, 2);
    watch_.ended(false);
    EXPECT_EQ(watch_.coverage().unread_shadows, sweeps == 1 ? 0 : 2);
  }
  const std::string text = warnings();
  EXPECT_NE(text.find("no f_to_accel has loaded the 2 halo rows that VSDA_Update_end fills from rank 3: the row "
                      "beside them, the first one of what itstep_accel (block 1) sweeps"),
            std::string::npos)
      << text;
  load_from(0, 8, 0);
  watch_.ended(false);
  EXPECT_EQ(watch_.coverage().unread_shadows, 2) << "counted once more, were it so";
}

TEST_F(SweepWatchCase, AShadowBelowThatIsLoadedIsNotNamed) {
  for (const bool is_loaded : {true, false}) {
    watch_ = SweepWatch(200);
    update(6, 2, 4);
    load_from(0, is_loaded ? 8 : 6, 0);
    changing_sweep(is_loaded ? 8 : 6, 2);
    store_to(0, 6, 0);
    watch_.ended(false);
    EXPECT_EQ(watch_.coverage().unread_shadows, is_loaded ? 0 : 2);
  }
}

TEST_F(SweepWatchCase, AShadowBelowIsNotNamedWhereTheRowBesideItIsNotStored) {
  update(6, 2, 4);
  load_from(0, 6, 0);
  changing_sweep(6, 2);
  store_to(0, 5, 0);
  watch_.ended(false);
  EXPECT_EQ(watch_.coverage().unread_shadows, 0);
}

}  // namespace
}  // namespace stencil
