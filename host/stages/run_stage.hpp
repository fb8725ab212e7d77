// Carries out stages, with the copies they need and no others (Centaur, runStage).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/stages/observer.hpp"

namespace stencil {

// Copies what the parts of the stage need and their sides have not, runs it, and marks what it wrote: right on the side
// of the part, wrong on the other. A copy leaves both sides right. Where nothing is to be copied it costs a look at
// the validity of each access; otherwise O(ranges touched) beside the copies themselves.
// The stage runs when no copy is under way any more.
// Throws ArgumentError, before anything is copied, when rows are needed that are right on neither side, naming stage,
// datum and rows, and when two data of the stage want the same place. What the stage's function throws passes through;
// what it was to write is then right nowhere.
void runStage(Stage& stage, StageObserver* observer = nullptr);

// As published.
inline void runStage(Stage* stage) {
  runStage(*stage);
}

// Brings all rows to the host that are right on the device alone; rows right nowhere stay so.
void flush(SharedDatum& datum, StageObserver* observer = nullptr);

}  // namespace stencil
