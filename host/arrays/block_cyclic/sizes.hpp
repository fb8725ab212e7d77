// Checks of leading dimensions and of sizes that must fit 64 bits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/layout.hpp"

namespace stencil {

// The smallest leading dimension of a rank's local matrix: max(1, LOCr), which is 1 outside the process grid.
std::int64_t smallest_lld(const BlockCyclicLayout& layout, std::int64_t rank);

// Throws ArgumentError about the argument that the string `n` names, unless m*n <= 2^63 - 1.
void check_element_numbers(const BlockCyclicLayout& layout, const char* n);

// Throws ArgumentError about the argument `name`, unless lld >= smallest_lld and lld*LOCc*elemsize <= 2^63 - 1 bytes.
// @pre elemsize >= 1, 0 <= rank
void check_local_matrix(const BlockCyclicLayout& layout, std::int64_t rank, std::int64_t lld, std::int64_t elemsize,
                        const char* name);

}  // namespace stencil
