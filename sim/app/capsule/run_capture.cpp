// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/run_capture.hpp"

#include <utility>

namespace stencil {

RunCapture::RunCapture(MPI_Comm communicator, const std::optional<CaptureChoice>& choice, std::string path)
    : communicator_(communicator), has_choice_(choice), path_(std::move(path)) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  if (!choice || choice->rank != rank) return;
  chosen_.emplace(choice->step, choice->block);
  capture_.emplace(*chosen_);
}

AcceleratorMaker RunCapture::recorded(const AcceleratorMaker& maker) {
  return capture_ ? capture_->recorded(maker) : maker;
}

std::string RunCapture::keep(bool differs, const std::function<void()>& run_again) {
  if (has_choice_) return keep_chosen();
  return differs && !path_.empty() ? keep_first_wrong(run_again) : "";
}

std::string RunCapture::write(const std::optional<Capsule>& found) {
  bool written = false;
  std::string line = write_earliest(communicator_, found, path_, written);
  if (written) kept_ = found;
  return line;
}

std::string RunCapture::keep_chosen() {
  const std::string kept = write(chosen_ ? chosen_->found() : std::nullopt);
  return kept.empty() ? "--capture: the accelerator of that rank has made no such call" : kept;
}

// A difference in the result may come from any call before. The run is deterministic: a second one compares each call
// with the golden models.
std::string RunCapture::keep_first_wrong(const std::function<void()>& run_again) {
  capture_.emplace(wrong_);
  run_again();
  const std::string kept = write(wrong_.found());
  return kept.empty() ? "no call of an accelerator was wrong: what it was given,\n"
                        "  or what was done with its results, was"
                      : "first wrong call: " + kept;
}

}  // namespace stencil
