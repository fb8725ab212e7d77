// How a device takes the commands of a kernel: each kernel specialises DeviceSide for its own command type.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// The buffers that a command holds until it is finished: numbers from 0.
struct HeldBuffers {
  static constexpr int none = -1;

  int f = none;
  int r = none;
};

// Cycles for which a command needs its engine, without control overhead: it issues, then drains. A command that may
// follow before the drain waits gap_cycles after the last beat, or it would overtake.
struct EngineUse {
  std::int64_t issue_cycles = 0;
  std::int64_t drain_cycles = 0;
  std::int64_t gap_cycles = 0;
};

// Members of DeviceSide<C>, all static; commands are legal and not empty:
//   const char* name                                             "a sweep"
//   QueuedCommand queued(const C&)                               the value written to COMMAND
//   std::vector<JobWord> job(const C&, const Capabilities&)      the values it needs in the registers of its job
//   HeldBuffers buffers(const C&)
//   std::int64_t busy_cycles(const C&, const Capabilities&)      compute cycles of a lone command, as a device counts
//   EngineUse ideal(const C&, const Capabilities&)
//   bool follows(const C&, const C& before)                      whether it may issue while `before` still drains
//   void run(LocalMemory&, const C&)                             carries out its golden sweeps
//   std::vector<Place> undefined(const C&)                       the words of local memory it leaves undefined
//   std::vector<Place> operands(const C&)                        the words that results are made from
//   std::vector<Place> results(const C&)                         the words it sets that are no operands
template <class C>
struct DeviceSide;

}  // namespace stencil
