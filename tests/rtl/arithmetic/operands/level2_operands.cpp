// Operands from rules, in the order of the rules.
// SPDX-License-Identifier: Apache-2.0
#include "level2_operands.hpp"

#include <array>

namespace stencil {
namespace {

constexpr int fraction_bits = 52;
constexpr std::uint64_t all_bits = (std::uint64_t{1} << fraction_bits) - 1;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr std::array<std::uint64_t, 11> biased_exponents = {0, 1, 970, 1021, 1022, 1023, 1024, 1025, 1076, 2046, 2047};

}  // namespace

std::vector<std::uint64_t> level2_fractions() {
  std::vector<std::uint64_t> fractions = {0, all_bits};
  for (int bit = 0; bit < fraction_bits; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit, below = one - 1;
    fractions.push_back(one);
    // Without the first or last bit: these are runs.
    if (bit > 0 && bit < fraction_bits - 1) fractions.push_back(all_bits ^ one);
    // Runs of one bit are the single bits above.
    if (bit > 1) fractions.push_back(below);
    if (bit > 0 && bit < fraction_bits - 1) fractions.push_back(all_bits ^ below);
  }
  return fractions;
}

std::vector<std::uint64_t> level2_operands() {
  std::vector<std::uint64_t> operands;
  for (const std::uint64_t exponent : biased_exponents) {
    for (const std::uint64_t sign : {std::uint64_t{0}, sign_bit}) {
      for (const std::uint64_t fraction : level2_fractions())
        operands.push_back(sign | exponent << fraction_bits | fraction);
    }
  }
  return operands;
}

}  // namespace stencil
