// The argument checks every accelerator makes before it posts anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/accelerator.hpp"

namespace stencil {

// `call` is "load" or "store", for the text. Refused: a negative offset or length, a range that leaves
// the bank's memory_words, a null host pointer with a length above 0.
// Throws ArgumentError with the value and the allowed range.
void check_transfer(const Capabilities& device, const char* call, Bank bank, std::int64_t offset_words,
                    const double* host, std::int64_t length_words);

// Refused: rows < 1, cols outside 1 .. max_cols, rows*cols above memory_words, niter < 0. Throws ArgumentError.
void check_sweep(const Capabilities& device, const SweepCommand& command);

}  // namespace stencil
