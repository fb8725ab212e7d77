// A kernel of streaming sweeps: with any point operator, the domain is cut into strips and blocks in the same way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/sweeps/options.hpp"
#include "sim/app/run/kernel.hpp"

namespace stencil {

class SweepKernel : public Kernel {
 public:
  // The weights of the point operator in a domain of rows x cols.
  virtual SweepWeights weights(std::int64_t rows, std::int64_t cols) const = 0;
  virtual std::int64_t flops() const = 0;  // per point and sweep
  // The options that give its numbers, as words of a command, each with a space before it.
  virtual std::string number_words() const { return ""; }
  // Options and values that give it numbers of which no two are alike, for random cases.
  virtual std::vector<std::string> uneven_words() const { return {}; }

  bool has_rhs() const override { return true; }
  // A derived kernel with options of its own checks and describes them after these.
  void check(const RunOptions& /*run*/) const override { check_sweep_options(options); }
  // Those of stages stay on the device.
  bool compares_blocks() const override { return !options.place; }
  void describe(ReportProblem& problem) const override;
  void settle(const Report& report) override;
  void check_given(const Command& given) const override;
  std::unique_ptr<Session> make_session(MPI_Comm communicator, const RunOptions& run,
                                        const ProblemFiles& files) const override;

  SweepOptions options;
};

}  // namespace stencil
