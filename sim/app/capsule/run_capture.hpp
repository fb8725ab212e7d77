// Capsules of a run: the call that was asked for, or the first wrong one, which a second run finds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/capsule/capture.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// What became of it, the same on all ranks.
struct KeptCall {
  std::string line;  // that tells of the file; empty: there is none
  Json divergence;   // sim/app/divergence/divergence_json.hpp; null: no call was wrong
};

// Where the block of a command of this rank's step lies; no value: not known.
using BlockPlaces = std::function<std::optional<CapsulePlace>(std::int64_t step, std::int64_t block)>;

// One per rank, for all devices of a run.
class RunCapture {
 public:
  // path: the file that capsule_path() names; empty: the first wrong call is found but not kept.
  RunCapture(MPI_Comm communicator, const std::optional<CaptureChoice>& choice, std::string path);
  RunCapture(const RunCapture&) = delete;
  RunCapture& operator=(const RunCapture&) = delete;

  // Makes what `maker` makes; recorded, where a call of this rank is to be kept.
  AcceleratorMaker recorded(const AcceleratorMaker& maker);
  // The commands of this step of the recorded device begin.
  void begin_step(std::int64_t step) {
    if (capture_) capture_->begin_step(step);
  }

  // To be called while the session of a run is there, after its last sweep.
  void tell_places(const BlockPlaces& place_of);

  // Collective, after the last sweep: writes the call that was asked for, if one was; else, where the result differs,
  // finds the first wrong call, writes it and says what in it went wrong first.
  // run_again: the same run, on a device that is recorded now; it calls tell_places. Throws AgreedError.
  KeptCall keep(bool differs, const std::function<void()>& run_again);

 private:
  std::string keep_chosen();
  KeptCall keep_first_wrong(const std::function<void()>& run_again);
  Json find_first(const std::optional<Capsule>& found, int rank) const;
  std::optional<Capsule> complete(std::optional<Capsule> found) const;

  MPI_Comm communicator_;
  bool has_choice_;
  std::string path_;
  std::optional<ChosenCall> chosen_;  // on the rank of the choice
  FirstWrongCall wrong_;
  std::optional<Capture> capture_;
  AcceleratorMaker maker_;
  std::vector<CapsulePlace> places_;  // of the commands that were found
};

}  // namespace stencil
