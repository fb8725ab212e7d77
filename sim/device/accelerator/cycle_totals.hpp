// The totals of a device and of the timing model beside it, since counting began.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/count_fields.hpp"
#include "sim/device/accelerator/audit.hpp"
#include "sim/device/model/device_timing.hpp"

namespace stencil {

// Counting begins after the capabilities were read and the device's own counters cleared.
class CycleTotals {
 public:
  CycleTotals() = default;
  CycleTotals(const CountersCleared& cleared, const DeviceTiming& model);

  const CountersCleared& cleared() const { return cleared_; }
  CycleCounts at(const DeviceCounts& device, const DeviceCounts& model, std::int64_t ideal) const;
  // The cycles of the ports, by the timing model.
  DmaCycles dma(const DeviceTiming& model) const;

 private:
  CountersCleared cleared_;
  DeviceCounts model_start_;
  DmaCycles dma_start_;
};

}  // namespace stencil
