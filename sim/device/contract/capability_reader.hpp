// Reads registers in which a device describes itself, and checks their values against the contract.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "sim/device/contract/contract.hpp"

namespace stencil {

class CapabilityReader {
 public:
  using Read = std::function<std::uint64_t(contract::Register)>;
  // The contract has no upper bound for latencies; larger values are refused as nonsense.
  static constexpr std::int64_t most_latency = 65536;

  explicit CapabilityReader(const Read& read) : read_(read) {}

  std::uint64_t bits(contract::Register address) const { return read_(address); }
  // Throws DeviceError for a value outside least .. most.
  std::int64_t number(const char* name, contract::Register address, std::int64_t least, std::int64_t most) const;

 private:
  const Read& read_;
};

}  // namespace stencil
