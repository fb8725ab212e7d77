// Descent on the pair (modulus, factor) as in Euclid's algorithm.
// SPDX-License-Identifier: Apache-2.0
#include "modular_range.hpp"

namespace stencil {
namespace {

constexpr Wide greatest = ~Wide{0};

Wide divided_up(Wide numerator, Wide denominator) {
  return numerator == 0 ? 0 : (numerator - 1) / denominator + 1;
}

}  // namespace

std::optional<Wide> smallest_in_range(Wide factor, Wide modulus, Wide low, Wide high) {
  if (low == 0) return Wide{0};
  factor %= modulus;
  if (factor == 0) return std::nullopt;
  // Counting down from the modulus is the same problem mirrored, and keeps the factor below half.
  if (2 * factor > modulus) return smallest_in_range(modulus - factor, modulus, modulus - high, modulus - low);

  const Wide without_wrap = divided_up(low, factor);
  if (without_wrap * factor <= high) return without_wrap;

  // factor * x - modulus * wraps must fall into the range: find the wraps first, modulo the factor. No multiple
  // of factor lies in the range, so the two ends do not swap.
  const auto wraps =
      smallest_in_range(modulus % factor, factor, (factor - high % factor) % factor, (factor - low % factor) % factor);
  if (!wraps || *wraps > (greatest - low) / modulus) return std::nullopt;
  const Wide x = divided_up(modulus * *wraps + low, factor);
  if (x >> 53 != 0) return std::nullopt;
  return x;
}

}  // namespace stencil
