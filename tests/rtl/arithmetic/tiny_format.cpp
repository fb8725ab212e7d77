// Builds a table of exact magnitudes and searches it for the nearest.
// SPDX-License-Identifier: Apache-2.0
#include "tiny_format.hpp"

#include <algorithm>

namespace stencil {

TinyFormat::TinyFormat(int exp_w, int frac_w) : exp_w_(exp_w), frac_w_(frac_w) {
  const int bias = (1 << (exp_w - 1)) - 1;
  one_ = Exact{1} << (bias - 1 + frac_w);
  const std::uint64_t infinity_code = ((std::uint64_t{1} << exp_w) - 1) << frac_w;
  const std::uint64_t fractions = std::uint64_t{1} << frac_w;
  for (std::uint64_t code = 0; code <= infinity_code; ++code) {
    const std::uint64_t exponent = code >> frac_w;
    const std::uint64_t fraction = code & (fractions - 1);
    magnitudes_.push_back(exponent == 0 ? Exact(fraction) : Exact(fractions + fraction) << (exponent - 1));
  }
}

std::uint64_t TinyFormat::result(Operation operation, std::uint64_t a, std::uint64_t b) const {
  const Number left = unpack(a);
  if (operation == Operation::div5) return divide_by_5(left);
  Number right = unpack(b);
  if (left.nan || right.nan) return quiet_nan();
  if (operation == Operation::mul) return multiply(left, right);
  if (operation == Operation::sub) right.negative = !right.negative;
  return add(left, right);
}

std::uint64_t TinyFormat::add(const Number& a, const Number& b) const {
  if (a.infinite && b.infinite && a.negative != b.negative) return quiet_nan();
  if (a.infinite || b.infinite) return infinity(a.infinite ? a.negative : b.negative);
  const Exact sum = (a.negative ? -a.magnitude : a.magnitude) + (b.negative ? -b.magnitude : b.magnitude);
  if (sum == 0) return sign_bit(a.negative && b.negative);
  return nearest(sum < 0, sum < 0 ? -sum : sum, 1);
}

std::uint64_t TinyFormat::multiply(const Number& a, const Number& b) const {
  const bool negative = a.negative != b.negative;
  if (a.infinite || b.infinite) {
    const bool by_zero = (!a.infinite && a.magnitude == 0) || (!b.infinite && b.magnitude == 0);
    return by_zero ? quiet_nan() : infinity(negative);
  }
  return nearest(negative, a.magnitude * b.magnitude, one_);
}

std::uint64_t TinyFormat::divide_by_5(const Number& a) const {
  if (a.nan) return quiet_nan();
  if (a.infinite) return infinity(a.negative);
  return nearest(a.negative, a.magnitude, 5);
}

TinyFormat::Number TinyFormat::unpack(std::uint64_t code) const {
  const std::uint64_t infinity_code = magnitudes_.size() - 1;
  Number number;
  number.negative = code >= codes() / 2;
  const std::uint64_t magnitude_code = code % (codes() / 2);
  number.infinite = magnitude_code == infinity_code;
  number.nan = magnitude_code > infinity_code;
  if (!number.infinite && !number.nan) number.magnitude = magnitudes_[magnitude_code];
  return number;
}

// magnitude counts units of the smallest subnormal divided by `unit`.
std::uint64_t TinyFormat::nearest(bool negative, Exact magnitude, Exact unit) const {
  const auto above = std::lower_bound(magnitudes_.begin(), magnitudes_.end(), magnitude,
                                      [unit](Exact entry, Exact value) { return entry * unit < value; });
  if (above == magnitudes_.end()) return infinity(negative);
  auto code = static_cast<std::uint64_t>(above - magnitudes_.begin());
  if (code > 0) {
    const Exact up = magnitudes_[code] * unit - magnitude;
    const Exact down = magnitude - magnitudes_[code - 1] * unit;
    if (down < up || (down == up && code % 2 == 1)) --code;
  }
  return sign_bit(negative) | code;
}

std::uint64_t TinyFormat::infinity(bool negative) const {
  return sign_bit(negative) | (magnitudes_.size() - 1);
}

std::uint64_t TinyFormat::quiet_nan() const {
  return (magnitudes_.size() - 1) | (std::uint64_t{1} << (frac_w_ - 1));
}

}  // namespace stencil
