// How long the build of a module has taken and may still take.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace stencil {

// Of the seconds that configuring and Verilating took; compiling is in proportion to them, on fast and slow machines.
double compile_seconds(bool traced, double configure_s, double verilate_s);

class BuildProgress {
 public:
  using Clock = std::chrono::steady_clock;

  // report: gets the text, and an empty one at the end; may be empty.
  BuildProgress(std::string what, bool traced, std::function<void(const std::string& text)> report);
  BuildProgress(const BuildProgress&) = delete;
  BuildProgress& operator=(const BuildProgress&) = delete;
  ~BuildProgress();

  // Passed on, in this order: no other program builds it; CMake has ended; so has Verilator.
  void begins(Clock::time_point now = Clock::now()) { began_ = now; }
  void configured(Clock::time_point now = Clock::now()) { configured_ = now; }
  void verilated(Clock::time_point now = Clock::now()) { verilated_ = now; }
  void show(Clock::time_point now = Clock::now()) const;

 private:
  static double seconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  }

  std::string what_;
  bool traced_;
  std::function<void(const std::string& text)> report_;
  Clock::time_point made_ = Clock::now();
  std::optional<Clock::time_point> began_, configured_, verilated_;
};

}  // namespace stencil
