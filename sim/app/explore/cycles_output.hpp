// Rows of `stencil-cosim cycles` as a table, CSV or JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/explore/cycles_rows.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// One flat object per row, always with the same fields in the same order:
//   config schedule blocking cols portion niter rows blocks
//   block                               "all" or its number
//   block_rows rows_swept
//   load compute fill stall store idle  cycles; fill is a part of compute
//   pass_stalls order_stalls            parts of stall: passes that wait for the one before; blocks that must not
//                                       overtake the one before (for the whole interval only)
//   total
//   model model_load .. model_idle ideal roofline stream
//                                       cycles
//   efficiency roofline_share occupancy useful_points_per_cycle flops_per_cycle
//                                       null without a clock
//   bytes_to_device bytes_from_device useful_points
//   refused                             null, or why the shape cannot work
//   transfers
Json row_json(const CyclesRow& row);

// The blocks of a measurement by class, as in a report (sim/app/output/blocks_json.hpp); none for a refused shape.
std::vector<Json> classes_of(const Measurement& measurement);

// The parts of a JSON document of many shapes.
struct CyclesDocument {
  AcceleratorOptions options;
  std::optional<bool> ok;      // every shape gave the bits of the golden solver; no value: all were refused
  std::vector<Json> machines;  // as in a report (sim/app/output/json.hpp), of one rank, one per configuration
  std::vector<Json> rows;
  std::vector<Json> classes;
};

// {"schema": "stencil-cosim/cycles/1", "ok", "accel", "link", "machines", "rows", "classes"}
Json document(const CyclesDocument& parts);

// A header line, then a line per row; null is an empty field.
std::string to_csv(const std::vector<Json>& rows);

// For people: per shape one block from the middle and the whole interval, or every block. Two lines before the table
// say what the columns mean. kernel: its name.
std::string to_table(const std::vector<Json>& rows, const std::string& kernel, bool every_block);

}  // namespace stencil
