// One sweep command by itself, by the laws of the cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/compare/causes/cycle_terms.hpp"
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
// Stall cycles of one block if the results of each pass came `late` cycles later than by the laws; 0 for tiles.
std::int64_t stall_cycles(const ClassKey& key, const TermDevice& device, std::int64_t late);

// Passes of one block that wait for the results of the one before; 0 for tiles.
std::int64_t waiting_passes(const ClassKey& key, const TermDevice& device);

LoneCommand lone_command(const ClassKey& key, const TermDevice& device);

}  // namespace stencil
