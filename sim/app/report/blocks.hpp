// The record of one block in a report: its shape, its position, its cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/group_plan.hpp"

namespace stencil {

// Rows, issue slots and roofline of a block: lower bounds that no device beats (sim/app/report/limits.hpp).
struct BlockLimits {
  std::int64_t rows_swept = 0;         // rows times sweeps
  std::int64_t stream_cycles = 0;      // issue slots of the engine: C_stream
  std::int64_t roofline_cycles = 0;    // the largest of C_stream, load and store cycles, all without waiting
  std::int64_t pass_stall_cycles = 0;  // cycles in which a pass waits for the one before
};

// Whether a sweep command continues the one before, and is continued (SweepCommand).
struct ChainLinks {
  bool above = false;
  bool below = false;
};

// Class and direction of a tile.
struct TileKind {
  TileClass tile_class = TileClass::local;
  bool backward = false;
};

// The position of a block among those of its step that run one behind another: on the same rank or, where strips come
// one after another (sequential schedule, stages), on the same strip. It matters because no sweep runs beside the first
// load and the last store.
enum class StepPlace { first, middle, last, only };

// "first", "middle", "last", "only".
const char* name_of(StepPlace place);

// The place of block `index`, from 0, among `count`.
StepPlace place_in_step(std::int64_t index, std::int64_t count);

// Everything that decides the cost of a block on one device: blocks with equal values form a class
// (sim/app/report/classes.hpp). A field without a value has no meaning for the block, or is unknown.
struct BlockClass {
  std::int64_t rows = 0;  // loaded; overlapped rows and halo rows (VSDA: shadow edges) included
  std::int64_t cols = 0;
  std::int64_t niter = 0;
  std::optional<std::int64_t> keep;  // rows written back; a tile keeps no whole rows
  std::optional<ChainLinks> chain;   // no value: a tile
  std::optional<TileKind> tile;      // no value: not a tile
  std::optional<StepPlace> place;    // no value: a C client, whose steps are unknown
};

// Words for a block in text for people.
struct BlockWords {
  const char* noun;                 // "block", "tile"
  const char* nouns;                // "blocks", "tiles"
  std::string kind;                 // "send"; empty: there is only one kind
  const char* direction;            // "forward", "backward"; empty: there is only one
  const char* column;               // title of the table column beside the shape, "keep" or "class"
  std::string cell;                 // its value for this block
  bool middle_goes_without_saying;  // the place "middle" is not named
};
BlockWords words_of(const BlockClass& shape);

// The class without links, direction and place, for which the table has no columns.
BlockClass table_line_of(BlockClass shape);

// Whether its passes stream through the device row by row.
bool is_streamed(const BlockClass& shape);
// The number of a device's lanes that work on it.
std::int64_t lanes_of(const BlockClass& shape, std::int64_t lanes);

// The counts of a block, or of many together.
struct BlockCounts {
  CycleCounts cycles;
  TrafficCounts traffic;
  BlockLimits limits;
};

// One block as one rank ran it.
struct BlockRecord : BlockClass, BlockCounts {
  std::int64_t rank = 0;
  std::optional<std::int64_t> step;    // interval, from 0; for tiles a group of sweeps in one direction
  std::optional<std::int64_t> strip;   // global number of the strip; blocked distribution: the rank; tiles: no value
  std::int64_t block = 0;              // position in the step of its strip, or of its rank, from 0
  std::optional<std::int64_t> before;  // rows loaded north of the kept ones; negative: they came with the block before
  std::optional<std::int64_t> after;   // rows loaded south of the kept ones
};

// Orders by step, rank, strip, block: the order in which a report lists them. Records without a step come first.
bool operator<(const BlockRecord& a, const BlockRecord& b);

}  // namespace stencil
