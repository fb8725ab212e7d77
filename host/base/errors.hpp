// The two ways a call can fail, each with the exit status its process ends with.
// A difference between results is neither: it is data (models/compare.hpp) and exit status 1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace stencil {

enum ExitStatus : int {
  exit_ok = 0,          // every check passed
  exit_difference = 1,  // a verified difference or a failed gate
  exit_usage = 2,       // bad usage or bad input
  exit_device = 3,      // the device or the run failed: hang, protocol error, lost rank
};

// A wrong argument or bad input. The text names it, its value and the allowed range.
class ArgumentError : public std::invalid_argument {
 public:
  explicit ArgumentError(const std::string& text) : std::invalid_argument(text) {}
};

// The device refused a call, broke its contract or stopped answering. The text names the event waited for.
class DeviceError : public std::runtime_error {
 public:
  explicit DeviceError(const std::string& text) : std::runtime_error(text) {}
};

}  // namespace stencil
#pragma GCC visibility pop
