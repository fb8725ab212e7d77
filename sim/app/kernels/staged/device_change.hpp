// The device's largest change as a datum: read from a register, made by sweeps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/errors.hpp"
#include "host/stages/datum.hpp"
#include "host/stages/memory/device_memory.hpp"

namespace stencil {

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

}  // namespace stencil
