// The operands of which Berkeley TestFloat makes all pairs at level 2, for binary64, by rules of our own: they
// take no network. TestFloat's own generator is built by ci/testfloat.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// 204 fractions of 52 bits: none, one or all bits set, all but one, and runs of ones from either end.
std::vector<std::uint64_t> level2_fractions();

// Each of them with 22 signs and exponents: +-0 and subnormals, +-2^n for n = -1022, -53, -2 .. 2, 53, 1023, and
// infinities and NaNs.
std::vector<std::uint64_t> level2_operands();

}  // namespace stencil
