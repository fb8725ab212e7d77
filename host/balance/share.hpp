// Turns a share of rows into a number of rows, for steps whose share is given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// Throws ArgumentError "NAME = VALUE, must be 0 .. 1" unless 0 <= share <= 1; NaN is refused too.
void check_share(const char* name, double share);

// The integer nearest to share*rows, halves rounded up; the product is binary64. Exactly 0 for share 0, exactly `rows`
// for share 1; never falls when the share grows.
// Throws ArgumentError unless 0 <= share <= 1 and rows >= 0.
std::int64_t rows_of_share(double share, std::int64_t rows);

}  // namespace stencil
