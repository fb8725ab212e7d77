// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/text/decimal18.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

namespace stencil {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t ten_to_17 = 100'000'000'000'000'000;
constexpr std::uint64_t ten_to_18 = 10 * ten_to_17;

// (high * 2^64 + low) * 2^exponent with high >= 2^63: at most 10^p, and less than two units of low below it.
struct PowerOfTen {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  int exponent = 0;
};

// A number of 256 bits, the highest set, times a power of two. 633 steps lose about 640 units of the last bit, far
// below the 128 bits that shortened() keeps.
class LongPower {
 public:
  PowerOfTen shortened() const { return {limbs_[3], limbs_[2], exponent_ + 128}; }

  void times_ten() {
    // Multiplies by 5, then shifts the carry of up to three bits in from above.
    std::uint64_t carry = 0;
    for (std::uint64_t& limb : limbs_) {
      const Wide product = Wide{limb} * 5 + carry;
      limb = static_cast<std::uint64_t>(product);
      carry = static_cast<std::uint64_t>(product >> 64);
    }
    const int shift = carry >= 4 ? 3 : 2;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint64_t above = i == 3 ? carry : limbs_[i + 1];
      limbs_[i] = (limbs_[i] >> shift) | (above << (64 - shift));
    }
    exponent_ += shift + 1;
  }

  void by_ten() {
    std::uint64_t rest = 0;
    std::uint64_t below = 0;
    for (std::size_t i = 4; i-- > 0;) limbs_[i] = divide_by_5(limbs_[i], rest);
    below = divide_by_5(0, rest);
    const int shift = (limbs_[3] >> 61) != 0 ? 2 : 3;
    for (std::size_t i = 4; i-- > 0;) {
      const std::uint64_t next = i == 0 ? below : limbs_[i - 1];
      limbs_[i] = (limbs_[i] << shift) | (next >> (64 - shift));
    }
    exponent_ -= shift + 1;
  }

 private:
  static std::uint64_t divide_by_5(std::uint64_t limb, std::uint64_t& rest) {
    const Wide value = (Wide{rest} << 64) | limb;
    rest = static_cast<std::uint64_t>(value % 5);
    return static_cast<std::uint64_t>(value / 5);
  }

  std::array<std::uint64_t, 4> limbs_{0, 0, 0, std::uint64_t{1} << 63};
  int exponent_ = -255;
};

// 10^p for every p that gives a double 18 digits before the point.
class Powers {
 public:
  static constexpr int lowest = -292;
  static constexpr int highest = 342;

  Powers() {
    LongPower up;
    for (int p = 0; p <= highest; ++p, up.times_ten()) table_[index(p)] = up.shortened();
    LongPower down;
    for (int p = 0; p >= lowest; --p, down.by_ten()) table_[index(p)] = down.shortened();
  }

  const PowerOfTen& operator[](int p) const { return table_[index(p)]; }

 private:
  static std::size_t index(int p) { return static_cast<std::size_t>(p - lowest); }

  std::array<PowerOfTen, highest - lowest + 1> table_;
};

// mantissa * 2^exponent, with the highest bit of the mantissa set.
struct Binary {
  std::uint64_t mantissa = 0;
  int exponent = 0;
};

Binary split(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  const auto biased = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & 0xfffffffffffff;
  if (biased != 0) return {(fraction | 0x10000000000000) << 11, biased - 1075 - 11};
  const int shift = __builtin_clzll(fraction);
  return {fraction << shift, -1074 - shift};
}

// The number times 10^p, rounded to an integer; 0 if the fraction is too close to one half to decide.
std::uint64_t scaled(const Binary& number, const PowerOfTen& power) {
  const Wide low = Wide{number.mantissa} * power.low;
  const Wide high = Wide{number.mantissa} * power.high + static_cast<std::uint64_t>(low >> 64);
  const auto top = static_cast<std::uint64_t>(high >> 64);
  const auto middle = static_cast<std::uint64_t>(high);
  // The point lies `shift` bits above the end of top; the error of the power is less than 4 units of middle.
  const int shift = -(number.exponent + power.exponent) - 128;
  if (shift < 3 || shift > 63) return 0;
  const std::uint64_t fraction = (top << (64 - shift)) | (middle >> shift);
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  if (fraction - (half - 1) <= 1) return 0;
  return (top >> shift) + (fraction >> 63);
}

}  // namespace

Decimal18 decimal18(double value) {
  static const Powers powers;
  const Binary number = split(value);
  // The exponent of ten of the number, or one less: 315653/2^20 is log10(2) = 0.30103 rounded down.
  const int estimate = static_cast<int>((static_cast<std::int64_t>(number.exponent + 63) * 315653) >> 20);
  std::uint64_t digits = scaled(number, powers[17 - estimate]);
  int exponent = estimate + 1;
  if (digits >= ten_to_18) {
    digits = scaled(number, powers[16 - estimate]);
    ++exponent;
  }
  if (digits < ten_to_17 || digits >= ten_to_18) return decimal18_exact(value);
  return {digits, exponent};
}

Decimal18 decimal18_exact(double value) {
  char text[32];
  const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 17).ptr;
  Decimal18 result;
  result.digits = static_cast<std::uint64_t>(text[0] - '0');
  for (int k = 2; k < 19; ++k) result.digits = result.digits * 10 + static_cast<std::uint64_t>(text[k] - '0');
  std::from_chars(text + 20 + (text[20] == '+' ? 1 : 0), end, result.exponent);
  ++result.exponent;
  return result;
}

}  // namespace stencil
