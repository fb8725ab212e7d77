// Capsules of a run: the call that was asked for, or the first wrong one, which a second run finds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/capsule/capture.hpp"
#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/json/json.hpp"
#include "sim/device/divergence/device_look.hpp"

namespace stencil {

class PlatformWatch;

// The outcome of keep(), the same on all ranks.
struct KeptCall {
  std::string line;  // names the capsule for people; empty: none was to be kept
  Json divergence;   // sim/app/divergence/divergence_json.hpp; null: no call was wrong
};

// How a run is made again, to find what went wrong in it. All but the first are asked of the session of a run that has
// ended its sweeps, or makes them.
struct RunAgain {
  // Collective: in a new session, whose devices are recorded now; for_rows: wrong_load() or wrong_result() follow.
  std::function<void(bool for_rows)> sweep;
  std::function<void()> end_session;  // the devices of capsules come after it
  // Where the block of a command of this rank's step lies; no value: not known.
  std::function<std::optional<CapsulePlace>(std::int64_t step, std::int64_t block)> place_of;
  std::function<bool()> tells_wrong_rows;
  LoadListener::Check wrong_load;
  std::function<std::optional<WrongRow>()> wrong_result;
  // Collective, where no rank holds a wrong row: a row that is wrong once it is collected on rank 0.
  std::function<std::optional<WrongRow>()> wrong_collected;
  // Collective: what watches the first wrong call, made alone, on the rank that has it; may be empty.
  std::function<DeviceWatch(const std::optional<Capsule>& wrong)> watch;
};

// One per rank, for all devices of a run.
class RunCapture {
 public:
  // path: the file that capsule_path() names; empty: the first wrong call is found but not kept.
  RunCapture(MPI_Comm communicator, const std::optional<CaptureChoice>& choice, std::string path);
  ~RunCapture();
  RunCapture(const RunCapture&) = delete;
  RunCapture& operator=(const RunCapture&) = delete;

  // Makes what `maker` makes; recorded, where a call of this rank is to be kept.
  AcceleratorMaker recorded(const AcceleratorMaker& maker);
  // The commands of this step of the recorded device begin.
  void begin_step(std::int64_t step);

  // Collective, after the last sweep: writes the call that was asked for, if one was; else, where the result differs,
  // finds the first wrong call, writes it and says what in it went wrong first. Where no call was wrong, it looks for
  // the first row that a call was given wrong. Throws AgreedError.
  KeptCall keep(bool differs, const RunAgain& again);
  // After an error of this rank: writes the calls during which its device failed, if they were recorded. Returns lines
  // that say so, or why not; empty: there are none.
  std::string keep_failure() noexcept;
  // The capsule that keep() wrote, on the rank that wrote it.
  const std::optional<Capsule>& kept() const { return kept_; }
  // The operator's result that is the cause of the first wrong value in it, where that was seen.
  const std::optional<OperatorEvent>& cause() const { return cause_; }

 private:
  std::string write(const std::optional<Capsule>& found, int rank);
  std::string keep_chosen();
  KeptCall keep_first_wrong(const RunAgain& again);
  Json find_host_fault(const RunAgain& again, bool calls_are_right);
  Json search_by_formula(const WrongRow& wrong) const;
  void find_places(const RunAgain& again);
  void find_places(const RunAgain& again, const std::optional<Capsule>& found);
  Json find_first(const std::optional<Capsule>& found, int rank, const RunAgain& again);
  std::optional<Capsule> complete(std::optional<Capsule> found) const;

  MPI_Comm communicator_;
  bool has_choice_;  // of a call
  bool keeps_failure_;
  std::string path_;
  std::optional<ChosenCall> chosen_;  // on the rank of the choice
  FailedCall failed_;                 // of `failure`, and of a run of RTL that names a capsule
  FirstWrongCall wrong_;
  std::optional<Capture> capture_;
  std::unique_ptr<PlatformWatch> transfers_;  // while the first wrong call is looked for
  AcceleratorMaker maker_;
  std::string accel_;                 // of the device made last
  bool searches_ = false;             // the run is made again
  std::vector<CapsulePlace> places_;  // of the commands that were found
  std::optional<Capsule> kept_;
  std::optional<OperatorEvent> cause_;
};

}  // namespace stencil
