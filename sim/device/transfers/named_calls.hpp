// Faults of the platform: the calls of a wait, the words and the places of local memory that they name.
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

TransferFault fault_of(const std::vector<GivenCall>& calls, TransferFault::Part part, std::size_t call,
                       std::string what);

// Adds the first word that differs, how many do, and what they look like. first: word of the transfer at which `sent`
// and `got` begin.
void describe_words(TransferFault& fault, const Capabilities& device, const Place& place, std::int64_t first,
                    const MovedWords& sent, const MovedWords& got);

// "word 12 of f buffer 1"; the address itself where no buffer is.
std::string word_at(std::uint64_t address);

}  // namespace stencil
