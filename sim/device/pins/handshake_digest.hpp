// Digests of all handshakes at the ports of a device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sodium/crypto_hash_sha256.h>

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/handshakes.hpp"

namespace stencil {

// The record of a handshake has, in little-endian order: channel (1 byte), cycle (8), address (8), control (8), last
// (1), response (1), number of words (8), the words (8 each).
//   with_cycles     SHA-256 of all records, in order
//   without_cycles  SHA-256 of the SHA-256s of each channel's records, in the order of Channel, without the cycles: the
//                   time of an event does not count, nor the order between channels
//   bursts          sum of one SHA-256 per data burst, as four 64-bit numbers each modulo 2^64: of direction (1 byte,
//                   0 is to the device), array (1 byte, 0 is f), offset in the buffer (8 bytes) and words. Neither
//                   order nor buffer counts, so that sums over several devices can be compared, however the bursts were
//                   dealt to them
class HandshakeDigest final : public HandshakeObserver {
 public:
  HandshakeDigest();
  void seen(const Handshake& handshake) override;
  // The digests of the handshakes seen so far.
  HandshakeDigests digests() const;

 private:
  using State = crypto_hash_sha256_state;
  struct Data {
    std::vector<std::uint64_t> words;
    bool complete = false;
  };

  void add_data(std::deque<Data>& bursts, const Handshake& handshake);
  void match(bool to_device, std::deque<std::uint64_t>& addresses, std::deque<Data>& bursts);

  State all_;
  std::array<State, channel_count> by_channel_;
  std::array<std::uint64_t, 4> sum_{};
  // Data may come before its address, so both wait for their match.
  std::deque<std::uint64_t> write_addresses_, read_addresses_;
  std::deque<Data> written_, read_;
};

}  // namespace stencil
