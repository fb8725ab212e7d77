// Exact reference for floating-point formats so small that all their numbers fit in a table.
// SPDX-License-Identifier: Apache-2.0
// Works with exact integers and looks up the nearest entry of the table. It has no guard or sticky bits, so it shares
// no idea with the RTL it judges.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/app/vectors/operator_model.hpp"

namespace stencil {

// 128 bits: hold products in the formats used here, in units of the square of the smallest subnormal.
__extension__ typedef __int128 Exact;

class TinyFormat {
 public:
  // exp_w 3 .. 5, frac_w 2 .. 10 bits.
  TinyFormat(int exp_w, int frac_w);

  int bits() const { return 1 + exp_w_ + frac_w_; }
  std::uint64_t codes() const { return std::uint64_t{1} << bits(); }

  // The correctly rounded result (to nearest, ties to even; every NaN the canonical one) of two packed operands; div5
  // ignores the second.
  std::uint64_t result(Operation operation, std::uint64_t a, std::uint64_t b) const;

 private:
  struct Number {
    bool negative = false;
    bool infinite = false;
    bool nan = false;
    Exact magnitude = 0;  // in units of the smallest subnormal
  };

  Number unpack(std::uint64_t code) const;
  std::uint64_t add(const Number& a, const Number& b) const;
  std::uint64_t multiply(const Number& a, const Number& b) const;
  std::uint64_t divide_by_5(const Number& a) const;
  std::uint64_t nearest(bool negative, Exact magnitude, Exact unit) const;
  std::uint64_t infinity(bool negative) const;
  std::uint64_t quiet_nan() const;
  std::uint64_t sign_bit(bool negative) const { return negative ? codes() / 2 : 0; }

  int exp_w_;
  int frac_w_;
  Exact one_;                      // the number 1, in units of the smallest subnormal
  std::vector<Exact> magnitudes_;  // by code; the last is the power of two at which infinity begins
};

}  // namespace stencil
