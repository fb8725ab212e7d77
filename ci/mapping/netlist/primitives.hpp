// The primitives of UltraScale+ that yosys maps to: what each occupies, and where paths begin, end and pass.
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
  std::int64_t luts = 0;         // of any number of inputs, memory and shift registers included, not paired
  std::int64_t memory_luts = 0;  // those of them that are memory or shift registers
  std::int64_t flip_flops = 0;
  std::int64_t dsps = 0;             // DSP48E2
  std::int64_t half_block_rams = 0;  // 18 Kbit each
  std::int64_t ultra_rams = 0;       // 288 Kbit each

  Resources& operator+=(const Resources& other);
  bool operator==(const Resources& other) const;
};

enum class MemoryKind { none, lut, block, ultra };

// Throws std::runtime_error for a primitive that is not known here: nothing is counted as nothing by accident.
Resources resources_of(const Cell& cell);
MemoryKind memory_kind(const Cell& cell);
bool is_latch(const Cell& cell);

// Length of a path. A LUT, a wide multiplexer, a LUT read as memory, the way into a carry chain and a multiplier
// between registers are one level each; going on from one CARRY4 to the next is no level and one carry. Levels count
// first.
struct Steps {
  std::int32_t levels = 0;
  std::int32_t carries = 0;
};

// How signals go through a cell.
struct CellTiming {
  std::function<void(Bit from, Bit to, Steps)> passes;              // combinational
  std::function<void(const Port&, const Port&, Steps)> passes_all;  // every bit to every bit, cheaper than one by one
  std::function<void(Bit, Steps)> begins;  // a register or memory drives the bit after these steps
  std::function<void(Bit, Steps)> ends;    // a register or memory takes the bit after these steps
};

// Calls back for every bit of the cell. Clocks are no paths. Throws like resources_of.
void describe_timing(const Cell& cell, const CellTiming& timing);

}  // namespace stencil::synthesis
