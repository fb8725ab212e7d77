// The classes of numbers to divide by 5; the second operand, which the operator ignores, is random.
// SPDX-License-Identifier: Apache-2.0
#include "fp64_generator.hpp"

namespace stencil {
namespace {

constexpr int fraction_bits = 52;
constexpr std::uint64_t hidden_bit = std::uint64_t{1} << fraction_bits;
constexpr std::uint64_t quarter = hidden_bit >> 2;
constexpr std::uint64_t exponents = 2047;  // of finite numbers

}  // namespace

OperandPair Fp64Generator::quotient_exponent() {
  exponent_ = (exponent_ + 1) % exponents;
  return {number(exponent_), random()};
}

OperandPair Fp64Generator::quotient_border() {
  const std::uint64_t distance = below(2) == 0 ? below(4) : random() & (quarter - 1) >> below(fraction_bits - 2);
  const std::uint64_t near = below(2) == 0 ? quarter + distance : quarter - 1 - distance;
  return {sign() | below(exponents) << fraction_bits | near, random()};
}

OperandPair Fp64Generator::quotient_subnormal() {
  return {number(below(6)), random()};
}

OperandPair Fp64Generator::quotient_exact() {
  const std::uint64_t quotient = between(hidden_bit / 5 + 1, 2 * hidden_bit / 5 - 1);
  const std::uint64_t significand = 5 * quotient + below(5) - 2;
  const std::uint64_t exponent = between(1, exponents - 1);
  return {sign() | ((exponent << fraction_bits) + (significand - hidden_bit)), random()};
}

}  // namespace stencil
