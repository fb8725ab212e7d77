// Results that no store brought: named where they are loaded again and at the end; right programs are not warned of.
// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/app/package/sweep_watch_case.hpp"

namespace stencil {
namespace {

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

// Rows 0 and 1 are a shadow edge.
TEST_F(KeptRowsCase, OfAPartThatStaysTheRowsThatNoStoreBroughtCount) {
  load_from(0, 8, 0);
  changing_sweep(8, 2);
  EXPECT_EQ(watch_.part().left, 0) << "no update tells which rows are whose";
  update(0, 2, 2);
  EXPECT_EQ(watch_.part().stored, 0);
  EXPECT_EQ(watch_.part().left, 6);
  EXPECT_EQ(watch_.part().words, 60);
  store_to(2, 2, 2);
  EXPECT_EQ(watch_.part().stored, 2);
  EXPECT_EQ(watch_.part().left, 4);
  store_to(4, 4, 4);
  EXPECT_EQ(watch_.part().left, 0);
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

}  // namespace
}  // namespace stencil
