// Tells how far a run is: on a terminal in one line that is redrawn, elsewhere in a line now and then.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "sim/app/run/run.hpp"

namespace stencil {

// " 43.2 % done, 12 of 28 blocks, 385,352 cycles/s, 12 s gone, about 15 s left"
std::string progress_text(const RunProgress& progress);

class ProgressLine {
 public:
  enum class Form {
    none,
    redrawn,  // at most ten times per second; erased before anything else is printed
    plain,    // a line for standard error after each interval
  };
  static constexpr std::chrono::seconds plain_interval{30};

  // interval: of plain lines.
  explicit ProgressLine(Form form, std::chrono::seconds interval = plain_interval) : form_(form), interval_(interval) {
    if (form == Form::plain) next_ = std::chrono::steady_clock::now() + interval;
  }
  ~ProgressLine() { erase(); }

  void show(const RunProgress& progress);
  void show(const std::string& text);
  void erase();

 private:
  bool is_due() const;

  Form form_;
  std::chrono::seconds interval_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace stencil
