// A kernel of streaming sweeps: whatever its point operator, it is cut into strips and blocks and swept alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/sweeps/options.hpp"
#include "sim/app/run/kernel.hpp"

namespace stencil {

class SweepKernel : public Kernel {
 public:
  // What a point is made of in a domain of rows x cols.
  virtual SweepWeights weights(std::int64_t rows, std::int64_t cols) const = 0;
  virtual std::int64_t flops() const = 0;  // of a point

  bool has_rhs() const override { return true; }
  // A kernel with options of its own checks and describes them after these.
  void check(const RunOptions& run) const override { check_sweep_options(options, run.check); }
  // Those of stages stay on the device.
  bool compares_blocks() const override { return !options.place; }
  void describe(ReportProblem& problem) const override;
  void check_given(const Command& given) const override;
  std::unique_ptr<Session> make_session(MPI_Comm communicator, const RunOptions& run, const ProblemFiles& files,
                                        const DeviceMaker& make_device) const override;

  SweepOptions options;
};

}  // namespace stencil
