// Finds the smallest multiple of a number that falls into a range of residues.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace stencil {

__extension__ typedef unsigned __int128 Wide;

// The smallest x >= 0 with low <= factor * x mod modulus <= high; nothing if there is none below 2**53 or if the
// search would overflow. 0 <= low <= high < modulus <= 2**107.
// A Euclidean descent takes O(log modulus) steps, where trying x one by one would take 2**53.
std::optional<Wide> smallest_in_range(Wide factor, Wide modulus, Wide low, Wide high);

}  // namespace stencil
