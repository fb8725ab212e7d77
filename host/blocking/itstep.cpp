// SPDX-License-Identifier: Apache-2.0
#include "host/blocking/itstep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/check.hpp"
#include "host/counts.hpp"
#include "host/errors.hpp"

namespace stencil {
namespace {

// Posts the calls of one block. The device takes them in order, so a load posted before a store that overwrites its
// source still reads the old values, and nothing needs to be waited for inside a block.
class BlockMover {
 public:
  BlockMover(Accelerator& device, std::int64_t cols, double* f, const double* r)
      : device_(device), cols_(cols), f_(f), r_(r) {}

  // All of r; f without the `before` rows, which came while they were old.
  void load(const Block& block) {
    const std::int64_t top = block.first_row - block.before;
    device_.load(Bank::r, 0, r_ + top * cols_, block.rows() * cols_);
    load_f(block.before, block.first_row, block.keep + block.after);
  }

  // Kept rows go back; the last of them, as they were, go to the top of the device for the next block's overlap.
  void store(const Block& block) {
    const std::int64_t next = block.first_row + block.keep;
    if (block.after == 0) {
      store_f(block.before, block.first_row, block.keep);
    } else if (block.before > 0) {
      // The top of the device holds spoiled overlap: free.
      load_f(0, next - block.after, block.after);
      store_f(block.before, block.first_row, block.keep);
    } else {
      // The top holds results: they leave first. In the host array the rows that leave and the rows that stay old are
      // different ones, because keep >= 2*after.
      store_f(0, block.first_row, block.after);
      load_f(0, next - block.after, block.after);
      store_f(block.after, block.first_row + block.after, block.keep - block.after);
    }
  }

 private:
  void load_f(std::int64_t device_row, std::int64_t host_row, std::int64_t rows) {
    device_.load(Bank::f, device_row * cols_, f_ + host_row * cols_, rows * cols_);
  }
  void store_f(std::int64_t device_row, std::int64_t host_row, std::int64_t rows) {
    device_.store(Bank::f, device_row * cols_, f_ + host_row * cols_, rows * cols_);
  }

  Accelerator& device_;
  std::int64_t cols_;
  double* f_;
  const double* r_;
};

// Everything that can be refused is refused here, before anything moves.
void check(const Capabilities& device, const std::vector<Block>& plan, std::int64_t cols, const double* f,
           const double* r) {
  check_range("cols", cols, 1, device.max_cols, "the device's longest row");
  std::int64_t rows = 0;
  for (const Block& block : plan) rows = std::max(rows, block.rows());
  check_range("rows of the largest block", rows, 1, device.memory_words / cols,
              fmt::format("{} words a bank, {} columns", device.memory_words, cols).c_str());
  check_pointer("f", f, "the local portion");
  check_pointer("r", r, "the right-hand side");
}

}  // namespace

void itstep(Accelerator& device, std::int64_t rows, std::int64_t cols, double* f, const double* r,
            const Coefficients& coefficients, std::int64_t niter, std::int64_t portion, BlockObserver* observer) {
  const std::vector<Block> plan = plan_blocks(rows, portion, niter);
  check(device.capabilities(), plan, cols, f, r);

  CycleCounts cycles_so_far = device.cycles();
  TrafficCounts traffic_so_far = device.traffic();
  device.wait();  // of what was posted before; its cycles belong to the first block
  BlockMover mover(device, cols, f, r);
  for (std::size_t index = 0; index < plan.size(); ++index) {
    BlockRun run;
    run.index = static_cast<std::int64_t>(index);
    run.block = plan[index];
    run.cols = cols;
    run.niter = niter;
    if (observer != nullptr) observer->before_block(run.index, run.block);
    mover.load(run.block);
    device.start({run.block.rows(), cols, niter, coefficients.rdx2, coefficients.rdy2, coefficients.beta});
    mover.store(run.block);
    device.wait();
    const CycleCounts cycles = device.cycles();
    const TrafficCounts traffic = device.traffic();
    run.cycles = cycles - cycles_so_far;
    run.traffic = traffic - traffic_so_far;
    cycles_so_far = cycles;
    traffic_so_far = traffic;
    if (observer != nullptr) observer->after_block(run);
  }
}

}  // namespace stencil
