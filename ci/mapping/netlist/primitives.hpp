// The UltraScale+ primitives that yosys maps to: the resources of each, and where paths begin, end and pass.
// SPDX-License-Identifier: Apache-2.0
//
// Source of names and ports: AMD UG974, UltraScale Architecture Libraries Guide. yosys uses CARRY4 where the device
// has CARRY8, which is two of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "ci/mapping/netlist/netlist.hpp"

namespace stencil::synthesis {

struct Resources {
  std::int64_t luts = 0;         // with any number of inputs, memories and shift registers included; never two in one
  std::int64_t memory_luts = 0;  // the LUTs that are memory or shift registers
  std::int64_t flip_flops = 0;
  std::int64_t dsps = 0;             // DSP48E2
  std::int64_t half_block_rams = 0;  // 18 Kbit each
  std::int64_t ultra_rams = 0;       // 288 Kbit each

  Resources& operator+=(const Resources& other);
  bool operator==(const Resources& other) const;
};

enum class MemoryKind { none, lut, block, ultra };

// Throws std::runtime_error for an unknown primitive, so that none is counted as free by accident.
Resources resources_of(const Cell& cell);
MemoryKind memory_kind(const Cell& cell);
bool is_latch(const Cell& cell);

// Length of a path. A LUT, a wide multiplexer, a LUT read as memory, the entry into a carry chain and a multiplier
// between registers are one level each; the step from one CARRY4 to the next is one carry and no level. Levels count
// first.
struct Steps {
  std::int32_t levels = 0;
  std::int32_t carries = 0;
};

// How signals go through a cell.
struct CellTiming {
  std::function<void(Bit from, Bit to, Steps)> passes;              // combinational
  std::function<void(const Port&, const Port&, Steps)> passes_all;  // every bit to every bit at once: cheaper
  std::function<void(Bit, Steps)> begins;  // a register or memory drives the bit after these steps
  std::function<void(Bit, Steps)> ends;    // a register or memory takes the bit after these steps
};

// Calls back for every bit of the cell. Clocks are not paths. Throws like resources_of.
void describe_timing(const Cell& cell, const CellTiming& timing);

}  // namespace stencil::synthesis
