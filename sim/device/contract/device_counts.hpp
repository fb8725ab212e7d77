// Events counted at the pins of a device, and the performance registers that count the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "sim/device/contract/contract.hpp"

namespace stencil {

// Counts since reset. Skipped clocks are in skipped_cycles only.
struct DeviceCounts {
  std::array<std::int64_t, contract::cause_count> cause_cycles{};
  std::int64_t fill_cycles = 0;
  std::int64_t skipped_cycles = 0;
  std::int64_t beats_loaded = 0;
  std::int64_t beats_stored = 0;
  std::int64_t load_outstanding_cycles = 0;  // a burst to the device is offered, or accepted and not answered
  std::int64_t store_outstanding_cycles = 0;

  std::int64_t ticked_cycles() const {
    std::int64_t sum = 0;
    for (const std::int64_t cycles : cause_cycles) sum += cycles;
    return sum;
  }
};

// A register that counts the same as the pins, since reset or the last clear.
struct PerformanceRegister {
  contract::Register address;
  std::int64_t (*of)(const DeviceCounts&);
  bool always;  // may count in every clock, also during its own read: a range is expected
};

template <contract::Cause cause>
constexpr std::int64_t cycles_of(const DeviceCounts& counts) {
  return counts.cause_cycles[cause];
}

inline constexpr std::array<PerformanceRegister, 9> performance_registers = {{
    {contract::REG_CYCLES_COMPUTE, cycles_of<contract::CAUSE_COMPUTE>, false},
    {contract::REG_CYCLES_STALL, cycles_of<contract::CAUSE_STALL>, false},
    {contract::REG_CYCLES_LOAD, cycles_of<contract::CAUSE_LOAD>, false},
    {contract::REG_CYCLES_STORE, cycles_of<contract::CAUSE_STORE>, false},
    {contract::REG_CYCLES_FILL, [](const DeviceCounts& c) { return c.fill_cycles; }, false},
    {contract::REG_BEATS_LOADED, [](const DeviceCounts& c) { return c.beats_loaded; }, false},
    {contract::REG_BEATS_STORED, [](const DeviceCounts& c) { return c.beats_stored; }, false},
    {contract::REG_CYCLES_TOTAL, [](const DeviceCounts& c) { return c.ticked_cycles(); }, true},
    {contract::REG_CYCLES_IDLE, cycles_of<contract::CAUSE_IDLE>, true},
}};

}  // namespace stencil
