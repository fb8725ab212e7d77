// Reports what each part of the platform hands to the next, and the handshakes at the device's pins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/contract/device_counts.hpp"
#include "sim/device/contract/handshakes.hpp"

namespace stencil {

// Who receives it: the DMA whole transfers of the bus master, the accelerator target bursts of the DMA, the device what
// the target posts. Register accesses go past the DMA.
enum class HandedTo : std::uint8_t { dma, target, device };

struct HandedBytes {
  bool to_device = true;
  std::uint64_t address = 0;            // in bytes, on s_axi
  const unsigned char* host = nullptr;  // host memory
  std::int64_t bytes = 0;
};

// A device without pins reports no handshakes.
class TransferObserver : public HandshakeObserver {
 public:
  // Before the receiver does anything with it.
  virtual void handed(HandedTo to, const HandedBytes& moved) = 0;
  virtual void register_written(HandedTo to, std::uint64_t address, std::uint64_t value) = 0;
  // A wait of the host is about to return. counts: of the device, since its reset.
  virtual void wait_ends(std::int64_t cycle, const DeviceCounts& counts) = 0;
};

}  // namespace stencil
