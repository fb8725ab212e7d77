// How many sweeps made the rows of a block: of two ages, or beyond a shadow edge; right programs are not warned of.
// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/app/package/sweep_watch_case.hpp"

namespace stencil {
namespace {

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

// An address without the halo rows: the next block has the results beside rows that it never swept.
TEST_F(RowAgesCase, ResultsStoredAboveTheirRowsAreNamed) {
  for (int step = 0; step < 2; ++step) {
    load_from(0, 8, 0);
    changing_sweep(8, 2);
    store_to(2, 6, 0);
  }
  EXPECT_NE(warnings().find("; that f_from_accel (call 2) put its rows 2 rows above where f_to_accel had loaded them "
                            "from: is its address or its internaloffset wrong? (call 5, after block 1)\n"),
            std::string::npos);
}

// What another block has stored there since has not moved.
TEST_F(RowAgesCase, AStoreOverResultsThatHadMovedIsNotNamed) {
  load_from(0, 8, 0);
  changing_sweep(8, 2);
  store_to(2, 6, 0);
  load_from(0, 8, 30);
  changing_sweep(8, 2);
  store_to(0, 8, 0);
  load_from(0, 4, 0);
  load_from(4, 4, 20);
  changing_sweep(8, 2);
  store_to(0, 8, 50);
  const std::string text = warnings();
  EXPECT_NE(text.find("come of rows of two ages"), std::string::npos) << text;
  EXPECT_EQ(text.find("put its rows"), std::string::npos) << text;
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
  update(12, 2, 10);  // below, for the first time
  EXPECT_EQ(watch_.coverage().beyond_shadow, 20);
  load_from(0, 14, 0);
  sweep(14, 3);
  store_to(5, 7, 5);
  EXPECT_EQ(watch_.coverage().beyond_shadow, 30);
}

TEST_F(RowAgesCase, SweepsBeforeTheFirstUpdateAreAtMostTheRowsOfTheEdge) {
  for (const std::int64_t sweeps : {3, 1}) {
    load_from(0, 12, 0);
    sweep(12, sweeps);
    store_to(0, 12, 0);
    if (sweeps == 3) update(0, 3, 3);
    EXPECT_EQ(warnings(), "");
  }
  update(0, 3, 3);
  EXPECT_EQ(warnings(), "") << "4 sweeps in all, but one since the edge was filled";
  update(12, 3, 11);
  EXPECT_EQ(warnings(),
            "stencil: VSDA_Update_end: warning: the row of f beside a shadow edge of 3 rows had had 4 sweeps when the "
            "first update filled the edge from rank 3: is an update missing? (before call 6, after block 1)\n");
  EXPECT_EQ(watch_.coverage().beyond_shadow, 10);
}

// Rows 3 .. 5 are sent. The device keeps rows 0 .. 11; of their results only some come back.
TEST_F(RowAgesCase, ASentRowWhoseResultsNoStoreBringsIsNamedAsTheNextUpdateBegins) {
  for (const std::int64_t missing : {0, 1}) {
    watch_.update_begins(memory_.data());
    EXPECT_EQ(warnings(), "") << "nothing was swept before the first, all is stored before the second";
    for (std::size_t word = 0; word < 30; ++word) memory_[word] = ++values_;
    update(0, 3, 3);
    load_from(0, 12, 0);
    changing_sweep(12, 3);
    store_to(3 + missing, 9 - missing, 3 + missing);
  }
  watch_.update_begins(memory_.data() + 10);
  EXPECT_EQ(watch_.coverage().old_edges, 0) << "of another array";
  watch_.update_begins(memory_.data());
  EXPECT_EQ(watch_.coverage().old_edges, 10);
  EXPECT_EQ(
      warnings(),
      "stencil: VSDA_Update_begin: warning: 1 row of the edge that goes to rank 3, the first of them row 3 of the "
      "array, never got the results of itstep_accel (block 1): no f_from_accel has stored it (before call 6, after "
      "block 1)\n");
}

// A program that looks at what sweeps would make of its rows.
TEST_F(RowAgesCase, ResultsThatAreStoredElsewhereAreNotMissing) {
  update(0, 3, 3);
  load_from(0, 12, 0);
  changing_sweep(12, 3);
  store_to(3, 9, 60);
  watch_.update_begins(memory_.data());
  EXPECT_EQ(watch_.coverage().old_edges, 0);
  EXPECT_EQ(warnings(), "");
}

// The update is under way while the inner rows are swept.
TEST_F(RowAgesCase, ASweepBesideTheUpdateIsRight) {
  update(0, 3, 3);
  load_from(0, 12, 0);
  changing_sweep(12, 3);
  store_to(3, 9, 3);
  watch_.update_begins(memory_.data());
  load_from(0, 12, 0);
  changing_sweep(12, 3);
  update(0, 3, 3);
  EXPECT_EQ(watch_.coverage().old_edges, 0);
  EXPECT_EQ(warnings(), "");
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

}  // namespace
}  // namespace stencil
