// binary64 arithmetic written out in integers: what an operator must give, known from neither the machine's arithmetic,
// which the golden loops use, nor the RTL's.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// How an exact result becomes a number of the format. nearest_odd, nearest_zero, nearest_by_next: to nearest, ties
// to odd, toward zero, and up where the bit above the last one kept is set. no_sticky: to nearest even, but of the
// bits below the last one kept only the first counts, as in an operator that has lost its sticky bit; short_sticky:
// only the first two. Those `from_two` do so for products whose significands, each 1 .. 2, have a product of at
// least 2, as in an operator that rounds those by another branch; for others, and of other operations, they are
// nearest_even.
enum class Rounding {
  nearest_even,
  nearest_away,
  nearest_odd,
  nearest_zero,
  nearest_by_next,
  toward_zero,
  away_from_zero,
  no_sticky,
  short_sticky,
  no_sticky_from_two,
  short_sticky_from_two
};

// Subnormals, infinities and signed zeros as in IEEE 754, overflow as to nearest; a NaN is canonical.
double exact_sum(double a, double b, Rounding rounding = Rounding::nearest_even);
double exact_product(double a, double b, Rounding rounding = Rounding::nearest_even);
double exact_quotient(double a, double b, Rounding rounding = Rounding::nearest_even);

}  // namespace stencil
