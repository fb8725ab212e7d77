// One double on the host and in a register of the device (Centaur, SharedVar).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/stages/datum.hpp"
#include "host/stages/memory/device_memory.hpp"
#include "host/stages/memory/host_claim.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Centaur names a variable of the device by a symbol; here the symbols are the registers for weights.
class SharedVar : public SharedDatum {
 public:
  // Throws ArgumentError if another datum has the register, or the variable (HostClaim).
  SharedVar(DeviceMemory& memory, Weight symbol, double& variable, Contents contents = Contents::host);
  // symbol: one of weight_names ("rdx2", "rdy2", "beta", ...); throws ArgumentError for another one.
  SharedVar(DeviceMemory& memory, const std::string& symbol, double& variable, Contents contents = Contents::host);

  void copyToDevice() override;
  void copyFromDevice() override;
  std::int64_t bytes(const RowRange& rows) const override {
    return rows.rows() * static_cast<std::int64_t>(sizeof(double));
  }
  std::int64_t words_per_row() const override { return 1; }
  void peek(Side side, const RowRange& rows, double* words) override;
  void poke(Side side, const RowRange& rows, const double* words) override;

 private:
  DeviceMemory& memory_;
  Weight symbol_;
  double& variable_;
  DeviceClaim device_claim_;
  HostClaim host_claim_;
};

}  // namespace stencil
#pragma GCC visibility pop
