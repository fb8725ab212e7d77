// Looks for a call that the platform did not make as the host gave it: in a run that is made again, or in a capsule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/capsule/capture.hpp"
#include "sim/app/divergence/platform_fault.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// Makes what `maker` makes, watched. watch outlives the device.
AcceleratorMaker watched(const AcceleratorMaker& maker, PlatformWatch& watch);

// Of a capsule, whose calls are made once more on a new device of `machine`; null: the platform made all of them right.
Json platform_fault_of(const Capsule& capsule, const AcceleratorOptions& machine, const AcceleratorMaker& maker);

// Collective: the earliest of what the ranks found, by step, then rank; null: none found any, or the first wrong call
// of the accelerators, in step `wrong_call` of this rank, came in a step before.
Json earliest_platform_fault(MPI_Comm communicator, const PlatformWatch& watch, const BlockPlaces& place_of,
                             std::optional<std::int64_t> wrong_call);
// The same of calls whose order the host has left open.
Json earliest_unordered_calls(MPI_Comm communicator, const PlatformWatch& watch, const BlockPlaces& place_of,
                              std::optional<std::int64_t> wrong_call);

}  // namespace stencil
