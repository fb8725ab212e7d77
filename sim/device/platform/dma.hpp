// DMA engine between host memory and the accelerator's data port.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <cstdint>
#include <tlm>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/transfer_observer.hpp"
#include "sim/device/platform/bursts.hpp"
#include "sim/device/platform/transaction.hpp"

namespace stencil {

// host: a write moves host memory to the device address, a read moves it back. Address and length are
// multiples of 8 bytes; a length of any size is cut into AXI4 bursts of at most burst_beats beats that
// cross no 4 KiB boundary. Posted transactions (transaction.hpp) stay posted: each burst waits for what the transaction
// waits for and then for the link's latency, and the transaction learns the number of its bursts. Wait passes through.
// The device annotates the time. Answers TLM_ADDRESS_ERROR_RESPONSE for an address that is no multiple of 8,
// TLM_BURST_ERROR_RESPONSE for such a length or 0, TLM_BYTE_ENABLE_ERROR_RESPONSE for byte enables; the device's answer
// otherwise.
class Dma : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Dma> host;
  tlm_utils::simple_initiator_socket<Dma> device;

  // beat_bytes: width of the device's data port. Throws ArgumentError for options out of range.
  Dma(sc_core::sc_module_name name, std::int64_t beat_bytes, const LinkOptions& link);

  std::int64_t bursts() const { return bursts_; }
  // Reports every transfer from now on; null: none.
  void observe(TransferObserver* observer) { observer_ = observer; }

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);

  std::int64_t beat_bytes_;
  LinkOptions link_;
  TransferObserver* observer_ = nullptr;
  std::int64_t bursts_ = 0;
  Posted posted_;      // of `burst_`
  Transaction burst_;  // one for all, since making it takes memory
};

}  // namespace stencil
