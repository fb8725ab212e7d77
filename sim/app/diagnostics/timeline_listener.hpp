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

  // Of a run whose problem is being read, or later.
  Timeline& timeline() { return *timeline_; }

  void device_made(const Session& session) override;
  void observe(RunObservers& observers) override;
  // With a network ClusterTracksListener does it.
  void sweeps_checked(Report& /*report*/) override {
    if (!options_.network.given()) timeline_->commit();
  }
  // Writes the events recorded by then: those of all ranks, or of this rank alone, with a warning that names it.
  void failed(RunFailure how) override;

 private:
  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  std::unique_ptr<Timeline> timeline_;  // null until it has begun on all ranks
};

}  // namespace stencil
