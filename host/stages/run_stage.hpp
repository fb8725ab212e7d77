// Carries out stages, with the copies they need and no others (seed 002, runStage).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "host/stages/stage.hpp"

namespace stencil {

// One copy that a stage, or a flush, made necessary.
struct StageCopy {
  const SharedDatum* datum = nullptr;
  Side to = Side::host;
  RowRange rows;
  std::int64_t bytes = 0;
};
using CopyListener = std::function<void(const StageCopy&)>;

// Copies what the stage needs and its target has not, runs it there, and marks what it wrote: right on the target,
// wrong on the other side. A copy leaves both sides right. Costs O(ranges touched) beside copies and stage.
// Host functions run when no copy touches the host's memory any more.
// Throws ArgumentError, before anything is copied, when rows are needed that are right on neither side, naming stage,
// datum and rows. What the stage's function throws passes through; what it was to write is then right nowhere.
void runStage(Stage& stage, const CopyListener& copied = {});

// Brings all rows to the host that are right on the device alone; rows right nowhere stay so.
void flush(SharedDatum& datum, const CopyListener& copied = {});

}  // namespace stencil
