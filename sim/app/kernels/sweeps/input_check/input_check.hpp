// Compares what the accelerator of a rank is given with the golden field before each step.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "host/arrays/strips/strips.hpp"
#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/kernels/sweeps/input_check/golden_field.hpp"

namespace stencil {

// Holds the whole domain: for a run that went wrong.
class InputCheck {
 public:
  using Places = std::function<std::optional<CapsulePlace>(std::int64_t step, std::int64_t block)>;

  // All outlive this. Throws as ProblemSource::read_rows.
  InputCheck(const ProblemSource& source, const SweepWeights& weights, const Steps& steps, const Strips& strips);

  // The first row of a load that differs; rows that the rank owns before others. Calls come in the order of steps.
  std::optional<WrongRow> wrong_load(const Capsule& calls, const Places& place_of);
  // After the last step: f has the rows of a rank's strip.
  std::optional<WrongRow> wrong_result(const Strip& strip, const double* f);

 private:
  std::optional<WrongRow> compare(const CapsuleCall& load, const CapsulePlace& place) const;

  GoldenField golden_;
  const Steps& steps_;
  const Strips& strips_;
};

}  // namespace stencil
