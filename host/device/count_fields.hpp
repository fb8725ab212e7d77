// The accelerator's running totals, and lists of their fields for code that adds, sends or prints them. A field missing
// in its list does not compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#pragma GCC visibility push(default)
namespace stencil {

// Device clock cycles by cause; every cycle has exactly one.
struct CauseCycles {
  std::int64_t load = 0;
  std::int64_t compute = 0;
  std::int64_t store = 0;
  std::int64_t stall = 0;
  std::int64_t idle = 0;  // skipped clocks included
  std::int64_t fill = 0;  // part of compute: nothing is issued while the cascade fills or drains

  std::int64_t total() const { return load + compute + store + stall + idle; }
};

// Device clock cycles since the accelerator was made.
struct CycleCounts : CauseCycles {
  CauseCycles model;       // predicted by the timing model for the same calls
  std::int64_t ideal = 0;  // schedule limit: makespan of the schedule on the same buffers and ports, without overhead
};

struct TrafficCounts {
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t transfers = 0;
  std::int64_t load_bursts = 0;  // bursts of the data port, counted when posted; 0 without a port
  std::int64_t store_bursts = 0;
};

// Device clock cycles in which a direction served a burst: one that had begun, or could begin with no interlock holding
// it back. The directions count separately. Bytes per busy cycle is the bandwidth that the bus and its bursts leave.
struct DmaCycles {
  std::int64_t load_busy = 0;
  std::int64_t store_busy = 0;
  std::int64_t hidden = 0;  // cycles in which either direction is busy while the engine computes
};

// A 64-bit count of a record, with its name in reports.
template <class Record>
struct CountField {
  const char* name;
  std::int64_t Record::*member;
};

struct CauseField : CountField<CauseCycles> {
  bool in_total;  // false: part of another cause
};

inline constexpr std::array<CauseField, 6> cause_fields = {{
    {{"load", &CauseCycles::load}, true},
    {{"compute", &CauseCycles::compute}, true},
    {{"store", &CauseCycles::store}, true},
    {{"stall", &CauseCycles::stall}, true},
    {{"idle", &CauseCycles::idle}, true},
    {{"fill", &CauseCycles::fill}, false},
}};

// The counts of CycleCounts other than causes.
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

// The directions that serve a burst in a cycle.
enum class Served { load, store, either, both };

// A count that the device takes itself: of the cycles in which these directions serve a burst. Reports show null if the
// device's contract is older than `since`. The model counts by the row, and reads of the register are held against it.
struct DmaField : CountField<DmaCycles> {
  int since;            // first version of rtl/CONTRACT.md with this count
  const char* counter;  // its register there
  Served served;
  bool computing;  // only cycles in which the engine computes
};

inline constexpr std::array<DmaField, 3> dma_fields = {{
    {{"load_busy_cycles", &DmaCycles::load_busy}, 3, "CYCLES_WRITE_BUSY", Served::load, false},
    {{"store_busy_cycles", &DmaCycles::store_busy}, 3, "CYCLES_READ_BUSY", Served::store, false},
    {{"hidden_cycles", &DmaCycles::hidden}, 5, "CYCLES_HIDDEN", Served::either, true},
}};

// True where a record holds as many counts as its list.
template <class Record>
constexpr bool lists_all(std::size_t fields) {
  return sizeof(Record) == fields * sizeof(std::int64_t);
}
static_assert(lists_all<CauseCycles>(cause_fields.size()));
static_assert(lists_all<CycleCounts>(2 * cause_fields.size() + cycle_fields.size()));
static_assert(lists_all<TrafficCounts>(traffic_fields.size()));
static_assert(lists_all<DmaCycles>(dma_fields.size()));

template <class Record, class Fields>
void add_fields(Record& a, const Record& b, const Fields& fields) {
  for (const auto& field : fields) a.*field.member += b.*field.member;
}

template <class Record, class Fields>
void subtract_fields(Record& a, const Record& b, const Fields& fields) {
  for (const auto& field : fields) a.*field.member -= b.*field.member;
}

}  // namespace stencil
#pragma GCC visibility pop
