// Sums and differences of counts at the pins, field by field.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "sim/device/contract/device_counts.hpp"

namespace stencil {

template <class Combine>
DeviceCounts combined(DeviceCounts a, const DeviceCounts& b, const Combine& combine) {
  static_assert(sizeof(DeviceCounts) == (contract::cause_count + 6) * sizeof(std::int64_t), "a field is not here");
  for (std::size_t cause = 0; cause < a.cause_cycles.size(); ++cause)
    a.cause_cycles[cause] = combine(a.cause_cycles[cause], b.cause_cycles[cause]);
  for (std::int64_t DeviceCounts::*const field :
       {&DeviceCounts::fill_cycles, &DeviceCounts::skipped_cycles, &DeviceCounts::beats_loaded,
        &DeviceCounts::beats_stored, &DeviceCounts::load_outstanding_cycles, &DeviceCounts::store_outstanding_cycles})
    a.*field = combine(a.*field, b.*field);
  return a;
}

inline DeviceCounts operator+(const DeviceCounts& a, const DeviceCounts& b) {
  return combined(a, b, [](std::int64_t x, std::int64_t y) { return x + y; });
}

inline DeviceCounts operator-(const DeviceCounts& a, const DeviceCounts& b) {
  return combined(a, b, [](std::int64_t x, std::int64_t y) { return x - y; });
}

}  // namespace stencil
