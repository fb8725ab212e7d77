// The general five-point kernel of a run: the weighted sum of a point and its four neighbours, with six numbers given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/app/kernels/sweeps/sweep_kernel.hpp"

namespace stencil {

class FivePointKernel final : public SweepKernel {
 public:
  std::unique_ptr<Kernel> copy() const override { return std::make_unique<FivePointKernel>(*this); }
  const char* name() const override { return "five-point"; }
  const char* about() const override { return "a weighted sum of a point and its neighbours, less r"; }
  std::vector<OptionGroup> option_groups() const override;
  const char* why_not(const std::string& option) const override;
  void check(const RunOptions& run) const override;
  void describe(ReportProblem& problem) const override;
  SweepWeights weights(std::int64_t /*rows*/, std::int64_t /*cols*/) const override { return coefficients; }
  std::int64_t flops() const override { return 11; }
  std::vector<std::string> uneven_words() const override { return {"--coefficients", "0.5,0.75,1.25,1.5,-0.125,0.21"}; }

  // Default: the average of the four neighbours, less a quarter of r.
  FivePointWeights coefficients{1.0, 1.0, 1.0, 1.0, 0.0, 0.25};
};

// "aN,aS,aW,aE,aC,beta": six finite numbers, described with the fewest digits that read back as the same numbers.
FivePointWeights parse_coefficients(const std::string& text);  // Throws ArgumentError.
std::string describe(const FivePointWeights& coefficients);

}  // namespace stencil
