// What a kernel's command is to a device: each kernel says it of its own, in a specialisation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// The buffers that a command holds until it is finished.
struct HeldBuffers {
  static constexpr int none = -1;

  int f = none;
  int r = none;
};

// What a command needs of its engine, control overhead apart: it issues, then drains; what may follow it without
// draining waits gap_cycles behind its last beat, lest it overtake.
struct EngineUse {
  std::int64_t issue_cycles = 0;
  std::int64_t drain_cycles = 0;
  std::int64_t gap_cycles = 0;
};

// Members of DeviceSide<C>, all static; commands are legal and not empty:
//   const char* name                                             "a sweep"
//   QueuedCommand queued(const C&)                               what COMMAND is written with
//   std::vector<JobWord> job(const C&, const Capabilities&)      what it wants in the registers of its job
//   HeldBuffers buffers(const C&)
//   std::int64_t busy_cycles(const C&, const Capabilities&)      of a lone command, as the device counts them
//   EngineUse ideal(const C&, const Capabilities&)
//   bool follows(const C&, const C& before)                      it may issue while that one still drains
//   void run(LocalMemory&, const C&)                             its golden sweeps
//   std::vector<Place> undefined(const C&)                       what it leaves undefined in local memory
//   std::vector<Place> operands(const C&)                        words that results are made from
//   std::vector<Place> results(const C&)                         words that it sets, where they are no operands
template <class C>
struct DeviceSide;

}  // namespace stencil
