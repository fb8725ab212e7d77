// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"

#include <vector>

#include "host/device/counts.hpp"
#include "host/gauss_seidel/pipeline/strips.hpp"

namespace stencil {
namespace {

std::vector<PointRange> rows_of(const std::vector<TileMessage>& messages) {
  std::vector<PointRange> rows;
  for (const TileMessage& message : messages)
    for (const TileLine& line : message.lines) rows.push_back(line.rows);
  return rows;
}

TileEdge moved(const TileEdge& edge, std::int64_t first) {
  return {edge.at - first, edge.slope};
}

}  // namespace

TilePipeline::TilePipeline(Accelerator& device, const TileGrid& grid, std::int64_t rank, TileObserver* observer)
    : device_(device),
      grid_(grid),
      part_(grid.row_part(rank)),
      observer_(observer),
      cycles_so_far_(device.cycles()),
      traffic_so_far_(device.traffic()),
      failed_waits_(device.failed_waits()) {}

TilePipeline::~TilePipeline() {
  if (!rows_ || device_.failed_waits() != failed_waits_) return;
  try {
    device_.wait();
  } catch (...) {  // another exception is on its way
  }
}

DeviceRows& TilePipeline::rows(const TileFrame& frame, double* field) {
  if (!rows_) rows_.emplace(device_, frame, field, [this] { take_ends(); });
  return *rows_;
}

PointRange TilePipeline::strip(const TileStep& step) const {
  return strip_rows(grid_, part_, step.tile_row);
}

TileBlock TilePipeline::block_of(const TileStep& step, const TileFrame& frame, int buffer) const {
  TileBlock block;
  block.frame = {strip(step), frame.cols};
  TileCommand& command = block.command;
  command.rows = block.frame.rows.count();
  command.cols = frame.cols.count();
  command.sweeps = step.window.sweeps;
  command.backward = step.window.backward;
  command.top = moved(step.window.rows.low, block.frame.rows.first);
  command.bottom = moved(step.window.rows.high, block.frame.rows.first);
  command.left = moved(step.window.cols.low, frame.cols.first);
  command.right = moved(step.window.cols.high, frame.cols.first);
  command.f_buffer = buffer;
  return block;
}

void TilePipeline::run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) {
  DeviceRows& in_device = rows(frame, field);
  const int buffer = in_device.hold(step.tile_row, strip(step));
  TileRun run;
  run.index = runs_++;
  run.round = round;
  run.step = &step;
  run.block = block_of(step, frame, buffer);
  if (observer_ != nullptr) observer_->before_tile(run, nullptr);
  in_device.load_all(buffer);
  const Ticket command = device_.post(run.block.command, in_device.before_command(buffer));
  in_device.swept(buffer, command, step.window.rows.over(step.window.sweeps));
  run.traffic = device_.traffic() - traffic_so_far_;
  traffic_so_far_ = device_.traffic();
  open_.push_back(run);
}

void TilePipeline::prepare(const TileStep& next, const TileFrame& frame, double* field) {
  DeviceRows& in_device = rows(frame, field);
  in_device.load_ahead(in_device.hold(next.tile_row, strip(next)), rows_of(next.receives));
}

void TilePipeline::bring(const TileStep& step) {
  if (rows_) rows_->bring(rows_of(step.sends));
}

void TilePipeline::release(const TileStep& step) {
  if (rows_) rows_->release(rows_of(step.receives));
}

void TilePipeline::received(const TileStep& step) {
  if (rows_) rows_->set(rows_of(step.receives));
}

// Stores first the rows that the next tile reads.
void TilePipeline::settle(const TileStep& step, const TileStep* next) {
  if (rows_) rows_->store_strip(step.tile_row, next != nullptr ? strip(*next) : PointRange());
}

void TilePipeline::finish() {
  if (!rows_) return;
  rows_->bring_all();
  device_.wait();
  take_ends();
  rows_.reset();
  if (open_.empty()) return;
  const CycleCounts end = device_.cycles();
  open_.back().cycles += end - cycles_so_far_;
  open_.back().traffic += device_.traffic() - traffic_so_far_;
  cycles_so_far_ = end;
  traffic_so_far_ = device_.traffic();
  if (observer_ != nullptr) observer_->after_tile(open_.back(), nullptr);
  open_.clear();
  told_ = 0;
}

// The one told last may be the last of all, which has the cycles up to the end.
void TilePipeline::take_ends() {
  for (const CycleCounts& end : device_.sweep_ends()) tell(end);
}

void TilePipeline::tell(const CycleCounts& end) {
  if (told_ == open_.size()) return;  // a device that counts an end too many is told by its ledger
  if (told_ == 1) {
    if (observer_ != nullptr) observer_->after_tile(open_.front(), nullptr);
    open_.pop_front();
  }
  open_.front().cycles = end - cycles_so_far_;
  cycles_so_far_ = end;
  told_ = 1;
}

}  // namespace stencil
