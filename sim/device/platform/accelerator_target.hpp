// TLM-2.0 target of the accelerator: bursts and register accesses are posted, waiting ticks the device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>
#include <memory>
#include <tlm>

#include "sim/device/contract/transfer_observer.hpp"
#include "sim/device/model/predicted_device.hpp"

namespace stencil {

// data: one AXI4 burst per transaction, addresses as on s_axi. registers: 8 bytes per transaction, addresses as on
// s_axil. Posted transactions return at once; a transaction without Posted, and Wait on either socket, ticks the clock
// until all posts are done and adds the time spent to the delay.
// Answers TLM_ADDRESS_ERROR_RESPONSE or TLM_BURST_ERROR_RESPONSE for transactions that no burst or register access can
// carry out, TLM_COMMAND_ERROR_RESPONSE for TLM_IGNORE_COMMAND without Wait. Throws DeviceError when the device fails.
class AcceleratorTarget : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<AcceleratorTarget> data;
  tlm_utils::simple_target_socket<AcceleratorTarget> registers;

  AcceleratorTarget(sc_core::sc_module_name name, std::unique_ptr<Device> device, const sc_core::sc_time& clock_period);

  PredictedDevice& device() { return device_; }
  const PredictedDevice& device() const { return device_; }
  // Reports every burst and register write from now on; null: none.
  void observe(TransferObserver* observer) { observer_ = observer; }

 private:
  void transport_data(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  void transport_register(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  bool serve_wait(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  void write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after);
  void run(const WaitFor& wait, sc_core::sc_time& delay);

  PredictedDevice device_;
  sc_core::sc_time clock_period_;
  TransferObserver* observer_ = nullptr;
};

}  // namespace stencil
