// The whole system-on-chip of one rank: host port, DMA, accelerator.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <memory>
#include <tlm>

#include "host/device/accelerator.hpp"
#include "sim/device/platform/accelerator_target.hpp"
#include "sim/device/platform/dma.hpp"

namespace stencil {

class Platform : public sc_core::sc_module {
 public:
  // Host side. Transactions are made from outside the SystemC scheduler; advance() then lets simulated time pass.
  tlm_utils::simple_initiator_socket<Platform> data;
  tlm_utils::simple_initiator_socket<Platform> registers;

  Platform(sc_core::sc_module_name name, std::unique_ptr<Device> device, const LinkOptions& link,
           const sc_core::sc_time& clock_period)
      : sc_module(name),
        data("data"),
        registers("registers"),
        dma_("dma", device->data_bits() / 8, link),
        accelerator_("accelerator", std::move(device), clock_period) {
    data.bind(dma_.host);
    dma_.device.bind(accelerator_.data);
    registers.bind(accelerator_.registers);
    accelerator_.device().set_timing({link.bytes_per_cycle, link.stalls});
  }

  PredictedDevice& device() { return accelerator_.device(); }
  const PredictedDevice& device() const { return accelerator_.device(); }
  Dma& dma() { return dma_; }
  void observe(TransferObserver* observer) {
    dma_.observe(observer);
    accelerator_.observe(observer);
  }

 private:
  Dma dma_;
  AcceleratorTarget accelerator_;
};

}  // namespace stencil
