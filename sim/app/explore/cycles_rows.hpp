// The rows that `stencil-cosim cycles` lists: one per block and one for all blocks of a shape.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/explore/measure.hpp"

namespace stencil {

// The counts of one block, or of all blocks together.
struct CyclesRow : BlockCounts {
  Shape shape;
  std::string refused;                // why the shape cannot work; the other fields are then empty
  std::optional<std::int64_t> block;  // no value: the whole interval
  std::int64_t of_blocks = 0;         // blocks of the interval
  std::int64_t block_rows = 0;        // rows of the block in local memory; for the interval of all blocks together
  std::int64_t useful_points = 0;     // kept rows * columns * sweeps

  // Stalls of blocks that must not overtake the one before; no value for a single block, whose stalls may fall into the
  // cycles of its neighbours.
  std::optional<std::int64_t> order_stalls() const;

  // Ratios; no value for a device without a clock.
  std::optional<double> efficiency() const;        // ideal / measured
  std::optional<double> roofline_share() const;    // roofline / measured
  std::optional<double> occupancy() const;         // stream / measured
  std::optional<double> points_per_cycle() const;  // useful points per cycle
  std::optional<double> flops_per_cycle() const;   // flops per point of the kernel times useful points per cycle
};

// A row per block, in order, then the row for all of them.
std::vector<CyclesRow> rows_of(const Measurement& measurement);

}  // namespace stencil
