// Signals as something that a thread can wait for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <csignal>

namespace stencil {

// While it lives, SIGINT, SIGTERM and SIGUSR1 no longer end the process but wake wait(), unless the program had handled
// or ignored them. One per process. Child processes start with the handlers of before, and one that goes on with the
// same program ends by such a signal.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // The next signal; 0: none within this time, or wake() was called.
  int wait(std::chrono::milliseconds time) const;
  void wake() const;

  // Ends the process as the signal would have.
  [[noreturn]] static void end_by(int signal);

 private:
  static constexpr std::array<int, 3> numbers{SIGINT, SIGTERM, SIGUSR1};

  std::array<struct sigaction, 3> before_{};
};

}  // namespace stencil
