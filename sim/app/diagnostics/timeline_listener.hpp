// Has the timeline of a run written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>

#include "sim/app/run/run.hpp"
#include "sim/app/timeline/timeline.hpp"

namespace stencil {

// For a run whose options name a timeline; all arguments must outlive it.
class TimelineListener final : public RunListener {
 public:
  TimelineListener(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks)
      : communicator_(communicator), options_(options), hooks_(hooks) {}

  void device_made(const Session& session) override;
  void observe(RunObservers& observers) override;
  void sweeps_checked() override { timeline_->commit(); }
  // What there is becomes a trace: of all ranks, or of this one, which a warning names.
  void failed(RunFailure how) override;

 private:
  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  std::unique_ptr<Timeline> timeline_;  // null until it has begun on all ranks
};

}  // namespace stencil
