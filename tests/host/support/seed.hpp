// The seed of a random test: printed, and replaced by STENCIL_TEST_SEED to run other cases.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace stencil::test {

inline std::uint64_t test_seed() {
  const char* text = std::getenv("STENCIL_TEST_SEED");
  const std::uint64_t seed = text != nullptr ? std::strtoull(text, nullptr, 10) : 20240611u;
  std::printf("STENCIL_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

// The same numbers on every platform and rank, which std::uniform_int_distribution does not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  // low .. high, both included
  std::int64_t operator()(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace stencil::test
