// The accelerator's running totals as lists of fields: whatever adds, sends or prints them goes through these lists.
// A field that is missing here does not compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

// A 64-bit count of a record, under the name that reports use.
template <class Record>
struct CountField {
  const char* name;
  std::int64_t Record::*member;
};

struct CauseField : CountField<CauseCycles> {
  bool in_total;  // false: an of-which of another cause
};

inline constexpr std::array<CauseField, 6> cause_fields = {{
    {{"load", &CauseCycles::load}, true},
    {{"compute", &CauseCycles::compute}, true},
    {{"store", &CauseCycles::store}, true},
    {{"stall", &CauseCycles::stall}, true},
    {{"idle", &CauseCycles::idle}, true},
    {{"fill", &CauseCycles::fill}, false},
}};

// What CycleCounts has beside the causes, measured and predicted.
inline constexpr std::array<CountField<CycleCounts>, 1> cycle_fields = {{
    {"ideal_cycles", &CycleCounts::ideal},
}};

inline constexpr std::array<CountField<TrafficCounts>, 5> traffic_fields = {{
    {"bytes_to_device", &TrafficCounts::bytes_to_device},
    {"bytes_from_device", &TrafficCounts::bytes_from_device},
    {"transfers", &TrafficCounts::transfers},
    {"load_bursts", &TrafficCounts::load_bursts},
    {"store_bursts", &TrafficCounts::store_bursts},
}};

// True where a record holds as many counts as its list.
template <class Record>
constexpr bool lists_all(std::size_t fields) {
  return sizeof(Record) == fields * sizeof(std::int64_t);
}
static_assert(lists_all<CauseCycles>(cause_fields.size()));
static_assert(lists_all<CycleCounts>(2 * cause_fields.size() + cycle_fields.size()));
static_assert(lists_all<TrafficCounts>(traffic_fields.size()));

template <class Record, class Fields>
void add_fields(Record& a, const Record& b, const Fields& fields) {
  for (const auto& field : fields) a.*field.member += b.*field.member;
}

template <class Record, class Fields>
void subtract_fields(Record& a, const Record& b, const Fields& fields) {
  for (const auto& field : fields) a.*field.member -= b.*field.member;
}

}  // namespace stencil
