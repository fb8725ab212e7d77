// A wait for one call that returns before that call, or one before it, has moved all its words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// waited: the calls up to the one that was waited for; bursts_of: of a load or store. Where the log has handshakes.
std::optional<TransferFault> early_wait(const std::vector<GivenCall>& waited, const TransferLog& log,
                                        const std::function<std::int64_t(const Place& place)>& bursts_of);

}  // namespace stencil
