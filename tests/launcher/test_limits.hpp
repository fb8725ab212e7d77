// When a test must end. Wall-clock time alone says little on a busy machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

namespace stencil {

// A test must end once all its processes together
//   have used more than their bound of CPU seconds (ranks that wait for each other in vain keep polling), or
//   have used less than 1 CPU second within 180 s, or
//   have run for ten times the bound.
class TestLimits {
 public:
  static constexpr double idle_limit_s = 180.0;
  static constexpr double progress_s = 1.0;
  static constexpr double wall_factor = 10.0;

  explicit TestLimits(double bound_s) : bound_s_(bound_s) {}

  // passed_s: seconds since the last call. cpu_s: CPU seconds used so far. Returns why the test must end; empty while
  // it may go on.
  std::string exceeded(double passed_s, double cpu_s) {
    wall_s_ += passed_s;
    idle_s_ += passed_s;
    if (cpu_s >= progress_cpu_s_ + progress_s) {
      progress_cpu_s_ = cpu_s;
      idle_s_ = 0.0;
    }
    char text[160] = "";
    if (cpu_s > bound_s_) {
      std::snprintf(text, sizeof text, "it has used %.1f CPU seconds, its bound is %.0f", cpu_s, bound_s_);
    } else if (idle_s_ >= idle_limit_s) {
      std::snprintf(text, sizeof text, "it has used less than %.0f CPU second within %.0f s", progress_s, idle_s_);
    } else if (wall_s_ >= wall_factor * bound_s_) {
      std::snprintf(text, sizeof text, "it has run for %.0f s, ten times its bound, and used %.1f CPU seconds", wall_s_,
                    cpu_s);
    }
    return text;
  }

 private:
  double bound_s_;
  double wall_s_ = 0.0;
  double idle_s_ = 0.0;  // since the last CPU second of progress
  double progress_cpu_s_ = 0.0;
};

}  // namespace stencil
