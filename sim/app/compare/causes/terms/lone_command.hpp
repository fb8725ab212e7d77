// One sweep command by itself, by the laws of the cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/compare/causes/terms/cycle_terms.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {

// The passes of a block of this class; not of tiles.
BlockPasses passes_of(const ClassKey& key, const TermDevice& device);

// Cycles of a sweep command that nothing precedes or follows in the engine; not of tiles.
struct LoneCommand {
  std::int64_t fill = 0;   // reads nothing: the way out, absent rows, control
  std::int64_t stall = 0;  // passes that wait for the one before
  std::int64_t issue = 0;  // from its first beat to its last one
  std::int64_t gap = 0;    // stall of a command that follows it, or it would overtake
};

// Cycles by which results come later than by the laws.
struct Delay {
  std::int64_t pass = 0;   // of each pass
  std::int64_t sweep = 0;  // for each sweep of a pass
  bool whole = false;      // the next pass waits for the last result, not for the first
};

// Stall cycles of one block whose results are that late; 0 for tiles.
std::int64_t stall_cycles(const ClassKey& key, const TermDevice& device, const Delay& late);

// Passes of one block that wait for the results of the one before; 0 for tiles.
std::int64_t waiting_passes(const ClassKey& key, const TermDevice& device);

// Sweeps of those passes that the next one waits for; 0 for tiles.
std::int64_t waiting_sweeps(const ClassKey& key, const TermDevice& device);

// Cycles from the first beat of a pass of one sweep to its first result; not of tiles.
std::int64_t element_lag(const ClassKey& key, const TermDevice& device);

LoneCommand lone_command(const ClassKey& key, const TermDevice& device);

}  // namespace stencil
