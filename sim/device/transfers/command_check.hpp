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

// A register write that was not handed on as it was made, where a wait has failed. all_made: no write was on its way to
// the pins then; else those that the pins have made are looked at.
std::optional<TransferFault> lost_write_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                              bool all_made);

// In which COMMAND was written at the pins, each time.
std::vector<std::int64_t> command_cycles(const TransferLog& log);

}  // namespace stencil
