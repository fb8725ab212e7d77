// Runs stages, with the copies they need and no others (Centaur, runStage).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/stages/observer.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Lets the stage choose its side, copies the rows that its parts need and their sides lack, waits for the copies, runs
// the stage, and marks the rows it wrote: right on the side of the part, wrong on the other. A row that has been copied
// is right on both sides. Where nothing is to be copied this takes one look at the validity of each access; otherwise
// O(ranges touched) time beside the copies.
//
// Throws ArgumentError, before it copies anything, if the stage needs rows that are right on neither side, naming
// stage, datum and rows, if two data of the stage need the same place, or enter the device without naming theirs
// (SharedDatum::shared_place), or if rows are marked right on the device of a datum that is not there. Errors of a copy
// pass through: rows that had arrived are right, others are not, and the stage can be run again. Errors of the stage's
// function pass through too: rows that it writes are then wrong on its side and unchanged on the other. So the stage
// can be run there, or again, if all rows that it reads are still right on one side. They need not be: an update of
// rows that were right only where it failed has no old values, and the second run is refused, naming the rows, until a
// stage writes them anew.
//
// The function of a stage may run other stages on the same thread, also on the same rows as long as all of them only
// read those. Throws ArgumentError, before it copies anything, if one of them writes rows that another one names, or
// needs its place on the device, and for a stage that is already running.
//
// Threads: a stage and the data it names must belong to one thread at a time, and so must all data on one accelerator,
// their memories and slots, and the observer; threads must synchronize to hand them over. Threads that share none of
// them may run stages at the same time, and may make and destroy stages that name a datum of another thread.
void runStage(Stage& stage, StageObserver* observer = nullptr);

// As published.
inline void runStage(Stage* stage) {
  runStage(*stage);
}

// Copies all rows to the host that are right only on the device; rows right nowhere stay so. Errors of a copy pass
// through; rows that have not arrived are not right, and the next flush copies them.
// Throws ArgumentError, before it copies anything, inside a stage that writes rows to be copied.
void flush(SharedDatum& datum, StageObserver* observer = nullptr);

}  // namespace stencil
#pragma GCC visibility pop
