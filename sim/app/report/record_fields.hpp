// The fields of a block's record in one list, from which sums, messages between ranks, JSON, CSV and tables are made. A
// field added to a record but not to its list does not compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

#include "host/device/count_fields.hpp"
#include "sim/app/json/named_field.hpp"
#include "sim/app/report/blocks.hpp"

namespace stencil {

inline constexpr std::array<CountField<BlockLimits>, 4> limit_fields = {{
    {"stream_cycles", &BlockLimits::stream_cycles},
    {"roofline_cycles", &BlockLimits::roofline_cycles},
    {"pass_stall_cycles", &BlockLimits::pass_stall_cycles},
    {"rows_swept", &BlockLimits::rows_swept},
}};
static_assert(lists_all<BlockLimits>(limit_fields.size()));
static_assert(sizeof(BlockCounts) == sizeof(CycleCounts) + sizeof(TrafficCounts) + sizeof(BlockLimits));

// Calls visit(name, count) for the counts beside the causes. Counts: BlockCounts, const or not.
template <class Counts, class Visit>
constexpr void visit_other_counts(Counts&& counts, Visit&& visit) {
  for (const auto& field : cycle_fields) visit(field.name, counts.cycles.*field.member);
  for (const auto& field : limit_fields) visit(field.name, counts.limits.*field.member);
  for (const auto& field : traffic_fields) visit(field.name, counts.traffic.*field.member);
}
inline constexpr std::size_t other_counts = cycle_fields.size() + limit_fields.size() + traffic_fields.size();

// Calls visit(count) for all counts.
template <class Counts, class Visit>
constexpr void visit_counts(Counts&& counts, Visit&& visit) {
  for (const auto& field : cause_fields) visit(counts.cycles.*field.member);
  for (const auto& field : cause_fields) visit(counts.cycles.model.*field.member);
  visit_other_counts(counts, [&](const char*, auto& count) { visit(count); });
}
inline constexpr std::size_t all_counts = sizeof(BlockCounts) / sizeof(std::int64_t);
static_assert(all_counts == 2 * cause_fields.size() + other_counts);

// chain appears as `above` and `below`, tile as `tile_class` and `backward`.
inline constexpr std::tuple class_fields{
    NamedField{"rows", &BlockClass::rows},   NamedField{"cols", &BlockClass::cols},
    NamedField{"niter", &BlockClass::niter}, NamedField{"keep", &BlockClass::keep},
    NamedField{"chain", &BlockClass::chain}, NamedField{"tile", &BlockClass::tile},
    NamedField{"place", &BlockClass::place},
};

// The fields of a record beside shape and counts.
inline constexpr std::tuple position_fields{
    NamedField{"rank", &BlockRecord::rank},     NamedField{"step", &BlockRecord::step},
    NamedField{"strip", &BlockRecord::strip},   NamedField{"block", &BlockRecord::block},
    NamedField{"before", &BlockRecord::before}, NamedField{"after", &BlockRecord::after},
};

static_assert(sizeof(BlockClass) == laid_out(class_fields));
static_assert(sizeof(BlockRecord) == sizeof(BlockClass) + sizeof(BlockCounts) + laid_out(position_fields));

// A field as one word, which can be ordered and sent; `no_value`, which no field contains, stands for a field without
// one.
inline constexpr std::int64_t no_value = std::numeric_limits<std::int64_t>::min();

inline std::int64_t to_word(std::int64_t value) {
  return value;
}
inline std::int64_t to_word(const ChainLinks& chain) {
  return 2 * chain.above + chain.below;
}
inline std::int64_t to_word(const TileKind& tile) {
  return 2 * static_cast<std::int64_t>(tile.tile_class) + tile.backward;
}
inline std::int64_t to_word(StepPlace place) {
  return static_cast<std::int64_t>(place);
}
template <class Value>
std::int64_t to_word(const std::optional<Value>& value) {
  return value ? to_word(*value) : no_value;
}

inline void from_word(std::int64_t word, std::int64_t& value) {
  value = word;
}
inline void from_word(std::int64_t word, ChainLinks& chain) {
  chain = {word / 2 != 0, word % 2 != 0};
}
inline void from_word(std::int64_t word, TileKind& tile) {
  tile = {static_cast<TileClass>(word / 2), word % 2 != 0};
}
inline void from_word(std::int64_t word, StepPlace& place) {
  place = static_cast<StepPlace>(word);
}
template <class Value>
void from_word(std::int64_t word, std::optional<Value>& value) {
  value.reset();
  if (word == no_value) return;
  from_word(word, value.emplace());
}

}  // namespace stencil
