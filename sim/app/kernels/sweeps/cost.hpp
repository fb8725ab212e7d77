// Predicts the cost of the blocks of a rank before they run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/scheme.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "host/jacobi/steps/resident.hpp"
#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/run/estimate.hpp"

namespace stencil {

// All steps of one rank: the arguments of itstep.
struct RankWork {
  std::vector<StripArrays> strips;
  SweepWeights weights;
  BlockScheme scheme;
  std::int64_t iterations = 0;
  std::vector<RowHalo> halos;  // one per strip
  bool exchanges = false;      // halo rows travel between steps
  bool whole_field = false;    // the strips are one behind another, all that there are
  bool in_turn = false;        // a resident strip exchanges halo rows with one neighbour after the other

  std::vector<HaloStrip> halo_strips() const {
    std::vector<HaloStrip> all;
    for (std::size_t k = 0; k < strips.size(); ++k) all.push_back({strips[k], halos[k], whole_field && k > 0});
    return all;
  }
  Steps steps() const { return {iterations, scheme.interval}; }
};

// All steps of a rank, joined.
void joined_steps(Accelerator& device, const RankWork& work, std::int64_t iterations, const StepExchange& exchange,
                  BlockObserver* observer);

// A step of a resident strip. In turn: the halo rows below it for the next step come as soon as they may, right when
// the rows for the rank above are there. Returns the device's cycle then, else that of the end.
std::int64_t resident_step(ResidentStrip& strip, Accelerator& device, const RankWork& work, std::int64_t niter,
                           BlockObserver* observer);

// Counts blocks only, for an accelerator without a clock or without a prediction: all cycles are 0.
CostEstimate sweep_cost(const RankWork& work);
// Runs the steps themselves on an accelerator that predicts cycles and moves no data: the first step, the second and
// the last one; those between cost what the second costs. Joined steps: the first three and the last one; those between
// cost what the third costs. Throws what the steps throw.
CostEstimate sweep_cost(const RankWork& work, Accelerator& dry);

}  // namespace stencil
