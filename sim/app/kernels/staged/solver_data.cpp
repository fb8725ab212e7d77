// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/solver_data.hpp"

namespace stencil {

SolverData::SolverData(Accelerator& accelerator, const std::vector<Strip>& strips_, std::int64_t cols,
                       const SweepWeights& numbers, double* f, double* r)
    : memory(accelerator),
      strips(memory, strips_, cols, f, r),
      weights(numbers),
      change(memory),
      sweeps(accelerator, weights) {
  for_each_weight(weights, [this](Weight weight, double& value) {
    shared_weights.push_back(std::make_unique<SharedVar>(memory, weight, value));
  });
  for (const SharedDatum* datum : all()) ledger.join(*datum);
}

std::vector<Access> SolverData::weight_reads() {
  std::vector<Access> accesses;
  for (const auto& weight : shared_weights) accesses.push_back(reads(*weight));
  return accesses;
}

std::vector<SharedDatum*> SolverData::all() {
  std::vector<SharedDatum*> data;
  for (const StripData& strip : strips.all()) data.push_back(strip.f.get());
  for (const StripData& strip : strips.all()) data.push_back(strip.r.get());
  for (const auto& weight : shared_weights) data.push_back(weight.get());
  data.push_back(&change);
  return data;
}

}  // namespace stencil
