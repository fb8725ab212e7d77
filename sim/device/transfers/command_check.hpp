// Holds the register writes of commands against the commands that were given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// The first register write that was changed on its way, or COMMAND that is not as its command makes it.
std::optional<TransferFault> command_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                           const Capabilities& device);

// In which COMMAND was written at the pins, each time.
// A register that the pins did not write whole, also where a wait has failed: by then all writes need not be made.
std::optional<TransferFault> strobe_fault(const std::vector<GivenCall>& calls, const TransferLog& log);

std::vector<std::int64_t> command_cycles(const TransferLog& log);

}  // namespace stencil
