// Steps of the strips of a rank, joined: the first blocks of a step are loaded while the last ones of the step
// before are swept and stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/jacobi/itstep.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// After so many blocks the steps go on when the device has nothing left to do: what it and those that watch it
// remember of calls since then stays small.
constexpr std::int64_t blocks_between_drains = 4096;

// Makes `iterations` sweeps over the strip in steps of scheme.interval, of which the last may be shorter: the bits are
// those of itstep() for each of them. Each step is cut as plan_strip() does it, and all of them move as one list of
// calls (Schedule::joined).
//
// A step's blocks are reported when all its results are in the host's array and none of the next step's: first those
// after_block(), then after_wait(), then before_step() of the next. before_block() comes as in itstep(), for the first
// block of a step before that. BlockRun: position and positions are those among all blocks since the device was idle.
//
// Cycles and bytes as itstep(); the first block of a step begins where the sweep of the last one before ends.
//
// Throws, before any data moves, ArgumentError as itstep() for each of the steps, for iterations < 1 and for another
// schedule; DeviceError from the device. observer may be null.
void itsteps(Accelerator& device, const StripArrays& strip, const SweepWeights& weights, const BlockScheme& scheme,
             std::int64_t iterations, BlockObserver* observer);

struct HaloStrip {
  StripArrays arrays;
  RowHalo halo;          // rows at its ends that `exchange` sets
  bool follows = false;  // its first own row comes after the last own row of the strip before it in the list
};

// Whether the strips are a whole field, from its first row to its last: each follows the one before, and all halo rows
// are copies of its neighbours' own rows.
[[nodiscard]] bool are_whole_field(const std::vector<HaloStrip>& strips);

// The same for strips whose halo rows travel between steps; those of a rank, whose neighbours may be its own or those
// of other ranks. exchange(step) comes, before each step but the first, when all results of the step before are in the
// host's arrays, after after_wait() and before before_step(). It sets the halo rows and changes no other row.
// Meanwhile the device loads r and rows of its own for the first blocks of the step, and so it does beside the last
// sweep and store: what a step waits for is the last store, the exchange and the first halo rows. A step of a whole
// field waits for none of these: its first two blocks take their halo rows from the strips that own them, so `exchange`
// must set each halo row to its owner's. Without strips the exchanges alone are made. Throws ArgumentError also for
// strips that differ in cols, halo rows that leave a strip no row of its own, and where exchange is empty.
void itsteps(Accelerator& device, const std::vector<HaloStrip>& strips, const SweepWeights& weights,
             const BlockScheme& scheme, std::int64_t iterations, const StepExchange& exchange, BlockObserver* observer);

}  // namespace stencil
#pragma GCC visibility pop
