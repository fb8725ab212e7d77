// Runs a list of stages, and copies what the next one reads while one runs (Centaur's list of stages).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/stages/run_stage.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Runs the stages one after another, as runStage() does each, with the same results, copies and errors. But rows that
// the next stage reads are copied beside a stage, as soon as its function has posted a command to their device, where
// that can change nothing else: of arrays (SharedArray) of which the stage changes no row, whose place, if they take
// turns, the stage does not need, and where the next stage keeps its side (Stage::keeps_its_side). Rows of an array
// that gives its place up are sent home meanwhile. An observer hears of these copies when the next stage has begun.
//
// A function that accesses registers of its device between a command and a wait() is refused, as without this. One that
// runs other stages, or flushes, ends the copies first; should it then change rows that were copied for the next stage,
// these are copied again. A stage that runs inside the function of another looks ahead no further, and none does for an
// observer that does not allow it (StageObserver::allows_copies_ahead).
//
// When a stage fails, copies beside it may have been made in vain. Where the device fails, rows on their way home are
// right nowhere, and stages that need them are refused.
void runStages(const std::vector<Stage*>& stages, StageObserver* observer = nullptr);

// As published lists are: a null pointer ends it.
void runStages(Stage* const* stages, StageObserver* observer = nullptr);

}  // namespace stencil
#pragma GCC visibility pop
