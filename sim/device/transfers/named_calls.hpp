// Calls of a wait and places of local memory, as a fault of the platform names them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// With the command that reads what a load brings, or made what a store takes.
TransferFault::Call named_call(const std::vector<GivenCall>& calls, std::size_t number);

// The address on s_axi, by the contract alone: not by the platform, which is on trial.
std::uint64_t address_given(const Place& place);

// "word 12 of f buffer 1"; the address itself where no buffer is.
std::string word_at(std::uint64_t address);

}  // namespace stencil
