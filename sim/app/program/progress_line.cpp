// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/progress_line.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "sim/app/run/estimate.hpp"

namespace stencil {

void ProgressLine::show(double share_done, double elapsed_s, double remaining_s) {
  const auto now = std::chrono::steady_clock::now();
  if (!visible_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  fmt::print(stderr, "\r\033[K{:5.1f} % done, {} gone, about {} left", share_done * 100.0, readable_duration(elapsed_s),
             readable_duration(remaining_s));
  std::fflush(stderr);
}

void ProgressLine::erase() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace stencil
