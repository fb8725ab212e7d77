// One block as a report lists it: what it was, where it stood, what it cost.
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
  std::int64_t roofline_cycles = 0;    // the largest of C_stream, load and store, with nothing in anybody's way
  std::int64_t pass_stall_cycles = 0;  // passes that wait for the one before
};

// Whether a sweep command continues the one before, and is continued (SweepCommand).
struct ChainLinks {
  bool above = false;
  bool below = false;
};

// What a Gauss-Seidel tile is beyond a block.
struct TileKind {
  TileClass tile_class = TileClass::local;
  bool backward = false;
};

// Where a block stands among those of its step on the same strip or, of tiles, on the same rank: the first load and
// the last store have no sweep beside them.
enum class StepPlace { first, middle, last, only };

// "first", "middle", "last", "only".
const char* name_of(StepPlace place);

// Of block `index`, from 0, of `count`.
StepPlace place_in_step(std::int64_t index, std::int64_t count);

// What makes a block cost what it costs on one device: blocks alike in it form a class (sim/app/report/classes.hpp).
// A field without a value is one that has no meaning for the block, or that the program could not tell.
struct BlockClass {
  std::int64_t rows = 0;  // loaded; overlaps and shadows included
  std::int64_t cols = 0;
  std::int64_t niter = 0;
  std::optional<std::int64_t> keep;  // rows written back; a tile keeps no whole rows
  std::optional<ChainLinks> chain;   // none: a tile
  std::optional<TileKind> tile;      // none: not a tile
  std::optional<StepPlace> place;    // none: a C client does not say where a step ends
};

// How people are told what a block is.
struct BlockWords {
  const char* noun;                 // "block", "tile"
  const char* nouns;                // "blocks", "tiles"
  std::string kind;                 // "send"; empty: there is one kind only
  const char* direction;            // "forward", "backward"; empty: there is one only
  const char* column;               // of a table: what it has beside the shape, "keep" or "class"
  std::string cell;                 // there
  bool middle_goes_without_saying;  // of its places
};
BlockWords words_of(const BlockClass& shape);

// As far as a table tells classes apart that has no column for links, direction and place.
BlockClass table_line_of(BlockClass shape);

// Whether its passes stream through the device row by row.
bool is_streamed(const BlockClass& shape);
// Lanes that work on it, of a device's.
std::int64_t lanes_of(const BlockClass& shape, std::int64_t lanes);

// What is counted of a block, or of many together.
struct BlockCounts {
  CycleCounts cycles;
  TrafficCounts traffic;
  BlockLimits limits;
};

// One block as one rank ran it.
struct BlockRecord : BlockClass, BlockCounts {
  std::int64_t rank = 0;
  std::optional<std::int64_t> step;   // exchange interval, from 0; of tiles: a group of sweeps in one direction
  std::optional<std::int64_t> strip;  // global number of the strip of rows; blocked distribution: the rank; tiles: none
  std::int64_t block = 0;             // position in the step of its strip, or of its rank, from 0
  std::optional<std::int64_t> before;  // rows loaded above the kept ones; below 0: they came with the block before
  std::optional<std::int64_t> after;   // rows loaded below the kept ones
};

// Orders by step, rank, strip, block: the order in which a report lists them. Records without a step come first.
bool operator<(const BlockRecord& a, const BlockRecord& b);

}  // namespace stencil
