// One line on the terminal that says how far a run is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace stencil {

// Whether the user sees standard error on a terminal. Under mpirun a rank's own descriptors say nothing (standard
// output is always a pseudo-terminal, standard error always a pipe), so mpirun's standard error is looked at instead.
bool user_watches();

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
