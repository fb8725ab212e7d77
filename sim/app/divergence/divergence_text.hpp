// The first divergence of a capsule for people.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// "expected 0x... (1.5), got 0x... (1.25), 1125899906842624 ULP apart", of bits.
std::string values_text(std::uint64_t expected, std::uint64_t got);

// Where, what, the component, what it looks like, the operands: lines of at most 80 columns, the first of which begins
// with "first divergence: ". No newline at the end.
std::string divergence_text(const Capsule& capsule, const Divergence& divergence);

// Place and extent of the first store that differs, where no more is known: "rank 0, step 0, strip 0, block 1, store of
// f buffer 1 (call 12), row 3, column 1 (...): 60 of 90 words stored differ".
std::string first_stored_text(const Capsule& capsule, const Divergence& divergence);

}  // namespace stencil
