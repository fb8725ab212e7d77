// Counts the work of a tile command from its edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

// The number of points that all sweeps together set.
std::int64_t points_set(const TileCommand& command);

}  // namespace stencil
