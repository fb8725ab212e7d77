// The largest change of a point in a sweep: the largest |new - old|.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/values/canonical_nan.hpp"

namespace stencil {

// Of binary64 differences, rounded once. Magnitudes have the order of their bits, and the canonical NaN, which stands
// for every NaN among the differences, lies above infinity: so a NaN stays, and the order of the points does not
// matter. +0 without points.
class LargestChange {
 public:
  void reset() { bits_ = 0; }
  double value() const { return from_bits(bits_); }

  // Adds the inner columns of a row, from before and after its sweep; none for cols < 3.
  void add_row(std::int64_t cols, const double* before, const double* after);
  // Adds the bits of a magnitude, the canonical NaN included.
  void add(std::uint64_t bits) { bits_ = bits > bits_ ? bits : bits_; }
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace stencil
