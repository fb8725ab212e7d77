// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/progress_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "host/base/text.hpp"
#include "sim/app/run/estimate.hpp"

namespace stencil {

std::string progress_text(const RunProgress& progress) {
  const std::string rate =
      progress.cycles_per_s > 0.0 ? fmt::format("{} cycles/s, ", with_commas(std::llround(progress.cycles_per_s))) : "";
  return fmt::format("{:5.1f} % done, {} of {} blocks, {}{} gone, about {} left", progress.share_done * 100.0,
                     progress.blocks_done, progress.blocks, rate, readable_duration(progress.elapsed_s),
                     readable_duration(progress.remaining_s));
}

bool ProgressLine::is_due() const {
  return form_ != Form::none && std::chrono::steady_clock::now() >= next_;
}

void ProgressLine::show(const RunProgress& progress) {
  if (is_due()) show(progress_text(progress));
}

void ProgressLine::show(const std::string& text) {
  if (!is_due()) return;
  const auto now = std::chrono::steady_clock::now();
  if (form_ == Form::redrawn) {
    next_ = now + std::chrono::milliseconds(100);
    drawn_ = true;
    fmt::print(stderr, "\r\033[K{}", text);
  } else {
    next_ = now + interval_;
    fmt::print(stderr, "{}\n", text);
  }
  std::fflush(stderr);
}

void ProgressLine::erase() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace stencil
