// What `stencil-cosim cycles` lists: one row per block and one for all blocks of a shape.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/explore/measure.hpp"

namespace stencil {

// The counts are those of one block, or of all together.
struct CyclesRow : BlockCounts {
  Shape shape;
  std::string refused;                // the only other field then
  std::optional<std::int64_t> block;  // none: the whole interval
  std::int64_t of_blocks = 0;         // blocks of the interval
  std::int64_t block_rows = 0;        // rows of the block in local memory; of the interval: of all blocks together
  std::int64_t useful_points = 0;     // kept rows * columns * sweeps

  // The other stalls, of blocks that must not overtake the one before; none for a single block, whose stalls may fall
  // into the cycles of its neighbours.
  std::optional<std::int64_t> order_stalls() const;

  // Ratios; none for a device without time.
  std::optional<double> efficiency() const;        // ideal / measured
  std::optional<double> roofline_share() const;    // roofline / measured
  std::optional<double> occupancy() const;         // stream / measured
  std::optional<double> points_per_cycle() const;  // useful points
  std::optional<double> flops_per_cycle() const;   // as many a point as the kernel has
};

// A row for each block, in order, then the one for all of them.
std::vector<CyclesRow> rows_of(const Measurement& measurement);

}  // namespace stencil
