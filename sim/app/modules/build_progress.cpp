// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/build_progress.hpp"

#include <utility>

namespace stencil {

double compile_seconds(bool traced, double configure_s, double verilate_s) {
  // Measured on small and wide: the part that all models share, then 10.5 s after 0.87 s and 60 s after 5 s of
  // Verilator where traced, 2.2 s after 0.37 s and 10 s after 2.5 s where not; CMake takes 1.3 s.
  return 4.0 * configure_s + (traced ? 12.0 : 5.0) * verilate_s;
}

BuildProgress::BuildProgress(std::string what, bool traced, ProgressLine* progress)
    : what_(std::move(what)), traced_(traced), progress_(progress) {
  work_.emplace(progress_, "waiting for " + what_);
}

void BuildProgress::begins(Clock::time_point now) {
  work_.reset();
  work_.emplace(progress_, "building " + what_);
  began_ = configured_ = now;
}

void BuildProgress::verilated(Clock::time_point now) {
  const auto seconds = [](Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  };
  work_->expect(seconds(began_, now) +
                compile_seconds(traced_, seconds(began_, configured_), seconds(configured_, now)));
}

}  // namespace stencil
