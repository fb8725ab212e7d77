// The seed of the random tests: STENCIL_SEED of the environment, or 1. Printed, so that a failure can be repeated.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace stencil {

inline std::uint64_t test_seed() {
  const char* text = std::getenv("STENCIL_SEED");
  const std::uint64_t seed = text != nullptr ? std::strtoull(text, nullptr, 0) : 1;
  std::printf("seed %llu (set STENCIL_SEED to change it)\n", static_cast<unsigned long long>(seed));
  return seed;
}

}  // namespace stencil
