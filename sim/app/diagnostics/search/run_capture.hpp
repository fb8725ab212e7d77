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
#include "sim/app/choices/capture_choice.hpp"
#include "sim/app/diagnostics/search/second_run.hpp"
#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/json/json.hpp"
#include "sim/device/divergence/look/device_look.hpp"

namespace stencil {

class PlatformWatch;
class RunWaves;

// The line of a fault of the host.
inline constexpr const char* calls_are_right =
    "no call of an accelerator was wrong: what it was given,\n"
    "  or what was done with its results, was";

// The outcome of keep_first_wrong(), the same on all ranks.
struct KeptCall {
  std::string line;  // names the capsule for people; empty: none was to be kept
  Json divergence;   // sim/app/divergence/divergence_json.hpp; null: no call was wrong
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

  // Whether a call of the run was chosen: then none is looked for.
  bool has_choice() const { return has_choice_; }
  // Collective, before a device is made: throws AgreedError when the run will not make the call that is to be kept.
  void check_choice(Session& session) const;
  // Collective, after the last sweep, with a choice: writes that call. Returns the line that names its file. Throws
  // AgreedError.
  std::string keep_chosen(Session& session);
  // Collective, after a run whose result differs and that has no choice: makes it again, finds the first wrong call,
  // writes it and says what in it went wrong first. Where no call was wrong, it looks for the first row that a call was
  // given wrong. maker: of unobserved devices. Throws AgreedError.
  KeptCall keep_first_wrong(SecondRun& again, RunWaves& waves, const AcceleratorMaker& maker);
  // After an error of this rank: writes the calls during which its device failed, if they were recorded. Returns lines
  // that say so, or why not; empty: there are none.
  std::string keep_failure() noexcept;
  // Once the device of such an error is gone: which side it was, by the same calls on the model of the device. again:
  // null, or all ranks have failed together: made again, on one rank, to look for a value that was wrong before; on
  // several, where no call of any rank has failed. Empty: nothing is known.
  std::string explain_failure(SecondRun* again, RunWaves& waves, const AcceleratorMaker& maker);
  // The capsule that was written, on the rank that wrote it.
  const std::optional<Capsule>& kept() const { return kept_; }
  // The operator's result that is the cause of the first wrong value in it, where that was seen.
  const std::optional<OperatorEvent>& cause() const { return cause_; }

 private:
  std::string write(const std::optional<Capsule>& found, int rank);
  std::string side_of_failure() const;
  std::string side_without_rtl() const;
  std::string side_of_counters(SecondRun& again);
  std::string first_failing() const;
  std::string failure_again(bool protocol) const;
  void fail_again(SecondRun& again);
  std::string wrong_before(SecondRun& again, RunWaves& waves);
  void sweep_again(SecondRun& again, bool for_rows, SecondRun::Order order);
  void judge_mixed(SecondRun& again, std::optional<WrongRow>& found);
  void judge_change(SecondRun& again, std::optional<WrongRow>& found);
  AcceleratorMaker maker_on(const std::string& accel) const;  // the run's machine, of one device throughout
  bool is_right_on_model(SecondRun& again);
  Json find_host_fault(SecondRun& again, bool calls_are_right);
  Json find_unstored_halo(SecondRun& again);
  Json find_changed(SecondRun& again, std::optional<WrongRow> changed);
  Json find_wrong_buffer(SecondRun& again);
  // The first wrong call of this rank; of all ranks what the platform did otherwise, and calls in no certain order.
  struct SearchedCalls {
    std::optional<Capsule> found;
    Json platform, unordered;
  };
  // Collective: makes the run again, watched. The session goes on until again.end(), after which transfers_ may go.
  // listener: of what the calls keep.
  SearchedCalls search_calls(SecondRun& again, SecondRun::Order order, CapsuleListener& listener);
  // Of a run whose calls and rows are right where they are made one by one. words: that all its calls move, at most.
  KeptCall find_as_the_run(SecondRun& again, RunWaves& waves, std::int64_t words);
  Json search_by_formula(const WrongRow& wrong) const;
  void find_places(Session& session, const std::optional<Capsule>& found);
  Json find_first(const std::optional<Capsule>& found, int rank, RunWaves& waves, bool model_is_wrong = false);
  std::optional<Capsule> complete(std::optional<Capsule> found) const;

  MPI_Comm communicator_;
  std::optional<CaptureChoice> choice_;
  bool has_choice_;  // of a call
  bool keeps_failure_;
  std::string path_;
  std::optional<ChosenCall> chosen_;  // on the rank of the choice
  FailedCall failed_;                 // of `failure`, and of a run of RTL
  FirstWrongCall wrong_;
  std::optional<Capture> capture_;
  std::unique_ptr<PlatformWatch> transfers_;  // while the first wrong call is looked for
  AcceleratorMaker maker_;                    // of devices that are not recorded
  std::string accel_;                         // of the device made last
  bool changes_devices_ = false;              // between RTL and model
  bool searches_ = false;                     // the run is made again
  std::vector<CapsulePlace> places_;          // of the commands that were found
  bool of_mixed_run_ = false;
  std::optional<Capsule> kept_;
  std::optional<OperatorEvent> cause_;
};

}  // namespace stencil
