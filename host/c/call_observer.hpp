// The interface for checks of the work that the C functions of this process give the accelerator; the host library
// itself contains no such check.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/c/steps/step_info.hpp"
#include "host/c/steps/tiled_step.hpp"
#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"

namespace stencil {

// Each function is called with the device idle. It may move data from the device; the call ledger leaves out the
// cycles and bytes of that.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  // Called after values[0 .. length) were loaded, or stored, at `offset` words of buffer 0.
  virtual void loaded(Accelerator& device, Bank bank, std::int64_t offset, const double* values,
                      std::int64_t length) = 0;
  virtual void stored(Accelerator& device, std::int64_t offset, const double* values, std::int64_t length) = 0;
  // A stage copies them there, by no call of the program.
  virtual void copied(Bank /*bank*/, std::int64_t /*offset*/, const double* /*values*/, std::int64_t /*length*/) {}
  // block: number of the block in the call ledger that the sweep belongs to.
  virtual void before_sweep(Accelerator& device, const SweepCommand& command, std::int64_t block) = 0;
  virtual void after_sweep(Accelerator& device, const SweepCommand& command) = 0;
  // Called around a step of step.h, for each of its parts: before its first row moves, and when its rows are back in
  // step.strip. The step leaves other words in local memory. Between joined steps the device is not idle. `runs`: its
  // blocks, in their order.
  virtual void step_begins(const StepInfo& /*step*/) {}
  virtual void step_ended(const StepInfo& /*step*/, const std::vector<BlockRun>& /*runs*/) {}
  // The same for joined steps, of which `first` is the first one. joined_steps_begin() returns null, or an observer
  // that lasts until joined_steps_ended() and is notified of each step and block, by the thread that makes them.
  virtual BlockObserver* joined_steps_begin(const StepInfo& /*first*/) { return nullptr; }
  virtual void joined_steps_ended(const StepInfo& /*first*/) {}
  // The same for a step of tiles. What the first returns, null or an observer that lasts until the second, is
  // notified of each tile, by one thread at a time.
  virtual TileObserver* tiled_step_begins(const TiledStepInfo& /*step*/) { return nullptr; }
  virtual void tiled_step_ended(const TiledStepInfo& /*step*/) {}
  // Called as an update of vsda.h of this array begins.
  virtual void update_begins(const void* /*array*/) {}
  // Called at the end of an update of vsda.h, for each neighbour: the shadow edge that it filled, and the edge sent.
  virtual void updated(const UsedMemory& /*shadow*/, const UsedMemory& /*edge*/) {}
};

// Makes the observer where STENCIL_CHECK=block, together with the process's accelerator. Must be set before the first
// call of a C function; without a maker STENCIL_CHECK=block is refused.
using CallObserverMaker = std::function<std::unique_ptr<CallObserver>(const Capabilities& device)>;
void set_call_observer_maker(CallObserverMaker maker);

// The observer; null without checks, or before the accelerator is made.
CallObserver* process_call_observer();

}  // namespace stencil
