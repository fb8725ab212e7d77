// Holds the handshakes at the pins, and what came back, against the bursts that were posted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// A piece of a transfer as a part of the platform has handed it on.
struct Piece {
  std::size_t call;     // number
  std::int64_t number;  // among the bursts of the call
  std::int64_t first;   // word of the call
  const LoggedMove* move;
};

// bursts: as the DMA made them, all right up to the device. A wait that ended before all was moved; other beats than
// were posted; words in host memory other than the beats that left the device; calls before those they wait for.
std::optional<TransferFault> pin_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                       const Capabilities& device, const std::vector<Piece>& bursts);

// Of the bursts offered so far, one with another address or length than the DMA made it with.
std::optional<TransferFault> offered_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                           const Capabilities& device, const std::vector<Piece>& bursts);

// A wait for one call that returned before that call, or one before it, had moved all its words. waited: the calls up
// to the one that was waited for; bursts_of: of a load or store. Where the log has handshakes.
std::optional<TransferFault> early_wait(const std::vector<GivenCall>& waited, const TransferLog& log,
                                        const std::function<std::int64_t(const Place& place)>& bursts_of);

}  // namespace stencil
