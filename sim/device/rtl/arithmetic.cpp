// SPDX-License-Identifier: Apache-2.0
#include "sim/device/rtl/arithmetic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {

std::vector<std::string> accelerator_arithmetics() {
  return {"rtl", "operators", "points"};
}

std::string read_arithmetic(const std::string& what, const std::string& text) {
  const std::vector<std::string> names = accelerator_arithmetics();
  if (text == "behavioural") return "operators";
  if (std::find(names.begin(), names.end(), text) != names.end()) return text;
  throw ArgumentError(
      fmt::format("{} is '{}', must be one of: {}{}", what, text, fmt::join(names, ", "), did_you_mean(text, names)));
}

void check_arithmetic(const AcceleratorOptions& options) {
  const std::string arithmetic = read_arithmetic("arithmetic", options.arithmetic);
  if (arithmetic == "rtl") return;
  if (options.accel != "rtl") {
    throw ArgumentError(
        fmt::format("arithmetic is {}, must come with accelerator rtl, this is {}", arithmetic, options.accel));
  }
  if (has_other_modules()) {
    throw ArgumentError(
        fmt::format("arithmetic is {}, must be rtl with the modules in STENCIL_MODULES, which are of another RTL tree",
                    arithmetic));
  }
}

}  // namespace stencil
