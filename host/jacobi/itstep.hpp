// Sweeps a local part block by block through the accelerator (the published itstep, see accel.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/options.hpp"
#include "host/jacobi/plan.hpp"
#include "host/jacobi/scheme.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// One block that has run, with its cycles and bytes.
struct BlockRun {
  std::int64_t strip = 0;  // among the strips that were given, from 0
  std::int64_t index = 0;  // position in the plan of its strip, from 0
  std::int64_t of = 0;     // blocks in that plan
  std::int64_t position =
      0;  // among the blocks that the schedule moves one behind another, from 0: those of all strips,
  std::int64_t positions = 0;  // in the sequential schedule those of its strip; and their number
  Block block;
  std::int64_t cols = 0;
  std::int64_t niter = 0;
  std::int64_t step = 0;  // of itsteps(), from 0; itstep() makes only one
  CycleCounts cycles;
  TrafficCounts traffic;
};

// Watches the blocks; called with the device idle, by itsteps() between its first and its last step with the device at
// work on blocks of the next step.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  // Called by itsteps() when the host array is as the sweeps before this step leave it, and none of its results is
  // there.
  virtual void before_step(std::int64_t /*step*/, std::int64_t /*niter*/) {}
  // Called before any data of the block moves, except its head in the sequential schedule, which already lies, unswept,
  // at the top of buffer 0 of f. In the overlapped schedule called for all blocks of a step before the first moves.
  virtual void before_block(std::int64_t /*index*/, const Block& /*block*/) {}
  // Called after the kept rows are back in the host array. In the overlapped schedule called for the first block after
  // the kept rows of all blocks are back.
  virtual void after_block(const BlockRun& run) = 0;
  // Called after after_block() for all blocks that one wait ended: one block in the sequential schedule, all those of
  // all strips in the overlapped.
  virtual void after_wait() {}
};

// Makes niter sweeps over f (rows x cols, row-major, packed, updated in place) with right-hand side r of the same
// shape, cut into blocks (plan.hpp) that move in the order of a schedule (schedule.hpp). The bits are those of sweeps
// over the whole local part. With nb blocks exactly 8*cols*(2*loaded + rows) bytes move, where loaded = rows +
// 2*niter*(nb - 1) with overlapped rows, as in the published program, and loaded = rows with skewed blocks.
//
// Cycles. Sequential: a block reaches from the end of the previous block's last call to the end of its own. Overlapped:
// from the end of the previous block's sweep to the end of its own; the first block begins with the step, the last ends
// with it. Either way the cycles of the blocks sum to the difference of device.cycles(); the work of calls posted
// before and not waited for counts for the first block. Traffic counts for the block that moves it, except that in the
// sequential schedule the head of the next block counts for the block that runs when it is loaded.
//
// Throws, before any data moves, ArgumentError as plan_blocks, for cols outside 1 .. max_cols, for a block that does
// not fit the device, for a schedule or a chain for which the device lacks buffers, and for a null array; DeviceError
// from the device. observer may be null.
void itstep(Accelerator& device, std::int64_t rows, std::int64_t cols, double* f, const double* r,
            const SweepWeights& weights, std::int64_t niter, std::int64_t portion, BlockObserver* observer,
            const ItstepOptions& options = {});

// The same for a strip and a scheme, with scheme.interval sweeps.
inline void itstep(Accelerator& device, const StripArrays& strip, const SweepWeights& weights,
                   const BlockScheme& scheme, BlockObserver* observer) {
  itstep(device, strip.rows, strip.cols, strip.f, strip.r, weights, scheme.interval, scheme.portion, observer,
         scheme.how);
}

// The same for all strips of a rank, cut as plan_strip() does it. In the overlapped schedule they are one list of
// calls, one strip behind another without a pause: the first blocks of a strip are loaded while the last ones of the
// strip before are swept and stored. The strips are packed arrays that do not overlap. Without strips it does nothing.
// Throws ArgumentError also where strips differ in cols.
void itstep(Accelerator& device, const std::vector<StripArrays>& strips, const SweepWeights& weights,
            const BlockScheme& scheme, BlockObserver* observer);

}  // namespace stencil
#pragma GCC visibility pop
