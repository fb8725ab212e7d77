// A Verilated device that can be inspected.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/device/pins/traced_model.hpp"
#include "sim/device/pins/verilated_device.hpp"

namespace stencil {

template <class V>
class TracedDevice final : public VerilatedDevice<TracedModel<V>> {
 public:
  using VerilatedDevice<TracedModel<V>>::VerilatedDevice;

  void inspect(const Inspection& inspection) override { this->model().inspect(inspection, this->clock()); }
};

}  // namespace stencil
