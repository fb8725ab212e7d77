// A command that sweeps a block from the values of the sweep before (Jacobi), and what a device asks of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// niter sweeps in place over the block of rows x cols packed from word 0 of a buffer of f, right-hand side from
// word 0 of a buffer of r, by the point operator of the weights. The outermost columns, the first row and the last row
// are read and never written.
//
// Skewed blocks: a command with `below` is continued by the next one, which has `above`: the rows of both are one
// field, cut anywhere, and the device keeps what lies between. Every sweep is one row behind the one before, so that
// nothing is computed twice. The first block (below only) leaves its first rows - niter rows finished, from word 0.
// A block in the middle (both) leaves `rows` finished rows: those that begin niter rows above its own first one. The
// last (above only) leaves rows + niter, and needs the room for them. Neither field border lies at a cut.
struct SweepCommand {
  std::int64_t rows = 0;   // >= 1; rows loaded
  std::int64_t cols = 0;   // 1 .. max_cols, rows*cols <= memory_words
  std::int64_t niter = 0;  // >= 0, 0 does nothing
  SweepWeights weights;
  int f_buffer = 0;
  int r_buffer = 0;  // skewed: its contents are lost
  bool above = false;
  bool below = false;
  bool own_weights = false;  // the numbers are the device's own (Accelerator::set_weight), not those given here

  CommandBlock block() const { return {rows, cols, niter, f_buffer}; }
};

// Throws ArgumentError, its text after `call`, where no operator of the device has this number.
void check_weight(const Capabilities& device, const char* call, Weight weight);

// Throws ArgumentError where the device has no kernel for this operator.
void check_operator(const Capabilities& device, const SweepWeights& weights);

// Refused: a device without the kernel, rows < 1, cols outside 1 .. max_cols, rows*cols above memory_words, niter < 0,
// a buffer the bank does not have. Skewed commands: niter < 1, a first block of no more than niter rows, a last block
// whose rows + niter rows do not fit, sweeps that the line buffers cannot keep (ceil(niter/pes)*ceil(cols/lanes) above
// line_beats), and `above` unless `before` has `below` with the same cols, niter and weights. `before` is the sweep
// posted last that was not empty (niter 0), a default one if there was none. Throws ArgumentError.
void check_sweep(const Capabilities& device, const SweepCommand& command, const SweepCommand& before = {});

}  // namespace stencil
