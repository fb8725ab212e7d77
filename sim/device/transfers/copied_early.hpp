// Loads of host words that a part of the platform has copied too early.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/device/transfers/pin_check.hpp"
#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// A load's burst whose beats are as its words were when it was posted, taken from a copy of them. Faulty if a store for
// which the load waits has set some of them since; `stores` and `stored` are those of the same wait, burst by burst.
std::optional<TransferFault> copied_early(const std::vector<GivenCall>& calls, const Capabilities& device,
                                          const PinBursts& stored, const std::vector<Piece>& stores, const Piece& burst,
                                          const MovedWords& beats);

}  // namespace stencil
