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

// The device's largest change as a datum: made by sweeps, read from a register.
class DeviceChange final : public SharedDatum {
 public:
  explicit DeviceChange(DeviceMemory& memory) : SharedDatum("change", Contents::none), memory_(memory) {}

  // The value on the host, if the host's copy is valid.
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
  // f, r: the rank's memory, indexed by Strip::at; neither may move.
  SolverData(Accelerator& accelerator, const std::vector<Strip>& strips, std::int64_t cols, const SweepWeights& numbers,
             double* f, double* r);

  // The data that every sweep reads beside f and r, on either side.
  std::vector<Access> weight_reads();
  std::vector<SharedDatum*> all();

  DeviceMemory memory;
  ResidentStrips strips;
  SweepWeights weights;
  std::vector<std::unique_ptr<SharedVar>> shared_weights;  // each in a register of the device
  DeviceChange change;
  DeviceSweeps sweeps;
  StageLedger ledger;
  std::int64_t niter = 0;  // sweeps of the current step
};

}  // namespace stencil
