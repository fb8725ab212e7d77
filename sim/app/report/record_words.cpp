// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/record_words.hpp"

namespace stencil {
namespace {

// Each function writes to, or reads from, `words` and advances it.
template <class Record, class Fields>
void put_fields(const Record& record, const Fields& fields, std::int64_t*& words) {
  visit_fields(record, fields, [&](const char*, const auto& value) { *words++ = to_word(value); });
}

template <class Record, class Fields>
void take_fields(Record& record, const Fields& fields, const std::int64_t*& words) {
  visit_fields(record, fields, [&](const char*, auto& value) { from_word(*words++, value); });
}

void put_counts(const BlockCounts& counts, std::int64_t*& words) {
  visit_counts(counts, [&](std::int64_t count) { *words++ = count; });
}

void take_counts(BlockCounts& counts, const std::int64_t*& words) {
  visit_counts(counts, [&](std::int64_t& count) { count = *words++; });
}

}  // namespace

void pack(const BlockRecord& record, std::int64_t* words) {
  put_fields(record, class_fields, words);
  put_fields(record, position_fields, words);
  put_counts(record, words);
}

void unpack(const std::int64_t* words, BlockRecord& record) {
  take_fields(record, class_fields, words);
  take_fields(record, position_fields, words);
  take_counts(record, words);
}

void pack(const ClassEntry& entry, std::int64_t* words) {
  put_fields(entry.first, class_fields, words);
  *words++ = entry.second.count;
  *words++ = entry.second.on_rtl;
  ClassSums::visit_spreads(entry.second, [&](const Spread& spread) {
    for (const std::int64_t word : {spread.minimum, spread.maximum, spread.sum}) *words++ = word;
  });
}

void unpack(const std::int64_t* words, ClassEntry& entry) {
  take_fields(entry.first, class_fields, words);
  entry.second.count = *words++;
  entry.second.on_rtl = *words++;
  ClassSums::visit_spreads(entry.second, [&](Spread& spread) {
    for (std::int64_t* word : {&spread.minimum, &spread.maximum, &spread.sum}) *word = *words++;
  });
}

void pack(const BlockCounts& counts, std::int64_t* words) {
  put_counts(counts, words);
}

void unpack(const std::int64_t* words, BlockCounts& counts) {
  take_counts(counts, words);
}

}  // namespace stencil
