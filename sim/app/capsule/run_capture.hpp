// Capsules of a run: the call that was asked for, or the first wrong one, which a second run finds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sim/app/capsule/capture.hpp"

namespace stencil {

// One per rank, for all devices of a run.
class RunCapture {
 public:
  // path: the file that capsule_path() names; empty: no first wrong call is kept.
  RunCapture(MPI_Comm communicator, const std::optional<CaptureChoice>& choice, std::string path);
  RunCapture(const RunCapture&) = delete;
  RunCapture& operator=(const RunCapture&) = delete;

  // Makes what `maker` makes; recorded, where a call of this rank is to be kept.
  AcceleratorMaker recorded(const AcceleratorMaker& maker);
  // The commands of this step of the recorded device begin.
  void begin_step(std::int64_t step) {
    if (capture_) capture_->begin_step(step);
  }

  // Collective, after the last sweep: writes the call that was asked for, if one was; else, where the result differs,
  // the first wrong call. Returns the line that tells of it; empty: nothing was to be kept.
  // run_again: the same run, on a device that is recorded now. Throws AgreedError.
  std::string keep(bool differs, const std::function<void()>& run_again);
  // What keep() has written, on the rank that wrote it.
  const std::optional<Capsule>& kept() const { return kept_; }

 private:
  std::string write(const std::optional<Capsule>& found);
  std::string keep_chosen();
  std::string keep_first_wrong(const std::function<void()>& run_again);

  MPI_Comm communicator_;
  bool has_choice_;
  std::string path_;
  std::optional<ChosenCall> chosen_;  // on the rank of the choice
  FirstWrongCall wrong_;
  std::optional<Capture> capture_;
  std::optional<Capsule> kept_;
};

}  // namespace stencil
