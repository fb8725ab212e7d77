// Watches stages run and data move.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/stages/stage.hpp"

namespace stencil {

// One copy that a stage, a flush or a change of places made necessary.
struct StageCopy {
  const SharedDatum* datum = nullptr;
  Side to = Side::host;
  RowRange rows;
  std::int64_t bytes = 0;
};

class StageObserver {
 public:
  virtual ~StageObserver() = default;
  // The stage is about to bring its data, and has not copied anything.
  virtual void begins(const Stage& /*stage*/) {}
  // A copy has arrived.
  virtual void copied(const StageCopy& /*copy*/) {}
  // A datum loses its place on the device; rows that were right there alone have been copied.
  virtual void leaves_device(const SharedDatum& /*datum*/) {}
  // All data are there, and the function of the stage is about to be called.
  virtual void runs(const Stage& /*stage*/) {}
  // It has returned, or thrown; nothing is marked yet. What this throws after a return is a failure of the stage.
  virtual void ran(const Stage& /*stage*/, bool /*threw*/) {}
  // The stage has run, and its data are marked.
  virtual void ended(const Stage& /*stage*/) {}
  // The stage threw, and its data are marked; or a copy that it needed did not arrive, and it was not run.
  virtual void failed(const Stage& /*stage*/, bool /*was_run*/) {}
};

}  // namespace stencil
