// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/settings/client_module.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <string>

#include "sim/app/modules/built_module.hpp"

namespace stencil {

void build_client_module(AcceleratorOptions& device) {
  if (!needs_built_module(device)) return;
  // A build takes most of a minute: also a program that prints nothing else says what it waits for.
  device.module =
      built_module(device, {[](const std::string& line) { fmt::print(stderr, "stencil: {}\n", line); }, nullptr});
}

}  // namespace stencil
