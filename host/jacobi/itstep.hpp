// stw sweeps over a local portion, block by block through the accelerator (the published itstep, see accel.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "host/jacobi/options.hpp"
#include "host/jacobi/plan.hpp"
#include "host/jacobi/scheme.hpp"

namespace stencil {

// One block as it was run: where it lies and what it cost.
struct BlockRun {
  std::int64_t index = 0;  // position in the plan, from 0
  std::int64_t of = 0;     // blocks in the plan
  Block block;
  std::int64_t cols = 0;
  std::int64_t niter = 0;
  CycleCounts cycles;
  TrafficCounts traffic;
};

// Watches blocks go by. Both calls are made with the device idle.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  // Before anything of the block moves, but for its head in the sequential schedule: that lies in the device, old, at
  // the top of buffer 0 of f. In the overlapped schedule all blocks of a step come before the first moves.
  virtual void before_block(std::int64_t /*index*/, const Block& /*block*/) {}
  // After its kept rows are back in the host array. In the overlapped schedule all are, when the first is told.
  virtual void after_block(const BlockRun& run) = 0;
  // When all blocks that one wait ended have been told: one in the sequential schedule, all in the overlapped.
  virtual void after_wait() {}
};

// niter sweeps over f (rows x cols, row-major, packed, updated in place) with right-hand side r of the same shape, cut
// into blocks (plan.hpp) that move as a schedule says (schedule.hpp). Bit-identical to whole-portion sweeps.
// With nb blocks exactly 8*cols*(2*loaded + rows) bytes move, where loaded = rows + 2*niter*(nb - 1) with overlapped
// rows, as in the published program, and loaded = rows with skewed blocks.
//
// Cycles. Sequential: a block reaches from the end of the previous block's last call to the end of its own. Overlapped:
// from the end of the previous block's sweep to the end of its own; the first begins with the step, the last ends with
// it. Either way the cycles of the blocks sum to the difference of device.cycles(); what the device did before the
// call, if it was not waited for, counts for the first block. Traffic is each block's own; in the sequential schedule
// the head of the next block counts for the block that runs when it is loaded.
//
// Throws, before anything moves, ArgumentError as plan_blocks, for cols outside 1 .. max_cols, for a block that does
// not fit the device, for a schedule or a chain the device has no buffers for and for a null array; then DeviceError
// from the device. observer may be null.
void itstep(Accelerator& device, std::int64_t rows, std::int64_t cols, double* f, const double* r,
            const SweepWeights& weights, std::int64_t niter, std::int64_t portion, BlockObserver* observer,
            const ItstepOptions& options = {});

// The same for a strip and a scheme: scheme.interval sweeps.
inline void itstep(Accelerator& device, const StripArrays& strip, const SweepWeights& weights,
                   const BlockScheme& scheme, BlockObserver* observer) {
  itstep(device, strip.rows, strip.cols, strip.f, strip.r, weights, scheme.interval, scheme.portion, observer,
         scheme.how);
}

}  // namespace stencil
