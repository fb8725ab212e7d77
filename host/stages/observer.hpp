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
  // A copy was posted, or made.
  virtual void copied(const StageCopy& /*copy*/) {}
  // A datum is about to lose its place on the device, with rows that are right there alone still to be copied.
  virtual void leaves_device(const SharedDatum& /*datum*/) {}
  // The stage has run, and its data are marked.
  virtual void ended(const Stage& /*stage*/) {}
};

}  // namespace stencil
