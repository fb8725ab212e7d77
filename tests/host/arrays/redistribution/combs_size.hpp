// How long a list of combs is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "host/arrays/exchange/comb.hpp"

namespace stencil {

inline std::size_t size_of(const Combs& combs) {
  return combs.items().size() + combs.loops().size();
}

}  // namespace stencil
