// Carries out stages, with the copies they need and no others (Centaur, runStage).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/stages/observer.hpp"

namespace stencil {

// Lets the stage choose its side, copies what its parts need and their sides have not, runs it, and marks what it
// wrote: right on the side of the part, wrong on the other. A copy leaves both sides right, when it has arrived. Where
// nothing is to be copied it costs a look at the validity of each access; otherwise O(ranges touched) beside the copies
// themselves. The stage runs when no copy is under way any more.
//
// Throws ArgumentError, before anything is copied or loses its place, when rows are needed that are right on neither
// side, naming stage, datum and rows, and when two data of the stage want the same place. What a copy throws passes
// through: what had arrived by then is right, nothing else is, and the stage can be run again. What the stage's
// function throws passes through too: what it was to write is then wrong where it ran; the other side has what it had,
// so that the stage can be run there, or again.
//
// A stage may run others in its function, on the same thread, with the same data as long as all of them only read
// there. Throws ArgumentError, before anything is copied, where one of them writes rows that another one names, or
// takes its place on the device, and for a stage that is running already.
//
// Threads: a stage and the data it names belong to one thread at a time, and so do all data of one DeviceMemory, their
// slots and the observer; whoever hands them on synchronizes. Threads that have nothing of that in common may run
// stages at the same time, and make and destroy stages that name a datum of another thread.
void runStage(Stage& stage, StageObserver* observer = nullptr);

// As published.
inline void runStage(Stage* stage) {
  runStage(*stage);
}

// Brings all rows to the host that are right on the device alone; rows right nowhere stay so. What a copy throws passes
// through; rows that have not arrived are not right, and the next flush brings them.
// Throws ArgumentError, before anything is copied, within a stage that writes rows to be brought.
void flush(SharedDatum& datum, StageObserver* observer = nullptr);

}  // namespace stencil
