// The events of a run, for diagnostics: a run knows none of them by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/app/run/kernel.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

struct RunOutcome;

// How a run failed: all ranks know, this rank alone does, or it is stuck and another thread reports that.
enum class RunFailure { together, alone, stuck };

// Called on every rank, in the order of the listeners. Those without a word on their errors throw nothing; events named
// collective are, and may throw AgreedError, which ends the run.
class RunListener {
 public:
  virtual ~RunListener() = default;

  // Collective, before anything is made or written: refuses at once what cannot work. files stay open during the run.
  virtual void planned(Session& /*session*/, const ProblemFiles& /*files*/) {}
  // Collective, when the outputs can be written and before a device is made: what takes its time.
  virtual void device_wanted(const Session& /*session*/) {}
  // What `maker` makes, or that one watched. The first listener is the outermost. May throw as `maker`.
  virtual DeviceMaker around(const DeviceMaker& maker) { return maker; }
  // Collective, before the problem is read.
  virtual void device_made(const Session& /*session*/) {}
  // What it observes in the sweeps; observers of the listeners before are there, to be passed on to.
  virtual void observe(RunObservers& /*observers*/) {}
  // The commands of a step begin.
  virtual void step_begins(std::int64_t /*step*/) {}
  // One wait has ended so many blocks.
  virtual void blocks_end(std::size_t /*blocks*/) {}
  // Collective: the result is compared, and no report is written yet.
  virtual void sweeps_checked() {}
  // Collective: the result is printed and the reports are in their files; the session is still there.
  virtual void reported(const Session& /*session*/) {}
  // The session has ended, and its device with it. Collective unless `failed`: then nothing may be thrown.
  virtual void device_ended(bool /*failed*/) {}
  // Collective: all is known but what a diagnostic adds to the report, and the verdict is not printed yet.
  virtual void run_ended(RunOutcome& /*outcome*/) {}
  // Collective: the verdict is printed.
  virtual void verdict_printed(int /*exit_status*/) {}
  // The error is in the report; device_ended() follows unless the rank is stuck.
  virtual void failed(RunFailure /*how*/) {}
};

using RunListeners = std::vector<std::unique_ptr<RunListener>>;

}  // namespace stencil
