// binary64 arithmetic written out in integers: what an operator must give, known from neither the machine's arithmetic,
// which the golden loops use, nor the RTL's.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// How an exact result becomes a number of the format. no_sticky: to nearest even, but of the bits below the last one
// kept only the first counts, as in an operator that has lost its sticky bit.
enum class Rounding { nearest_even, nearest_away, toward_zero, away_from_zero, no_sticky };

// Subnormals, infinities and signed zeros as in IEEE 754, overflow as to nearest; a NaN is canonical.
double exact_sum(double a, double b, Rounding rounding = Rounding::nearest_even);
double exact_product(double a, double b, Rounding rounding = Rounding::nearest_even);
double exact_quotient(double a, double b, Rounding rounding = Rounding::nearest_even);

}  // namespace stencil
