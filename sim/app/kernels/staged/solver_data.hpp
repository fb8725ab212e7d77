// The data of the staged solver: strips, weights, the largest change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/datum.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/device_memory.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "models/jacobi.hpp"
#include "sim/app/kernels/staged/device_sweeps.hpp"
#include "sim/app/kernels/staged/strip_data.hpp"

namespace stencil {

// The device's largest change as a datum: read from a register, made by sweeps.
class DeviceChange final : public SharedDatum {
 public:
  explicit DeviceChange(DeviceMemory& memory) : SharedDatum("change", Contents::none), memory_(memory) {}

  // On the host, where that is right.
  double value() const { return value_; }
  void set_value(double value) { value_ = value; }

  void copyToDevice() override { throw ArgumentError("change: made by the device, must not be copied to it"); }
  void copyFromDevice() override {
    memory_.settle();
    value_ = memory_.device().change();
  }
  std::int64_t bytes(const RowRange& rows) const override {
    return rows.rows() * static_cast<std::int64_t>(sizeof(double));
  }

 private:
  DeviceMemory& memory_;
  double value_ = 0.0;
};

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
