// Steps of a strip without neighbours, joined: the first blocks of a step are loaded while the last ones of the step
// before are swept and stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/jacobi/itstep.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// After so many blocks the steps go on when the device has nothing left to do: what it and those that watch it remember
// of calls since then stays small.
constexpr std::int64_t blocks_between_drains = 4096;

// Makes `iterations` sweeps over the strip in steps of scheme.interval, of which the last may be shorter: the bits are
// those of itstep() for each of them. Each step is cut as plan_strip() does it, and all of them move as one list of
// calls (Schedule::joined).
//
// A step's blocks are told when all its results are in the host's array and none of the next step's: first those
// after_block(), then after_wait(), then before_step() of the next. before_block() comes as in itstep(), for the first
// block of a step before that. BlockRun: position and positions are those among all blocks since the device was idle.
//
// Cycles and bytes as itstep(); the first block of a step begins where the sweep of the last one before ends.
//
// Throws, before any data moves, ArgumentError as itstep() for each of the steps, for iterations < 1 and for another
// schedule; DeviceError from the device. observer may be null.
void itsteps(Accelerator& device, const StripArrays& strip, const SweepWeights& weights, const BlockScheme& scheme,
             std::int64_t iterations, BlockObserver* observer);

}  // namespace stencil
#pragma GCC visibility pop
