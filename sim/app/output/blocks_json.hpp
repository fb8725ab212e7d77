// Blocks and their classes as JSON, for every output that lists them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "sim/app/json/named_field.hpp"
#include "sim/app/report/classes.hpp"

namespace stencil {

// What all blocks of a run have in common; empty where it has no meaning.
struct ClassContext {
  std::string kernel;  // as in reports
  std::string config;
  std::string schedule;
  std::string blocking;
  std::string distribution;
  LinkOptions link;
  bool is_mixed = false;  // some blocks ran on RTL, others on the model
};

Json block_json(const BlockRecord& block);

// One object a class, in the order of ClassOrder: what it is (kernel, config, schedule, blocking, distribution, rows,
// cols, niter, keep, above, below, tile_class, backward, place, link), count, on_rtl (of is_mixed: how many of these in
// RTL), label (sim/app/output/blocks_json.hpp),
// and for each count of a block {minimum, maximum, sum} over them: cycles, model and difference, each by cause with
// fill and total, and the counts that stand beside the cycles of a block.
std::vector<Json> classes_json(const ClassContext& context, const ClassTable& classes);

Json spread_json(const Spread& spread);  // {minimum, maximum, sum}
Json link_json(const LinkOptions& link);

// "middle block of 25 x 77, 5 sweeps, keep 15"; of a tile "send tile of 35 x 77, 4 sweeps backward".
std::string shape_label(const BlockClass& shape);

// The same with what it ran on: "... (small overlapped skewed)". Leaves out link and plusargs.
std::string class_label(const ClassContext& context, const BlockClass& shape);

}  // namespace stencil
