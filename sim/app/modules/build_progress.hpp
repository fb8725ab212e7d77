// How long the build of a module has taken and may still take.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "sim/app/progress/progress.hpp"

namespace stencil {

// Of the seconds that configuring and Verilating took; compiling is in proportion to them, on fast and slow machines.
double compile_seconds(bool traced, double configure_s, double verilate_s);

class BuildProgress {
 public:
  using Clock = std::chrono::steady_clock;

  // progress: null: nobody sees it.
  BuildProgress(std::string what, bool traced, ProgressLine* progress);
  BuildProgress(const BuildProgress&) = delete;
  BuildProgress& operator=(const BuildProgress&) = delete;

  // Passed on, in this order: no other program builds it; CMake has ended; so has Verilator.
  void begins(Clock::time_point now = Clock::now());
  void configured(Clock::time_point now = Clock::now()) { configured_ = now; }
  void verilated(Clock::time_point now = Clock::now());

 private:
  std::string what_;
  bool traced_;
  ProgressLine* progress_;
  std::optional<Work> work_;
  Clock::time_point began_, configured_;
};

}  // namespace stencil
