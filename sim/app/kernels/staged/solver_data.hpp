// The data of the staged solver: strips, weights, the largest change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "models/jacobi.hpp"
#include "sim/app/kernels/staged/device_change.hpp"
#include "sim/app/kernels/staged/device_sweeps.hpp"
#include "sim/app/kernels/staged/strip_data.hpp"

namespace stencil {

struct SolverData {
  // f, r: the rank's memory, as Strip::at says; both must stay where they are.
  SolverData(Accelerator& accelerator, const std::vector<Strip>& strips, std::int64_t cols, const SweepWeights& numbers,
             double* f, double* r);

  // What every sweep reads beside f and r, on whichever side.
  std::vector<Access> weight_reads();
  std::vector<SharedDatum*> all();

  DeviceMemory memory;
  ResidentStrips strips;
  SweepWeights weights;
  std::vector<std::unique_ptr<SharedVar>> shared_weights;  // each of them in its register
  DeviceChange change;
  DeviceSweeps sweeps;
  StageLedger ledger;
  std::int64_t niter = 0;  // of the step that runs
};

}  // namespace stencil
