// When the silence of a device that has not hung is worth a line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

#include "sim/device/contract/device_hang.hpp"

namespace stencil {

// Called with the line, on the thread that runs the device; empty: it goes to standard error. Set by the program, which
// knows its rank, before a device is made.
inline std::function<void(const std::string& line)> silence_listener;
inline void warn_of_silence(const std::string& line) {
  if (silence_listener) return silence_listener(line);
  std::fprintf(stderr, "%s\n", line.c_str());
}

// What time it is for the silences of devices made from now on; tests replace it.
using SilenceClock = std::function<std::chrono::steady_clock::time_point()>;
inline SilenceClock silence_clock = std::chrono::steady_clock::now;

// Ten seconds in which nothing moves at the device's ports, once per object. The time is for the reader alone: whether
// a device hangs is judged by its clock.
class Silence {
 public:
  // To be called each quiet_step_cycles of a stretch. The first call begins it.
  bool is_due(const Quiet& quiet) {
    if (was_due_) return false;
    if (quiet.cycles < 2 * quiet_step_cycles) began_ = clock_();
    was_due_ = clock_() - began_ >= std::chrono::seconds(10);
    return was_due_;
  }

 private:
  SilenceClock clock_ = silence_clock;
  std::chrono::steady_clock::time_point began_;
  bool was_due_ = false;
};

}  // namespace stencil
