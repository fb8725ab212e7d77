// stw sweeps over a local portion, block by block through the accelerator (seed 000, itstep).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/accelerator.hpp"
#include "host/blocking/plan.hpp"

namespace stencil {

// One block as it was run: where it lies and what it cost.
struct BlockRun {
  std::int64_t index = 0;  // position in the plan, from 0
  Block block;
  std::int64_t cols = 0;
  std::int64_t niter = 0;
  CycleCounts cycles;  // spent from the end of the previous block's last call to the end of this one's
  TrafficCounts traffic;
};

// Watches blocks go by. Both calls are made with the device idle.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  // Before anything of the block moves. Of the rows the block will load, the host array holds old values in all but
  // the first `before`; those lie in the device, old, at the top of bank f.
  virtual void before_block(std::int64_t index, const Block& block) = 0;
  // After its kept rows are back in the host array.
  virtual void after_block(const BlockRun& run) = 0;
};

struct Coefficients {
  double rdx2 = 0.0;
  double rdy2 = 0.0;
  double beta = 0.0;
};

// niter sweeps over f (rows x cols, row-major, packed, updated in place) with right-hand side r of the same shape.
// Blocks are loaded, swept and stored one after another; the old values the next block needs are
// moved to the device before new ones overwrite them. Bit-identical to whole-portion sweeps.
// With nb blocks exactly 8*cols*(2*(rows + 2*niter*(nb - 1)) + rows) bytes move, as in the published program.
// The calls of a block are posted at once and waited for once; what the device did before the call, if it was
// not waited for, counts for the first block. So the cycles of the blocks sum to the difference of device.cycles().
// Throws, before anything moves, ArgumentError as plan_blocks, for cols outside 1 .. max_cols, for a block that does
// not fit the device and for a null array; then DeviceError from the device. observer may be null.
void itstep(Accelerator& device, std::int64_t rows, std::int64_t cols, double* f, const double* r,
            const Coefficients& coefficients, std::int64_t niter, std::int64_t portion, BlockObserver* observer);

}  // namespace stencil
