// The argument checks every accelerator makes before it posts anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/accelerator.hpp"

namespace stencil {

// `call` is "load" or "store", for the text. Refused: a buffer the bank does not have, a negative offset or length, a
// range that leaves the buffer's memory_words, a null host pointer with a length above 0.
// Throws ArgumentError with the value and the allowed range.
void check_transfer(const Capabilities& device, const char* call, const Place& place, const double* host);

// Refused: a device without the kernel, rows < 1, cols outside 1 .. max_cols, rows*cols above memory_words, niter < 0,
// a buffer the bank does not have. Skewed commands: niter < 1, a first block of no more than niter rows, a last block
// whose rows + niter rows do not fit, sweeps that the line buffers cannot keep (ceil(niter/pes)*ceil(cols/lanes) above
// line_beats), and `above` unless `before` has `below` with the same cols, niter and weights. `before` is the sweep
// posted last that was not empty (niter 0), a default one if there was none; break_chain tells it that the device's
// weights were set since. A command with own_weights counts with these (sim/device/posted_weights.hpp). Throws
// ArgumentError.
void check_sweep(const Capabilities& device, const SweepCommand& command, const SweepCommand& before = {});
inline void break_chain(SweepCommand& before) {
  before.below = false;
}

// `call` may not be made while anything is posted and not waited for. Throws ArgumentError.
void check_waited(const char* call, bool posted);

// Refused: a device without the kernel, cols outside 3 .. max_cols, rows < 3, rows*cols above memory_words, sweeps
// outside 0 .. 2^32-1, a buffer bank f does not have, a slope outside -1 .. 1, an edge that is outside 1 .. rows-1 or
// 1 .. cols-1 in some sweep. Throws ArgumentError.
void check_tile(const Capabilities& device, const TileCommand& command);

}  // namespace stencil
