// The classes of operand pairs whose products round at a chosen place.
// SPDX-License-Identifier: Apache-2.0
// The product P of two 53-bit significands has 106 bits. A normal result is halfway between two numbers if the bits
// of P from the guard bit down read 100..0, with the guard at bit 52 or 51. A right shift by r, into the subnormal
// range, moves the guard up to bit 52 + r and drops the last r bits: one sticky bit has to remember whether only those
// are set besides the guard, a case that random operands practically never reach.
#include <algorithm>

#include "fp64_generator.hpp"
#include "modular_range.hpp"

namespace stencil {
namespace {

constexpr int fraction_bits = 52;
constexpr std::uint64_t hidden_bit = std::uint64_t{1} << fraction_bits;
constexpr std::uint64_t fraction_mask = hidden_bit - 1;
constexpr std::uint64_t bias = 1023;

std::uint64_t packed(std::uint64_t sign, std::uint64_t exponent_field, std::uint64_t significand) {
  return sign | exponent_field << fraction_bits | (significand & fraction_mask);
}

// b in [start, 2**53) such that a * b mod 2**(guard + 1) is in [low, high]; 0 if there is none close to start.
std::uint64_t partner(std::uint64_t a, std::uint64_t start, int guard, Wide low, Wide high) {
  const Wide modulus = Wide{1} << (guard + 1);
  const Wide offset = Wide{a} * start % modulus;
  const Wide shifted_low = (low + modulus - offset) % modulus;
  const Wide shifted_high = (high + modulus - offset) % modulus;
  if (shifted_low > shifted_high) return start;  // the range wraps around 0, so x = 0 is in it
  const auto x = smallest_in_range(a, modulus, shifted_low, shifted_high);
  if (!x || start + *x >= 2 * hidden_bit) return 0;
  return start + static_cast<std::uint64_t>(*x);
}

}  // namespace

// Significands a (first bit at `top`) and b (a normal number) whose product reads, from bit `guard` down, exactly
// 100..0, or more than that by a number of at most `shift` bits, or more or less by at most 3.
// Returns false if no such b was found.
bool Fp64Generator::halfway_significands(int guard, int shift, int top, std::uint64_t& a, std::uint64_t& b) {
  const auto with_zeros = [this](int first, int zeros) {  // first bit at `first`, last one at `zeros`
    const std::uint64_t inner = random() & ((std::uint64_t{1} << first) - 1) & ~((std::uint64_t{1} << zeros) - 1);
    return std::uint64_t{1} << first | inner | std::uint64_t{1} << zeros;
  };
  const std::uint64_t kind = below(4);
  if (kind == 0) {
    // odd * 2**i times odd * 2**j, i + j = guard
    const int lowest = std::max(0, guard - fraction_bits);
    const int highest = std::min(guard, top);
    if (lowest > highest) return false;
    const int zeros =
        static_cast<int>(between(static_cast<std::uint64_t>(lowest), static_cast<std::uint64_t>(highest)));
    a = with_zeros(top, zeros);
    b = with_zeros(fraction_bits, guard - zeros);
    return true;
  }
  const Wide half = Wide{1} << guard;
  const Wide few = std::min<Wide>(3, half - 1);
  Wide low = half + 1;
  Wide high = half + few;
  if (kind == 1 && shift > 1) high = half + (Wide{1} << shift) - 1;
  if (kind == 2) {
    low = half - few;
    high = half - 1;
  }
  if (low > high) return false;
  for (int attempt = 0; attempt < 8; ++attempt) {
    a = with_zeros(top, 0);
    b = partner(a, hidden_bit | (random() & fraction_mask >> 1), guard, low, high);
    if (b != 0) return true;
  }
  return false;
}

OperandPair Fp64Generator::product_border() {
  // Exponents of a product from 60 binades below the smallest normal number to 60 above.
  const std::uint64_t sum = bias + between(0, 120) - 60;
  const std::uint64_t exponent = between(0, sum);
  return swapped_at_random({number(exponent), number(sum - exponent)});
}

OperandPair Fp64Generator::product_tie() {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (!halfway_significands(static_cast<int>(between(51, 52)), 0, fraction_bits, a, b)) return product_border();
  return swapped_at_random({packed(sign(), between(600, 1400), a), packed(sign(), between(600, 1400), b)});
}

OperandPair Fp64Generator::right_shift_tie() {
  const auto shift = static_cast<int>(between(1, 53));
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (!halfway_significands(fraction_bits + shift, shift, fraction_bits, a, b)) return product_border();
  const std::uint64_t sum = bias - static_cast<std::uint64_t>(shift);
  const std::uint64_t exponent = between(1, sum - 1);
  return swapped_at_random({packed(sign(), exponent, a), packed(sign(), sum - exponent, b)});
}

OperandPair Fp64Generator::left_shift_tie() {
  const auto zeros = static_cast<int>(between(1, fraction_bits));  // above the subnormal operand's first bit
  const int room = zeros + static_cast<int>(below(9)) - 4;         // places until the exponent stops the left shift
  const std::uint64_t exponent = static_cast<std::uint64_t>(1022 + std::max(room, 0));
  const int guard =
      room > zeros ? fraction_bits - zeros - static_cast<int>(below(2)) : fraction_bits - std::max(room, 0);
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (guard < 1 || !halfway_significands(guard, 0, fraction_bits - zeros, a, b)) {
    return swapped_at_random({number(0), number(exponent)});
  }
  return swapped_at_random({sign() | a, packed(sign(), exponent, b)});
}

}  // namespace stencil
