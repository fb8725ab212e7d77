// The registers of DmaCycles, and the bounds that the pins set to what they read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "host/device/count_fields.hpp"
#include "sim/device/contract/device_counts.hpp"

namespace stencil {

// A register whose count, since reset or the last clear, the pins do not show exactly: it must lie between two counts
// that they do show.
struct DmaRegister {
  contract::Register address;
  const DmaField& field;
  std::int64_t (*least)(const DeviceCounts&);
  std::int64_t (*most)(const DeviceCounts&);
};

inline constexpr std::array<DmaRegister, dma_fields.size()> dma_registers = {{
    {contract::REG_CYCLES_WRITE_BUSY, dma_fields[0], [](const DeviceCounts& c) { return c.beats_loaded; },
     [](const DeviceCounts& c) { return c.load_outstanding_cycles; }},
    {contract::REG_CYCLES_READ_BUSY, dma_fields[1], [](const DeviceCounts& c) { return c.beats_stored; },
     [](const DeviceCounts& c) { return c.store_outstanding_cycles; }},
    {contract::REG_CYCLES_HIDDEN, dma_fields[2], [](const DeviceCounts&) { return std::int64_t{0}; },
     cycles_of<contract::CAUSE_COMPUTE>},
}};

}  // namespace stencil
