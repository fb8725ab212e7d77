// Operand pairs for binary64 operators: the cases that random bits never reach, in equal shares, from a seed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/app/vectors/operator_model.hpp"

namespace stencil {

struct OperandPair {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

// The purpose of a pair; the classes take turns.
enum class PairClass {
  anchors,              // every pair of 22 signs and exponents x 4 fractions, first of all, once
  random_bits,          // both operands uniform in their bits
  exponent_difference,  // every difference -2046 .. 2046 in turn
  cancellation,         // nearly equal magnitudes, effective subtraction
  sum_tie,              // a sum exactly halfway, or off by the last bit of the smaller operand
  power_minus_tiny,     // a power of two minus less than an ulp: the rounding position moves
  tiny,                 // operands and sums around the subnormal border
  overflow_border,      // results around the largest finite number
  special,              // zeros, infinities, NaNs of both kinds against anything
  runs,                 // long runs of ones and zeros, single bits
  product_border,       // products around the subnormal border and below
  product_tie,          // normal products exactly halfway, or off by the last few bits
  right_shift_tie,      // subnormal products halfway, and halfway but for bits that the right shift drops
  left_shift_tie,       // the same for products with a subnormal operand
  quotient_exponent,    // every exponent 0 .. 2046 in turn, divided by 5
  quotient_border,      // significands around 1.25: divided by 5, their first bit moves down by two or three places
  quotient_subnormal,   // exponents 0 .. 5, where the quotient leaves the normal numbers
  quotient_exact,       // multiples of 5, or off by one or two units in the last place
};

class Fp64Generator {
 public:
  Fp64Generator(Operation operation, std::uint64_t seed);

  OperandPair next();

  PairClass last_class() const { return last_class_; }
  // Pairs of class `anchors`, which come first.
  static std::int64_t anchor_pairs();

 private:
  std::uint64_t random();
  std::uint64_t below(std::uint64_t limit);  // 0 .. limit - 1
  std::uint64_t between(std::uint64_t low, std::uint64_t high);
  std::uint64_t sign() { return random() & (std::uint64_t{1} << 63); }
  std::uint64_t fraction();  // 52 bits: uniform, runs or single bits
  std::uint64_t number(std::uint64_t exponent_field);
  std::uint64_t special_number();

  OperandPair make(PairClass pair_class);
  OperandPair exponent_difference();
  OperandPair cancellation();
  OperandPair sum_tie();
  OperandPair power_minus_tiny();
  OperandPair runs();
  OperandPair overflow_border();
  OperandPair product_border();
  OperandPair product_tie();
  OperandPair right_shift_tie();
  OperandPair left_shift_tie();
  OperandPair quotient_exponent();
  OperandPair quotient_border();
  OperandPair quotient_subnormal();
  OperandPair quotient_exact();
  bool halfway_significands(int guard, int shift, int top, std::uint64_t& a, std::uint64_t& b);
  OperandPair opposed(OperandPair pair) const;  // signs such that the operation subtracts magnitudes
  OperandPair swapped_at_random(OperandPair pair);

  Operation operation_;
  std::uint64_t state_;
  std::vector<PairClass> classes_;
  std::int64_t made_ = 0;
  std::uint64_t difference_ = 0;
  std::uint64_t exponent_ = 0;
  PairClass last_class_ = PairClass::anchors;
};

}  // namespace stencil
