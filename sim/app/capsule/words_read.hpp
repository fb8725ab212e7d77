// Compares the words that a device's reads gave before it failed with those of the golden models.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/capsule/first_divergence.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// One line about the store that was under way in calls at which a new device fails: that all words before the failure
// are right, or the first that is not and, where the words from there on are those of other places, how many words were
// lost or came twice. Empty: nothing was read, or the golden models take no such calls.
std::string words_read_text(const Capsule& calls, const AcceleratorOptions& machine, const AcceleratorMaker& maker);

}  // namespace stencil
