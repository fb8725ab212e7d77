// Follows all stages of the process, beside the observers that programs name; the host library itself has none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "host/device/accelerator.hpp"
#include "host/stages/stage.hpp"

namespace stencil {

// Called by any thread that runs stages.
class StageWatch {
 public:
  virtual ~StageWatch() = default;
  // Before anything is copied for the stage.
  virtual void begins(const Stage& /*stage*/) {}
  // After the copies, right before the call of the stage's function.
  virtual void runs(const Stage& stage) = 0;
  // Right after it has returned or thrown, before validity is marked.
  virtual void ran(const Stage& stage, bool threw) = 0;
  // After the stage has run and validity is marked; not where it threw.
  virtual void ended(const Stage& /*stage*/) {}
  // When a datum begins to be destroyed: its name, rows and validity are still there.
  virtual void destroyed(const SharedDatum& /*datum*/) {}
  // After a copy of these words to the device was posted.
  virtual void copies(Accelerator& /*device*/, const Place& /*place*/, const double* /*source*/) {}
};

// Null: there is none. Must be set before the first stage runs, and live as long as stages run.
inline std::atomic<StageWatch*> stage_watch{nullptr};

}  // namespace stencil
