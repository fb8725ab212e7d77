// The kinds of distribution a VSDA array can have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/vsda/layouts/box_layout.hpp"
#include "host/arrays/vsda/layouts/layout.hpp"

namespace stencil {

// Elements have global numbers 0 .. globsize - 1, in a block-cyclic matrix column by column, in boxes row by row.
using ArrayLayout = std::variant<BlockedLayout, LocalMatrix, BoxLayout>;

std::int64_t globsize(const ArrayLayout& layout);

// Length of the local array in elements, shadow edges and the gaps between columns included.
std::int64_t local_elements(const ArrayLayout& layout, int rank);

}  // namespace stencil
