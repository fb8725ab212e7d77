// One binary64 number as Fortran text: written as FORMAT(D30.18) writes it, read as a list-directed READ reads it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace stencil {

// Characters of a number in FORMAT(D30.18); a record of the file has one more, the line feed.
inline constexpr std::size_t d30_18_chars = 30;

// Writes exactly d30_18_chars characters, right-justified: 18 significant digits, correctly rounded (ties to even), as
// 0.123456789012345678D+05, or without the letter where the exponent has three digits, 0.494065645841246544-323.
// -0 keeps its sign, infinities are Infinity and -Infinity, every NaN is NaN and loses its sign and payload. All other
// values come back bit for bit, since 17 digits tell any two doubles apart.
void write_d30_18(double value, char* target);

struct RealReading {
  double value = 0.0;
  const char* problem = nullptr;  // the error in the text; null: none
};

// Reads a field without blanks around it, correctly rounded (below the smallest subnormal to a signed zero).
// Accepts, in either case, 1, -1, +1, .5, 5., an exponent after D, E or Q or after its sign alone (1D5, 1+5, 1.5-323),
// INF, INFINITY, NAN and NAN(...) with or without a sign; a NaN becomes the quiet one without payload, with that sign.
// gfortran's list-directed READ also accepts repeat counts (2*3.0), null values, separators (, ; /), which leave text
// unread, and finite numbers beyond binary64 (1D400), which it turns into Infinity. Those are refused.
RealReading read_fortran_real(std::string_view field);

}  // namespace stencil
