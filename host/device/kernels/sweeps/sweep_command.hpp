// A command that sweeps a block from the values of the sweep before, and its checks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"
#include "models/values/sweep_weights.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// niter sweeps in place, with the point operator of the weights, over a block of rows x cols packed from word 0 of a
// buffer of f; the right-hand side lies from word 0 of a buffer of r. The first and last row and column are read but
// never written.
//
// Skewed blocks (time skewing): the next command, which has `above`, continues a command with `below`. The rows of both
// are one field, cut anywhere, and the device keeps the rows between them in line buffers. Every sweep follows one row
// after the one before, so that nothing is computed twice. The finished rows lie in each block's buffer from word 0:
//   the first (below only)   its first rows - niter rows
//   a middle one (both)      `rows` rows, which begin niter rows north of its own first row
//   the last (above only)    rows + niter rows, for which the buffer must have room
// The first and last row of the field do not lie at a cut.
struct SweepCommand {
  std::int64_t rows = 0;   // >= 1, as loaded
  std::int64_t cols = 0;   // 1 .. max_cols, rows*cols <= memory_words
  std::int64_t niter = 0;  // >= 0, 0 does nothing
  SweepWeights weights;
  int f_buffer = 0;
  int r_buffer = 0;  // a skewed command destroys its contents
  bool above = false;
  bool below = false;
  bool own_weights = false;  // sweep with the device's own weights (Accelerator::set_weight) instead of `weights`

  CommandBlock block() const { return {rows, cols, niter, f_buffer}; }
};

// Throws ArgumentError, whose text begins with `call`, if no operator of the device has this weight.
void check_weight(const Capabilities& device, const char* call, Weight weight);

// Throws ArgumentError where the device has no kernel for this operator.
void check_operator(const Capabilities& device, const SweepWeights& weights);

// Throws ArgumentError for a device without the kernel, rows < 1, cols outside 1 .. max_cols, rows*cols above
// memory_words, niter < 0, a buffer that the bank does not have. For skewed commands also for niter < 1, a first block
// of at most niter rows, a last block whose rows + niter rows do not fit, sweeps that exceed the line buffers
// (ceil(niter/pes)*ceil(cols/lanes) above line_beats), and `above` unless `before` has `below` with the same cols,
// niter and weights. `before` is the last posted sweep with niter > 0, a default one if there was none.
void check_sweep(const Capabilities& device, const SweepCommand& command, const SweepCommand& before = {});

}  // namespace stencil
#pragma GCC visibility pop
