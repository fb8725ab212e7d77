// Commands with the blocks they work on, each loaded before it and stored after it: a capsule that can be cut to size.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

struct ProgramBlock {
  DeviceCommand command;  // weights are its own
  std::vector<double> f;  // rows x cols
  std::vector<double> r;  // of a sweep
};

struct Program {
  std::vector<ProgramBlock> blocks;
  bool overlapped = false;  // the next block is loaded while one is swept; else one call after another
};

// The commands of a capsule with what the golden models have in the buffers before each.
Program program_of(const Capsule& capsule);

// Its calls, expected values included, for the device of `machine`. Throws ArgumentError where no device of its
// capabilities takes them.
Capsule capsule_of(const Program& program, const Capsule& machine);

// Without these rows of a block; without these columns of all blocks; with this many sweeps in all blocks. The parts of
// tiles move with the rows and columns that stay.
void remove_rows(ProgramBlock& block, std::int64_t first, std::int64_t count);
void remove_columns(Program& program, std::int64_t first, std::int64_t count);
void set_sweeps(Program& program, std::int64_t sweeps);

}  // namespace stencil
