// Holds what the platform moved against the calls that it was given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/transfers/moved/transfer_log.hpp"
#include "sim/device/transfers/transfer_fault.hpp"

namespace stencil {

// A call as the platform was given it.
struct GivenCall {
  TransferFault::Kind kind = TransferFault::Kind::load;
  std::vector<std::size_t> after = {};  // calls of the same wait
  Place place = {};
  const double* host = nullptr;
  DeviceCommand command = {};
};

// The calls since the last wait, which has just ended, and what was logged since then. No value: each call reached the
// pins as it was given, when it might, and what came back is in host memory.
std::optional<TransferFault> transfer_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                            const Capabilities& device);

// The same where the device has failed, of what was offered to it by then: a burst at the pins with another address or
// length than the DMA made it with.
std::optional<TransferFault> address_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                           const Capabilities& device);

}  // namespace stencil
