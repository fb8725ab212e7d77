// A check of the arguments of golden models.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace stencil {

// Throws std::invalid_argument, for example "golden_sweeps: rows is -1, must be at least 0", if value < least.
inline void require_at_least(const char* model, const char* name, std::int64_t value, std::int64_t least) {
  if (value >= least) return;
  throw std::invalid_argument(std::string(model) + ": " + name + " is " + std::to_string(value) +
                              ", must be at least " + std::to_string(least));
}

}  // namespace stencil
