// Checks each of the steps of stencil_steps_begin against golden sweeps, while the steps after it are under way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/c/steps/step_info.hpp"
#include "host/jacobi/itstep.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Told by the thread that makes the steps; begins(), verdict() and steps() are called while it does not run.
class JoinedWatch final : public BlockObserver {
 public:
  // first: its arrays stay until the last step has ended.
  void begins(const StepInfo& first) { first_ = first; }
  void before_step(std::int64_t step, std::int64_t niter) override;
  void after_block(const BlockRun& run) override;

  // Located as by StepWatch.
  const Verdict& verdict() const { return verdict_; }
  std::int64_t steps() const { return steps_; }

 private:
  StepInfo first_;
  std::int64_t number_ = 0;  // of the step whose blocks come
  std::int64_t niter_ = 0;
  std::int64_t steps_ = 0;
  std::vector<double> expected_;  // after it
  Verdict verdict_;
};

}  // namespace stencil
