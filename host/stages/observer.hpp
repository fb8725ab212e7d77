// An observer of running stages and of the copies made for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/stages/stage.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// One copy for a stage, a flush or a change of places.
struct StageCopy {
  const SharedDatum* datum = nullptr;
  Side to = Side::host;
  RowRange rows;
  std::int64_t bytes = 0;
  bool flushed = false;  // by flush(), not for a stage
};

class StageObserver {
 public:
  virtual ~StageObserver() = default;
  // Whether runStages() may copy rows for a stage while the one before it runs. An observer that looks at data while
  // stages run must not let it.
  [[nodiscard]] virtual bool allows_copies_ahead() const { return true; }
  // Before runStage copies anything for the stage.
  virtual void begins(const Stage& /*stage*/) {}
  // A copy has arrived.
  virtual void copied(const StageCopy& /*copy*/) {}
  // A datum loses its place on the device; rows that were right there alone have been copied.
  virtual void leaves_device(const SharedDatum& /*datum*/) {}
  // After the copies, before the call of the stage's function.
  virtual void runs(const Stage& /*stage*/) {}
  // After the function has returned or thrown, before validity is marked. If this throws after a return, the stage has
  // failed.
  virtual void ran(const Stage& /*stage*/, bool /*threw*/) {}
  // After the stage has run and validity is marked.
  virtual void ended(const Stage& /*stage*/) {}
  // was_run: the stage threw, and validity is marked. Otherwise: a copy that it needed did not arrive, so it did not
  // run.
  virtual void failed(const Stage& /*stage*/, bool /*was_run*/) {}
};

}  // namespace stencil
#pragma GCC visibility pop
