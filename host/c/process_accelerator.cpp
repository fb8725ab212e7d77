// SPDX-License-Identifier: Apache-2.0
#include "host/c/process_accelerator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "host/c/call_ledger.hpp"
#include "host/errors.hpp"

namespace stencil {
namespace {

// Never destroyed at exit, where the simulator's own statics may be gone first.
std::unique_ptr<Accelerator>& the_accelerator() {
  static auto* const accelerator = new std::unique_ptr<Accelerator>;
  return *accelerator;
}

std::string from_environment(const char* variable, const std::string& otherwise,
                             const std::vector<std::string>& known) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  if (std::find(known.begin(), known.end(), text) == known.end()) {
    throw ArgumentError(
        fmt::format("environment variable {} = '{}', must be one of: {}", variable, text, fmt::join(known, ", ")));
  }
  return text;
}

}  // namespace

Accelerator& process_accelerator() {
  std::unique_ptr<Accelerator>& accelerator = the_accelerator();
  if (accelerator == nullptr) {
    AcceleratorOptions options;
    options.accel = from_environment("STENCIL_ACCEL", options.accel, {"software", "model", "rtl"});
    options.config = from_environment("STENCIL_CONFIG", options.config, accelerator_configs());
    accelerator = make_accelerator(options);
  }
  return *accelerator;
}

Accelerator* made_process_accelerator() {
  return the_accelerator().get();
}

void reset_process_accelerator() {
  the_accelerator().reset();
  process_call_ledger().clear();
}

}  // namespace stencil
