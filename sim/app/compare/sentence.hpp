// Puts one difference into one sentence.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/compare/comparison.hpp"

namespace stencil {

// "middle block of 25 x 1000, 5 sweeps, keep 15 (small sequential): 32,040 -> 32,310, stall +270 at the change of
// passes". pair: the position of the class in the pairs given to explain(), npos without one.
std::string sentence_of(const ClassDifference& difference, const std::vector<Explanation>& explanations,
                        std::size_t pair);

// "32,040", or "32,040 .. 32,310" where it varies.
std::string range_text(const Spread& spread);

}  // namespace stencil
