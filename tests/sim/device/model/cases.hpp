// The number and first seed of random programs per test, and the bound of a wait.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace stencil::test {

// Reads of STATUS before a test gives up on a device that stays busy.
constexpr int most_waits = 10'000'000;

// A configuration's name in a form that gtest accepts.
inline std::string test_name(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

// STENCIL_MODEL_CASES seeds (default: `otherwise`), from STENCIL_TEST_SEED (default: 1) on.
inline std::vector<std::uint64_t> seeds(std::uint64_t otherwise) {
  const auto number = [](const char* name, std::uint64_t value) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : value;
  };
  std::vector<std::uint64_t> seeds(number("STENCIL_MODEL_CASES", otherwise));
  std::uint64_t next = number("STENCIL_TEST_SEED", 1);
  for (std::uint64_t& seed : seeds) seed = next++;
  return seeds;
}

}  // namespace stencil::test
