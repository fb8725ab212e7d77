// Tiles of a rank put together where that costs nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// The same field, subdomains and sweeps, in as many tiles as there are or fewer, those with which so many rounds should
// take the fewest cycles; of whole rows where columns are not cut. Each costs the lines that two tiles sweep and
// exchange, and hides loads and stores of others. Two at least, if there are, where subdomains are cut, so that all
// ranks can begin at once. Bits depend on cuts and sweeps alone, so they stay. No value where none of these fit the
// device.
[[nodiscard]] std::optional<TileGrid> fused_grid(const TileGrid& grid, const Capabilities& device, std::int64_t rounds);

}  // namespace stencil
