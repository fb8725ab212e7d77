// The Jacobi kernel of a run: the weighted average of four neighbours, by the grid spacings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/problem.hpp"
#include "sim/app/kernels/sweeps/sweep_kernel.hpp"

namespace stencil {

class JacobiKernel final : public SweepKernel {
 public:
  std::unique_ptr<Kernel> copy() const override { return std::make_unique<JacobiKernel>(*this); }
  const char* name() const override { return "jacobi"; }
  const char* about() const override { return ""; }
  std::vector<OptionGroup> option_groups() const override;
  void check(const RunOptions& run) const override;
  void settle(const Report& report) override;
  void describe(ReportProblem& problem) const override;
  SweepWeights weights(std::int64_t rows, std::int64_t cols) const override {
    return grid_numbers(rows, cols, grid).weights;
  }
  std::int64_t flops() const override { return 7; }
  std::vector<std::string> uneven_words() const override { return {"--beta", "0.21"}; }

  GridOverrides grid;
};

}  // namespace stencil
