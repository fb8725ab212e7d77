// SPDX-License-Identifier: Apache-2.0
#include "models/formula/exact_binary64.hpp"

#include <cstdint>
#include <utility>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

__extension__ typedef unsigned __int128 Wide;  // 128 bits; ISO C++ has no name for them

constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << 52) - 1;
constexpr std::uint64_t infinite = std::uint64_t{0x7ff} << 52;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

// significand * 2**exponent; a zero has significand 0.
struct Number {
  bool negative;
  bool is_nan;
  bool is_infinite;
  std::uint64_t significand;
  int exponent;
};

Number number_of(double value) {
  const std::uint64_t bits = bits_of(value);
  const int field = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & fraction_mask;
  Number number{(bits & sign_bit) != 0, field == 0x7ff && fraction != 0, field == 0x7ff && fraction == 0, fraction,
                field == 0 ? -1074 : field - 1075};
  if (field != 0) number.significand |= std::uint64_t{1} << 52;
  return number;
}

double nan() {
  return from_bits(canonical_nan_bits);
}

double signed_bits(bool negative, std::uint64_t magnitude) {
  return from_bits(magnitude | (negative ? sign_bit : 0));
}

int length_of(Wide value) {
  int length = 0;
  for (; value != 0; value >>= 1) ++length;
  return length;
}

bool goes_up(std::uint64_t kept, bool guard, bool sticky, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest_away:
      return guard;
    case Rounding::nearest_odd:
      return guard && (sticky || (kept & 1) == 0);
    case Rounding::nearest_zero:
      return guard && sticky;
    case Rounding::nearest_by_next:
      return guard && (sticky || (kept & 2) != 0);
    case Rounding::toward_zero:
      return false;
    case Rounding::away_from_zero:
      return guard || sticky;
    case Rounding::no_sticky:
      return guard && (kept & 1) != 0;
    case Rounding::nearest_even:
    case Rounding::short_sticky:
    case Rounding::no_sticky_from_two:
    case Rounding::short_sticky_from_two:
      break;
  }
  return guard && (sticky || (kept & 1) != 0);
}

// (value + some part below 1, if `sticky`) * 2**exponent. value is 0 only if sticky is not set.
double rounded(bool negative, Wide value, bool sticky, int exponent, Rounding rounding) {
  if (value == 0) return signed_bits(negative, 0);
  int drop = length_of(value) - 53;
  if (exponent + drop < -1074) drop = -1074 - exponent;  // a subnormal number keeps fewer bits
  std::uint64_t kept = 0;
  bool guard = false;
  if (drop <= 0) {
    kept = static_cast<std::uint64_t>(value << -drop);
  } else if (drop > 127) {
    sticky = true;
  } else {
    kept = static_cast<std::uint64_t>(value >> drop);
    guard = (value >> (drop - 1) & 1) != 0;
    const Wide below = value & ((Wide{1} << (drop - 1)) - 1);
    sticky = rounding == Rounding::short_sticky ? drop > 1 && (below >> (drop - 2)) != 0 : sticky || below != 0;
  }
  if (goes_up(kept, guard, sticky, rounding)) ++kept;
  // The hidden bit of a normal number counts one up in the exponent field, and so does a carry.
  const int field = exponent + drop + 1074;
  const std::uint64_t magnitude = field >= 0x7ff ? infinite : (static_cast<std::uint64_t>(field) << 52) + kept;
  return signed_bits(negative, magnitude < infinite ? magnitude : infinite);
}

}  // namespace

double exact_sum(double a, double b, Rounding rounding) {
  Number large = number_of(a);
  Number small = number_of(b);
  if (large.is_nan || small.is_nan) return nan();
  if (large.is_infinite && small.is_infinite && large.negative != small.negative) return nan();
  if (large.is_infinite) return a;
  if (small.is_infinite) return b;
  if (large.exponent < small.exponent || (large.exponent == small.exponent && large.significand < small.significand))
    std::swap(large, small);
  if (large.significand == 0) return signed_bits(large.negative && small.negative, 0);
  // 64 places below the larger one. What of the smaller one lies below them is less than one of those places.
  constexpr int room = 64;
  const int distance = large.exponent - small.exponent;
  Wide value = Wide{large.significand} << room;
  Wide other = 0;
  bool sticky = false;
  if (distance <= room) {
    other = Wide{small.significand} << (room - distance);
  } else if (distance - room < 64) {
    other = small.significand >> (distance - room);
    sticky = (small.significand & ((std::uint64_t{1} << (distance - room)) - 1)) != 0;
  } else {
    sticky = small.significand != 0;
  }
  bool negative = large.negative;
  if (large.negative == small.negative) {
    value += other;
  } else {
    // The larger exponent may have the smaller magnitude: a subnormal has no hidden bit.
    if (value < other) {
      std::swap(value, other);
      negative = small.negative;
    }
    value -= other;
    if (sticky) --value;  // and the part below one that is left of it
    if (value == 0 && !sticky) return 0.0;
  }
  return rounded(negative, value, sticky, large.exponent - room, rounding);
}

double exact_product(double a, double b, Rounding rounding) {
  const Number x = number_of(a);
  const Number y = number_of(b);
  if (x.is_nan || y.is_nan) return nan();
  const bool negative = x.negative != y.negative;
  if (x.is_infinite || y.is_infinite) {
    const bool by_zero = (!x.is_infinite && x.significand == 0) || (!y.is_infinite && y.significand == 0);
    return by_zero ? nan() : signed_bits(negative, infinite);
  }
  const Wide product = Wide{x.significand} * y.significand;
  // Of two normal numbers.
  const bool from_two = length_of(product) == 106;
  if (rounding == Rounding::no_sticky_from_two && from_two) rounding = Rounding::no_sticky;
  if (rounding == Rounding::short_sticky_from_two && from_two) rounding = Rounding::short_sticky;
  return rounded(negative, product, false, x.exponent + y.exponent, rounding);
}

double exact_quotient(double a, double b, Rounding rounding) {
  const Number x = number_of(a);
  const Number y = number_of(b);
  if (x.is_nan || y.is_nan || (x.is_infinite && y.is_infinite)) return nan();
  const bool negative = x.negative != y.negative;
  const bool x_zero = !x.is_infinite && x.significand == 0;
  if (y.is_infinite) return signed_bits(negative, 0);
  if (y.significand == 0) return x_zero ? nan() : signed_bits(negative, infinite);
  if (x.is_infinite) return signed_bits(negative, infinite);
  if (x_zero) return signed_bits(negative, 0);
  // A quotient of at least 127 - 53 bits, so that a bit below the last one kept stays above the remainder.
  const int up = 127 - length_of(x.significand);
  const Wide dividend = Wide{x.significand} << up;
  return rounded(negative, dividend / y.significand, dividend % y.significand != 0, x.exponent - up - y.exponent,
                 rounding);
}

}  // namespace stencil
