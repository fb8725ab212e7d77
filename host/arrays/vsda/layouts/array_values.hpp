// What an array was made with, as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/arrays/vsda/layouts/array_layout.hpp"

namespace stencil {

// All arguments that must be the same on all ranks, "globsize = 40, elemsize = 8, ...". elemsize: bytes per element.
std::string values_of(const ArrayLayout& layout, std::int64_t elemsize);

}  // namespace stencil
