// SPDX-License-Identifier: Apache-2.0
#include "sim/staged/device_sweeps.hpp"

#include "host/counts.hpp"
#include "sim/report/block_record.hpp"

namespace stencil {

DeviceSweeps::DeviceSweeps(Accelerator& device)
    : device_(device), cycles_(device.cycles()), traffic_(device.traffic()) {}

void DeviceSweeps::sweep(const StripData& data, std::int64_t rows, const RowRange& kept, std::int64_t niter) {
  SweepCommand command;
  command.rows = rows;
  command.cols = data.f->cols();
  command.niter = niter;
  command.own_weights = true;
  command.f_buffer = data.f->place().buffer;
  command.r_buffer = data.r->place().buffer;
  const std::int64_t before = device_.cycles().total();
  device_.post_sweep(command, {});
  device_.wait();
  sweep_cycles_ += device_.cycles().total() - before;

  BlockRun run;
  run.block.first_row = kept.first;
  run.block.keep = kept.rows();
  run.block.before = kept.first;
  run.block.after = rows - kept.last;
  run.cols = command.cols;
  run.niter = niter;
  run.cycles = device_.cycles() - cycles_;
  run.traffic = device_.traffic() - traffic_;
  cycles_ = device_.cycles();
  traffic_ = device_.traffic();
  BlockRecord record = block_record(device_.capabilities(), run);
  record.step = step_;
  record.strip = data.strip.number;
  if (!blocks_.empty() && blocks_.back().step == record.step && blocks_.back().strip == record.strip) {
    record.block = blocks_.back().block + 1;
  }
  blocks_.push_back(record);
}

void DeviceSweeps::close() {
  if (blocks_.empty()) return;
  blocks_.back().cycles += device_.cycles() - cycles_;
  blocks_.back().traffic += device_.traffic() - traffic_;
  cycles_ = device_.cycles();
  traffic_ = device_.traffic();
}

}  // namespace stencil
