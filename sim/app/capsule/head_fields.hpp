// Numbers of devices and links under their names in the head of a capsule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

struct CapabilityNumber {
  const char* name;
  std::int64_t Capabilities::*member;
};

inline constexpr CapabilityNumber capability_numbers[] = {
    {"contract_version", &Capabilities::contract_version},
    {"pes", &Capabilities::pes},
    {"lanes", &Capabilities::lanes},
    {"memory_words", &Capabilities::memory_words},
    {"max_cols", &Capabilities::max_cols},
    {"axi_data_bits", &Capabilities::axi_data_bits},
    {"pe_latency", &Capabilities::pe_latency},
    {"f_buffers", &Capabilities::f_buffers},
    {"r_buffers", &Capabilities::r_buffers},
    {"line_beats", &Capabilities::line_beats},
    {"tile_slots_min", &Capabilities::tile_slots_min},
    {"tile_slots_max", &Capabilities::tile_slots_max},
    {"tile_latency", &Capabilities::tile_latency},
    {"queue_depth", &Capabilities::queue_depth},
    {"settle_cycles", &Capabilities::settle_cycles},
    {"progress_cycles", &Capabilities::progress_cycles},
};

struct LinkNumber {
  const char* name;
  std::int64_t LinkOptions::*member;
};

inline constexpr LinkNumber link_numbers[] = {{"burst_beats", &LinkOptions::burst_beats},
                                              {"bytes_per_cycle", &LinkOptions::bytes_per_cycle},
                                              {"latency_cycles", &LinkOptions::latency_cycles}};

}  // namespace stencil
