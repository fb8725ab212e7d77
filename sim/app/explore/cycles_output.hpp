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

// One flat object a row, fields always the same and in the same order:
//   config schedule blocking cols portion niter rows blocks block ("all" or its number) block_rows rows_swept
//   load compute fill stall store idle (cycles; fill is an of-which of compute)
//   pass_stalls order_stalls (of which of stall: passes that wait for the one before, blocks that must not overtake the
//   one before; the latter for the whole interval only) total
//   model model_load .. model_idle ideal roofline stream (cycles)
//   efficiency roofline_share occupancy useful_points_per_cycle flops_per_cycle (null without time)
//   bytes_to_device bytes_from_device useful_points refused (null, or why the shape cannot work) transfers
Json row_json(const CyclesRow& row);

// Its blocks by class, as a report has them (sim/app/output/blocks_json.hpp); none of a refused shape.
std::vector<Json> classes_of(const Measurement& measurement);

// What a JSON document of many shapes is made of.
struct CyclesDocument {
  AcceleratorOptions options;
  std::optional<bool> ok;      // every shape gave the bits of the golden solver; none: all were refused
  std::vector<Json> machines;  // as a report has them (sim/app/output/json.hpp), of one rank, one a configuration
  std::vector<Json> rows;
  std::vector<Json> classes;
};

// {"schema": "stencil-cosim/cycles/1", "ok", "accel", "link", "machines", "rows", "classes"}
Json document(const CyclesDocument& parts);

// A header line and a line a row; null is an empty field.
std::string to_csv(const std::vector<Json>& rows);

// For people: of each shape one block from the middle and the whole interval, or every block. Two lines before the
// table say what the columns mean. kernel: its name.
std::string to_table(const std::vector<Json>& rows, const std::string& kernel, bool every_block);

}  // namespace stencil
