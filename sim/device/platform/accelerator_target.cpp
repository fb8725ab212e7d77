// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/accelerator_target.hpp"

#include <cstring>

#include "sim/device/platform/refusal.hpp"
#include "sim/device/platform/transaction.hpp"

namespace stencil {

AcceleratorTarget::AcceleratorTarget(sc_core::sc_module_name name, std::unique_ptr<Device> device,
                                     const sc_core::sc_time& clock_period)
    : sc_module(name), data("data"), registers("registers"), device_(std::move(device)), clock_period_(clock_period) {
  data.register_b_transport(this, &AcceleratorTarget::transport_data);
  registers.register_b_transport(this, &AcceleratorTarget::transport_register);
}

void AcceleratorTarget::run(const WaitFor& wait, sc_core::sc_time& delay) {
  const std::int64_t began = device_.now();
  device_.run(wait);
  delay += clock_period_ * static_cast<double>(device_.now() - began);
}

bool AcceleratorTarget::serve_wait(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  if (transaction.get_command() != tlm::TLM_IGNORE_COMMAND) return false;
  const Wait* wait = transaction.get_extension<Wait>();
  if (!wait) {
    transaction.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return true;
  }
  WaitFor what = *wait;
  what.bursts = true;
  run(what, delay);
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  return true;
}

void AcceleratorTarget::transport_data(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  if (serve_wait(transaction, delay)) return;
  if (observer_ != nullptr) observer_->handed(HandedTo::target, handed_bytes(transaction));
  const std::uint64_t address = transaction.get_address();
  const std::int64_t length = transaction.get_data_length();
  auto* posted = transaction.get_extension<Posted>();
  if (const auto refusal = refusal_of(address, length, device_.data_bits() / 8)) {
    if (posted) posted->refused = refusal->text;
    return transaction.set_response_status(refusal->status);
  }

  Burst burst;
  burst.to_device = transaction.is_write();
  burst.address = address;
  burst.host = transaction.get_data_ptr();
  burst.length_words = length / 8;
  if (posted) {
    burst.latency_cycles = posted->latency_cycles;
    burst.after = posted->after;
  }
  if (observer_ != nullptr)
    observer_->handed(HandedTo::device, {burst.to_device, burst.address, burst.host, 8 * burst.length_words});
  device_.post(burst);
  if (!posted) {
    WaitFor what;
    what.bursts = true;
    run(what, delay);
  }
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
}

void AcceleratorTarget::transport_register(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  if (serve_wait(transaction, delay)) return;
  const std::uint64_t address = transaction.get_address();
  if (address % 8 != 0 || address >= 4096) return transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (transaction.get_data_length() != 8) return transaction.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);

  const Posted* posted = transaction.get_extension<Posted>();
  const PostedAfter after = posted ? posted->after : PostedAfter{};
  auto* value = reinterpret_cast<std::uint64_t*>(transaction.get_data_ptr());
  if (observer_ != nullptr && transaction.is_write()) observer_->register_written(HandedTo::target, address, *value);
  if (transaction.is_write())
    write_register(static_cast<std::uint32_t>(address), *value, after);
  else
    device_.post_register_read(static_cast<std::uint32_t>(address), value, after);
  if (!posted) run(WaitFor{}, delay);
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
}

void AcceleratorTarget::write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
  if (observer_ != nullptr) observer_->register_written(HandedTo::device, address, value);
  device_.post_register_write(address, value, after);
}

}  // namespace stencil
