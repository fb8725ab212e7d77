// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/timeline_listener.hpp"

#include <exception>
#include <string>
#include <utility>

#include "host/mpi/agreement.hpp"

namespace stencil {

void TimelineListener::device_made(const Session& session) {
  std::unique_ptr<Timeline> timeline;
  agree(communicator_,
        [&] { timeline = std::make_unique<Timeline>(communicator_, options_.timeline, session.device().timed); });
  timeline->begin();
  timeline_ = std::move(timeline);
}

void TimelineListener::observe(RunObservers& observers) {
  observers = {timeline_.get(), timeline_.get(), timeline_.get()};
}

void TimelineListener::failed(RunFailure how) {
  if (!timeline_) return;
  std::string line;
  bool warns = how != RunFailure::together;
  try {
    if (how == RunFailure::together) {
      timeline_->commit();
    } else {
      line = timeline_->commit_alone() + ": timeline of this rank alone, until the error";
    }
  } catch (const std::exception& failure) {
    line = failure.what();
    int rank = 0;
    MPI_Comm_rank(communicator_, &rank);
    warns = warns || rank == 0;
  }
  if (warns && hooks_.warn) hooks_.warn(line);
}

}  // namespace stencil
