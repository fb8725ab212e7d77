// The leading dimension, and sizes that must be 64-bit numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/layout.hpp"

namespace stencil {

// The smallest leading dimension of a rank's local matrix: max(1, LOCr), also beyond the grid.
std::int64_t smallest_lld(const BlockCyclicLayout& layout, std::int64_t rank);

// Throws ArgumentError, naming `n`, unless m*n elements have 64-bit numbers.
void check_element_numbers(const BlockCyclicLayout& layout, const char* n);

// Throws ArgumentError, naming `name`, unless lld >= smallest_lld and every byte of lld x LOCc elements has a 64-bit
// offset.  @pre elemsize >= 1, 0 <= rank
void check_local_matrix(const BlockCyclicLayout& layout, std::int64_t rank, std::int64_t lld, std::int64_t elemsize,
                        const char* name);

}  // namespace stencil
