// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/solver_data.hpp"

namespace stencil {

SolverData::SolverData(Accelerator& accelerator, const std::vector<Strip>& strips_, std::int64_t cols,
                       const JacobiWeights& numbers, double* f, double* r)
    : memory(accelerator),
      strips(memory, strips_, cols, f, r),
      weights(numbers),
      rdx2(memory, Weight::rdx2, weights.rdx2),
      rdy2(memory, Weight::rdy2, weights.rdy2),
      beta(memory, Weight::beta, weights.beta),
      change(memory),
      sweeps(accelerator) {
  for (const SharedDatum* datum : all()) ledger.join(*datum);
}

std::vector<Access> SolverData::weight_reads() {
  return {reads(rdx2), reads(rdy2), reads(beta)};
}

std::vector<SharedDatum*> SolverData::all() {
  std::vector<SharedDatum*> data;
  for (const StripData& strip : strips.all()) data.push_back(strip.f.get());
  for (const StripData& strip : strips.all()) data.push_back(strip.r.get());
  for (SharedDatum* datum : {static_cast<SharedDatum*>(&rdx2), static_cast<SharedDatum*>(&rdy2),
                             static_cast<SharedDatum*>(&beta), static_cast<SharedDatum*>(&change)}) {
    data.push_back(datum);
  }
  return data;
}

}  // namespace stencil
