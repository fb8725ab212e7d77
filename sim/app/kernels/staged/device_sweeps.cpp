// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/device_sweeps.hpp"

#include "host/device/counts.hpp"
#include "sim/app/kernels/blocks/block_record.hpp"

namespace stencil {

DeviceSweeps::DeviceSweeps(Accelerator& device, const SweepWeights& weights)
    : device_(device), weights_(weights), cycles_(device.cycles()), traffic_(device.traffic()) {}

void DeviceSweeps::start(const StripData& data, std::int64_t rows, const RowRange& kept, std::int64_t niter) {
  SweepCommand command;
  command.rows = rows;
  command.cols = data.f->cols();
  command.niter = niter;
  command.weights = weights_;
  command.own_weights = true;
  command.f_buffer = data.f->place().buffer;
  command.r_buffer = data.r->place().buffer;
  cycles_before_ = device_.cycles().total();
  device_.post(command, {});
  running_ = {};
  running_.block.first_row = kept.first;
  running_.block.keep = kept.rows();
  running_.block.before = kept.first;
  running_.block.after = rows - kept.last;
  running_.cols = command.cols;
  running_.niter = niter;
  strip_ = &data.strip;
}

void DeviceSweeps::wait() {
  device_.wait();
  sweep_cycles_ += device_.cycles().total() - cycles_before_;

  BlockRun& run = running_;
  run.cycles = device_.cycles() - cycles_;
  run.traffic = device_.traffic() - traffic_;
  cycles_ = device_.cycles();
  traffic_ = device_.traffic();
  BlockRecord record = block_record(device_.capabilities(), run);
  record.rank = strip_->rank;
  record.step = step_;
  record.strip = strip_->number;
  if (!pending_.empty() && pending_.front().step != record.step) settle();
  record.block = blocks_of_strip_[*record.strip]++;
  pending_.push_back(record);
}

void DeviceSweeps::settle() {
  for (BlockRecord& record : pending_) {
    record.place = place_in_step(record.block, blocks_of_strip_[*record.strip]);
    ledger_.add(record);
  }
  pending_.clear();
  blocks_of_strip_.clear();
}

void DeviceSweeps::close() {
  if (pending_.empty()) return;
  pending_.back().cycles += device_.cycles() - cycles_;
  pending_.back().traffic += device_.traffic() - traffic_;
  cycles_ = device_.cycles();
  traffic_ = device_.traffic();
  settle();
}

}  // namespace stencil
