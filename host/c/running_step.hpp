// The step of this process that is in flight: packed, swept by a thread of its own, unpacked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "host/c/row_steps.hpp"
#include "step.h"

namespace stencil {

// Each throws ArgumentError for wrong arguments, before anything moves; wait_for_step() DeviceError from the device.
void begin_step(const GivenSweeps& given, const GivenBlocks& blocks);
void begin_strips(const GivenSweeps& given, const GivenBlocks& blocks);
void begin_joined_steps(const GivenSweeps& given, std::int64_t iterations, const GivenBlocks& blocks);
void begin_joined_step(const GivenSweeps& given, std::int64_t iterations, const GivenBlocks& blocks);
void begin_resident_step(const GivenSweeps& given, std::int64_t steps);
void wait_for_step();
// Within a step of a part that stays in the device, before wait_for_step(): the rows that the neighbour above holds.
void wait_for_edge();

// Whether it is the name of the kernel whose sweeps go over tiles, and its begin_step(), collective over
// comm_of_tiles(). That throws ArgumentError where this rank alone is wrong; begin_tiled_step() AgreedError, or
// ArgumentError where MPI does not run.
bool is_tiles_kernel(const char* kernel);
MPI_Comm comm_of_tiles(const stencil_part* part);
void begin_tiled_step(const stencil_part* part, std::int64_t sweeps, const GivenBlocks& blocks);

// "a step of stencil_step_begin is still in flight ..."; empty: none is in flight, and no part stays in the device.
std::string describe_step_in_flight();

// As if the process had just begun; waits for a step in flight. For tests.
void reset_steps();

}  // namespace stencil
