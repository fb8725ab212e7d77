// One line on the terminal that says how far a run is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace stencil {

// Redrawn at most ten times a second, erased before anything else is printed. Silent unless `visible`.
class ProgressLine {
 public:
  explicit ProgressLine(bool visible) : visible_(visible) {}
  ~ProgressLine() { erase(); }

  void show(double share_done, double elapsed_s, double remaining_s);
  void erase();

 private:
  bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace stencil
