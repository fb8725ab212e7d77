// Every field of a block's record reaches every place a record goes to: sums, messages, JSON, CSV.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/record_fields.hpp"

#include <gtest/gtest.h>

#include <set>

#include "host/device/counts.hpp"
#include "sim/app/output/blocks_json.hpp"
#include "sim/app/report/block_ledger.hpp"
#include "sim/app/report/record_words.hpp"
#include "tests/sim/app/report/all_numbers.hpp"

namespace stencil {
namespace {

// No two numbers of the record are equal.
BlockRecord numbered() {
  BlockRecord record;
  number_counts(record);
  std::int64_t next = 5000;
  const auto number = [&](const char*, auto& value) { set_number(value, next++); };
  visit_fields(record, class_fields, number);
  visit_fields(record, position_fields, number);
  return record;
}

template <class Record>
std::vector<std::int64_t> words_of(const Record& record, std::size_t words) {
  std::vector<std::int64_t> packed(words + 1, -77);
  pack(record, packed.data());
  EXPECT_EQ(packed.back(), -77) << "packed more than it says";
  EXPECT_EQ(std::count(packed.begin(), packed.end() - 1, -77), 0) << "packed less than it says";
  return packed;
}

TEST(RecordFields, AllComeThroughAMessage) {
  const BlockRecord record = numbered();
  const std::vector<std::int64_t> words = words_of(record, record_words);
  BlockRecord back;
  unpack(words.data(), back);
  EXPECT_EQ(words_of(back, record_words), words);
  EXPECT_EQ(block_json(back), block_json(record));

  const BlockRecord nothing;
  unpack(words_of(nothing, record_words).data(), back);
  EXPECT_EQ(block_json(back), block_json(nothing)) << "unknown values stay unknown";
}

TEST(RecordFields, OfAClassComeThroughAMessage) {
  ClassSums sums;
  sums.add(numbered());
  sums.add(BlockCounts());
  const ClassEntry entry{numbered(), sums};
  const std::vector<std::int64_t> words = words_of(entry, class_words);
  ClassEntry back;
  unpack(words.data(), back);
  EXPECT_EQ(words_of(back, class_words), words);
  EXPECT_EQ(back.second.count, 2);
}

TEST(RecordFields, LinksTilesAndPlacesAreOneWordEach) {
  for (const bool a : {false, true}) {
    for (const bool b : {false, true}) {
      ChainLinks chain;
      from_word(to_word(ChainLinks{a, b}), chain);
      EXPECT_EQ(chain.above, a);
      EXPECT_EQ(chain.below, b);
    }
    for (const TileClass its : {TileClass::local, TileClass::send, TileClass::receive, TileClass::mixed}) {
      TileKind tile;
      from_word(to_word(TileKind{its, a}), tile);
      EXPECT_EQ(tile.tile_class, its);
      EXPECT_EQ(tile.backward, a);
    }
  }
  for (const StepPlace its : {StepPlace::first, StepPlace::middle, StepPlace::last, StepPlace::only}) {
    StepPlace place{};
    from_word(to_word(its), place);
    EXPECT_EQ(place, its);
  }
}

TEST(RecordFields, AllAreAddedUp) {
  BlockCounts sum;
  for (int i = 0; i < 3; ++i) {
    BlockCounts more;
    number_counts(more);
    sum += more;
  }
  BlockCounts one;
  number_counts(one);
  std::vector<std::int64_t> expected;
  visit_counts(one, [&](std::int64_t count) { expected.push_back(3 * count); });
  std::vector<std::int64_t> got;
  visit_counts(sum, [&](std::int64_t count) { got.push_back(count); });
  EXPECT_EQ(got, expected);
  EXPECT_EQ(std::set<std::int64_t>(got.begin(), got.end()).size(), all_counts) << "each count is visited once";

  const CycleCounts none = one.cycles - one.cycles;
  EXPECT_TRUE(static_cast<const CauseCycles&>(none) == CauseCycles());
  EXPECT_TRUE(none.model == CauseCycles());
  EXPECT_EQ(none.ideal, 0);
}

TEST(RecordFields, CausesAreToldApartAndAddUpToTheTotal) {
  for (const CauseField& field : cause_fields) {
    CauseCycles cycles;
    cycles.*field.member = 3;
    EXPECT_EQ(cycles.total(), field.in_total ? 3 : 0) << field.name;
    EXPECT_FALSE(cycles == CauseCycles()) << field.name;
  }
}

TEST(RecordFields, AllStandInTheJsonOfABlock) {
  const BlockRecord record = numbered();
  const std::set<std::int64_t> told = numbers_in(block_json(record));
  visit_counts(record, [&](std::int64_t count) { EXPECT_EQ(told.count(count), 1u) << count; });
  const auto is_told = [&](const char* name, const auto& value) {
    if (const auto number = number_of(value)) {
      EXPECT_EQ(told.count(*number), 1u) << name;
    }
  };
  visit_fields(record, class_fields, is_told);
  visit_fields(record, position_fields, is_told);
}

TEST(RecordFields, AllStandInTheJsonOfAClass) {
  BlockLedger ledger;
  ledger.add(numbered());
  const std::set<std::int64_t> told = numbers_in(classes_json({}, ledger.classes).front());
  visit_counts(numbered(), [&](std::int64_t count) { EXPECT_EQ(told.count(count), 1u) << count; });
  visit_fields(numbered(), class_fields, [&](const char* name, const auto& value) {
    if (const auto number = number_of(value)) {
      EXPECT_EQ(told.count(*number), 1u) << name;
    }
  });
}

}  // namespace
}  // namespace stencil
