// The step of this process that is in flight: packed, swept by a thread of its own, unpacked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "host/c/steps/step_choice.hpp"
#include "step.h"

namespace stencil {

// Both throw ArgumentError for wrong arguments and DeviceError from the device; begin_step() before anything moves.
void begin_step(const stencil_part* part, const char* kernel, const double* weights, std::int64_t sweeps,
                const GivenBlocks& blocks);
void wait_for_step();

// Whether it is the name of the kernel whose sweeps go over tiles, and its begin_step(), collective over
// comm_of_tiles(). That throws ArgumentError where this rank alone is wrong; begin_tiled_step() AgreedError, or
// ArgumentError where MPI does not run.
bool is_tiles_kernel(const char* kernel);
MPI_Comm comm_of_tiles(const stencil_part* part);
void begin_tiled_step(const stencil_part* part, std::int64_t sweeps, const GivenBlocks& blocks);

// "a step of stencil_step_begin was not waited for ..."; empty: none is in flight.
std::string describe_step_in_flight();

// Predicts cycles for steps that the library schedules. Without a maker it predicts none.
void set_dry_accelerator_maker(DryMaker maker);

// As if the process had just begun; waits for a step in flight. For tests.
void reset_steps();

}  // namespace stencil
