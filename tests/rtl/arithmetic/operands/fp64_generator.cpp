// The classes of operand pairs common to all operators, and the classes for sums.
// SPDX-License-Identifier: Apache-2.0
#include "fp64_generator.hpp"

#include <algorithm>
#include <array>

namespace stencil {
namespace {

constexpr int fraction_bits = 52;
constexpr std::uint64_t hidden_bit = std::uint64_t{1} << fraction_bits;
constexpr std::uint64_t fraction_mask = hidden_bit - 1;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t largest_exponent = 2046;  // of finite numbers; biased, like all exponents here
constexpr std::uint64_t special_exponent = 2047;

constexpr std::array<std::uint64_t, 11> anchor_exponents = {0, 1, 970, 1021, 1022, 1023, 1024, 1025, 1076, 2046, 2047};
constexpr std::array<std::uint64_t, 4> anchor_fractions = {0, 1, hidden_bit >> 1, fraction_mask};
constexpr std::size_t anchors = 2 * anchor_exponents.size() * anchor_fractions.size();

std::uint64_t anchor(std::size_t index) {
  const std::size_t exponent = index / anchor_fractions.size() / 2;
  return (index / anchor_fractions.size() % 2 == 1 ? sign_bit : 0) | anchor_exponents[exponent] << fraction_bits |
         anchor_fractions[index % anchor_fractions.size()];
}

std::uint64_t ones(std::uint64_t count) {
  return (std::uint64_t{1} << count) - 1;
}  // count <= 63

}  // namespace

Fp64Generator::Fp64Generator(Operation operation, std::uint64_t seed) : operation_(operation), state_(seed) {
  classes_ = {PairClass::random_bits, PairClass::tiny, PairClass::overflow_border, PairClass::special, PairClass::runs};
  if (operation == Operation::mul) {
    classes_.insert(classes_.end(), {PairClass::product_border, PairClass::product_tie, PairClass::right_shift_tie,
                                     PairClass::left_shift_tie});
  } else if (operation == Operation::div5) {
    classes_.insert(classes_.end(), {PairClass::quotient_exponent, PairClass::quotient_border,
                                     PairClass::quotient_subnormal, PairClass::quotient_exact});
  } else {
    classes_.insert(classes_.end(), {PairClass::exponent_difference, PairClass::cancellation, PairClass::sum_tie,
                                     PairClass::power_minus_tiny});
  }
}

std::int64_t Fp64Generator::anchor_pairs() {
  return static_cast<std::int64_t>(anchors * anchors);
}

OperandPair Fp64Generator::next() {
  const auto index = static_cast<std::size_t>(made_++);
  if (index < anchors * anchors) {
    last_class_ = PairClass::anchors;
    return {anchor(index / anchors), anchor(index % anchors)};
  }
  last_class_ = classes_[index % classes_.size()];
  return make(last_class_);
}

// SplitMix64: small, and the same on every machine.
std::uint64_t Fp64Generator::random() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t Fp64Generator::below(std::uint64_t limit) {
  return random() % limit;
}

std::uint64_t Fp64Generator::between(std::uint64_t low, std::uint64_t high) {
  return low + below(high - low + 1);
}

std::uint64_t Fp64Generator::fraction() {
  const std::uint64_t bits = below(fraction_bits + 1);
  switch (below(8)) {
    case 0:
      return ones(bits);
    case 1:
      return fraction_mask & ~ones(bits);
    case 2:
      return fraction_mask & (ones(bits) << below(fraction_bits));
    case 3:
      return fraction_mask & (std::uint64_t{1} << bits);
    case 4:
      return fraction_mask & random() & ~ones(bits);
    default:
      return fraction_mask & random();
  }
}

std::uint64_t Fp64Generator::number(std::uint64_t exponent_field) {
  return sign() | exponent_field << fraction_bits | fraction();
}

std::uint64_t Fp64Generator::special_number() {
  const std::uint64_t infinite = special_exponent << fraction_bits;
  const std::uint64_t quiet = hidden_bit >> 1;
  switch (below(4)) {
    case 0:
      return sign();
    case 1:
      return sign() | infinite;
    case 2:
      return sign() | infinite | quiet | fraction();
    default:
      return sign() | infinite | between(1, quiet - 1);  // signalling
  }
}

OperandPair Fp64Generator::make(PairClass pair_class) {
  switch (pair_class) {
    case PairClass::anchors:
      return {anchor(below(anchors)), anchor(below(anchors))};
    case PairClass::random_bits:
      return {random(), random()};
    case PairClass::exponent_difference:
      return exponent_difference();
    case PairClass::cancellation:
      return cancellation();
    case PairClass::sum_tie:
      return sum_tie();
    case PairClass::power_minus_tiny:
      return power_minus_tiny();
    case PairClass::tiny:
      return swapped_at_random({number(below(3)), number(below(below(2) == 0 ? 3 : 60))});
    case PairClass::overflow_border:
      return overflow_border();
    case PairClass::special:
      return swapped_at_random({special_number(), below(2) == 0 ? special_number() : number(below(2048))});
    case PairClass::runs:
      return runs();
    case PairClass::product_border:
      return product_border();
    case PairClass::product_tie:
      return product_tie();
    case PairClass::right_shift_tie:
      return right_shift_tie();
    case PairClass::left_shift_tie:
      return left_shift_tie();
    case PairClass::quotient_exponent:
      return quotient_exponent();
    case PairClass::quotient_border:
      return quotient_border();
    case PairClass::quotient_subnormal:
      return quotient_subnormal();
    case PairClass::quotient_exact:
      return quotient_exact();
  }
  return {};
}

OperandPair Fp64Generator::exponent_difference() {
  const std::uint64_t difference = difference_ / 2 % (largest_exponent + 1);
  const bool swap = difference_ % 2 == 1;
  ++difference_;
  const std::uint64_t low = below(largest_exponent + 1 - difference);
  const OperandPair pair = {number(low + difference), number(low)};
  return swap ? OperandPair{pair.b, pair.a} : pair;
}

OperandPair Fp64Generator::cancellation() {
  const std::uint64_t a = number(between(1, largest_exponent - 1));
  const std::uint64_t b = a ^ (random() & ones(below(fraction_bits + 1)));
  const std::uint64_t step = below(3) == 0 ? hidden_bit : 0;  // the next binade, where one place is lost
  return swapped_at_random(opposed({a, b + step}));
}

// a keeps its place; the bits of b below a's last place read 100..0 plus or minus at most one.
OperandPair Fp64Generator::sum_tie() {
  const std::uint64_t exponent = between(60, largest_exponent);
  const std::uint64_t difference = between(1, 54);
  const std::uint64_t a = number(exponent);
  std::uint64_t b = number(exponent - difference);
  // A carry drops one bit more, a cancelled place one bit less.
  const std::uint64_t dropped = std::clamp<std::uint64_t>(difference + below(3) - 1, 1, fraction_bits);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  b = (b & ~ones(dropped)) | ((half + below(3) - 1) & ones(dropped));
  if (difference > fraction_bits) b = (b & ~fraction_mask) | below(2);  // the hidden bit itself is the half
  return swapped_at_random({a, b});
}

OperandPair Fp64Generator::power_minus_tiny() {
  const std::uint64_t exponent = between(60, largest_exponent);
  const std::uint64_t a = sign() | exponent << fraction_bits | (below(4) == 0 ? 1 : 0);
  std::uint64_t b = number(exponent - between(50, 58));
  if (below(2) == 0) b = (b & ~fraction_mask) | below(2);
  return swapped_at_random(opposed({a, b}));
}

OperandPair Fp64Generator::runs() {
  const std::uint64_t exponent = between(120, 1900);
  const std::uint64_t shifted = hidden_bit - (std::uint64_t{1} << below(fraction_bits));
  const std::uint64_t a = sign() | exponent << fraction_bits | (below(2) == 0 ? shifted : fraction_mask ^ shifted);
  return swapped_at_random({a, number(exponent + below(113) - 56)});
}

OperandPair Fp64Generator::overflow_border() {
  if (operation_ != Operation::mul) {
    return swapped_at_random({number(between(2043, 2046)), number(2046 - below(56))});
  }
  // The product of two numbers in these binades lies in the largest binade, or the next, or the one before.
  const std::uint64_t exponent = between(1024, largest_exponent);
  const std::uint64_t partner = 2046 + 1023 - exponent + below(4) - 2;
  return swapped_at_random({number(exponent), number(std::min(partner, largest_exponent))});
}

OperandPair Fp64Generator::opposed(OperandPair pair) const {
  const std::uint64_t wanted = operation_ == Operation::sub ? pair.a : ~pair.a;
  pair.b = (pair.b & ~sign_bit) | (wanted & sign_bit);
  return pair;
}

OperandPair Fp64Generator::swapped_at_random(OperandPair pair) {
  if (below(2) == 0) std::swap(pair.a, pair.b);
  return pair;
}

}  // namespace stencil
