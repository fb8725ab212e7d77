// Extensions of the TLM-2.0 generic payload on this platform: posting and waiting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tlm>

#include "sim/device/contract/device.hpp"
#include "sim/device/contract/transfer_observer.hpp"

namespace stencil {

// Present: the transaction is only posted. It is validated and queued; its data is read or written
// while a Wait transaction is served, and must stay valid and untouched until one has returned. Absent: the transaction
// is complete on return, as in the base protocol.
struct Posted : tlm::tlm_extension<Posted> {
  PostedAfter after;                // must be complete before the transaction is offered to the device
  std::int64_t latency_cycles = 0;  // of a burst: from that moment to its address
  std::int64_t bursts = 1;          // set by the target: number of bursts
  std::string refused = {};         // set by the target where it answers with an error: who did what against which rule

  tlm_extension_base* clone() const override { return new Posted(*this); }
  void copy_from(const tlm_extension_base& other) override { *this = static_cast<const Posted&>(other); }
};

// With TLM_IGNORE_COMMAND: ticks the device until all posts are done, whatever `bursts` is.
struct Wait : tlm::tlm_extension<Wait>, WaitFor {
  tlm_extension_base* clone() const override { return new Wait(*this); }
  void copy_from(const tlm_extension_base& other) override { *this = static_cast<const Wait&>(other); }
};

// A payload that owns nothing and outlives its transaction on the stack; extensions are members of the caller.
class Transaction : public tlm::tlm_generic_payload {
 public:
  Transaction(tlm::tlm_command command, std::uint64_t address, void* data, std::int64_t length_bytes) {
    set_command(command);
    move_to(address, data, length_bytes);
    set_byte_enable_ptr(nullptr);
    set_dmi_allowed(false);
  }
  Transaction() : Transaction(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0) {}
  // Begins anew with other data: command and extensions stay, the response is that of a new one.
  void move_to(std::uint64_t address, void* data, std::int64_t length_bytes) {
    set_address(address);
    set_data_ptr(static_cast<unsigned char*>(data));
    set_data_length(static_cast<unsigned>(length_bytes));
    set_streaming_width(static_cast<unsigned>(length_bytes));
    set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  ~Transaction() override {
    clear_extension<Posted>();
    clear_extension<Wait>();
  }
};

// What it moves.
inline HandedBytes handed_bytes(const tlm::tlm_generic_payload& transaction) {
  return {transaction.is_write(), transaction.get_address(), transaction.get_data_ptr(),
          std::int64_t{transaction.get_data_length()}};
}

}  // namespace stencil
