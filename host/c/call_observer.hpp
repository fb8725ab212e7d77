// Told of what the C functions of this process do to the accelerator: for checks that the host library knows nothing
// of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "host/device/accelerator.hpp"

namespace stencil {

// Each function is called with the device idle. It may move data of its own from the device: what that costs is left
// out of the call ledger.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  // values[0 .. length) have been loaded, or were stored, at `offset` of buffer 0.
  virtual void loaded(Accelerator& device, Bank bank, std::int64_t offset, const double* values,
                      std::int64_t length) = 0;
  virtual void stored(Accelerator& device, std::int64_t offset, const double* values, std::int64_t length) = 0;
  // block: number of the block in the call ledger that the sweep belongs to.
  virtual void before_sweep(Accelerator& device, const SweepCommand& command, std::int64_t block) = 0;
  virtual void after_sweep(Accelerator& device, const SweepCommand& command) = 0;
};

// Who checks, where STENCIL_CHECK asks for it. Made with the process's accelerator. To be set before the first call;
// empty: STENCIL_CHECK=block is refused.
using CallObserverMaker = std::function<std::unique_ptr<CallObserver>(const Capabilities& device)>;
void set_call_observer_maker(CallObserverMaker maker);

// Null where nobody checks, or no accelerator has been made.
CallObserver* process_call_observer();

}  // namespace stencil
