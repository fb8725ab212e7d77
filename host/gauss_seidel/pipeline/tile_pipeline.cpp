// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "host/device/counts.hpp"
#include "host/gauss_seidel/pipeline/tile_frames.hpp"

namespace stencil {
namespace {

// The points of the lines that a step receives, each by itself.
std::vector<TileFrame> points_of(const TileStep& step, Arrivals which) {
  std::vector<TileFrame> points;
  for (const TileMessage& message : step.receives) {
    if (!is_among(message, which)) continue;
    for (const TileLine& line : message.lines) points.push_back({line.rows, line.cols});
  }
  return points;
}

// The points of the lines, those of columns side by side with what lies between: their rows are moved one by one.
std::vector<TileFrame> points_around(const TileMessage& message) {
  std::vector<TileFrame> points;
  const bool columns = std::all_of(message.lines.begin(), message.lines.end(),
                                   [](const TileLine& line) { return line.cols.count() == 1; });
  for (const TileLine& line : message.lines) {
    if (!columns || points.empty()) {
      points.push_back({line.rows, line.cols});
      continue;
    }
    TileFrame& all = points.back();
    all.rows = {std::min(all.rows.first, line.rows.first), std::max(all.rows.last, line.rows.last)};
    all.cols = {std::min(all.cols.first, line.cols.first), std::max(all.cols.last, line.cols.last)};
  }
  return points;
}

TileEdge moved(const TileEdge& edge, std::int64_t first) {
  return {edge.at - first, edge.slope};
}

}  // namespace

TilePipeline::TilePipeline(Accelerator& device, const TileGrid& grid, std::int64_t rank, TileObserver* observer)
    : device_(device),
      grid_(grid),
      rank_(rank),
      observer_(observer),
      cycles_so_far_(device.cycles()),
      traffic_so_far_(device.traffic()),
      failed_waits_(device.failed_waits()) {}

TilePipeline::~TilePipeline() {
  if (!field_ || device_.failed_waits() != failed_waits_) return;
  try {
    device_.wait();
  } catch (...) {  // another exception is on its way
  }
}

DeviceField& TilePipeline::in_device(double* field) {
  if (!field_) field_.emplace(device_, grid_, rank_, field, [this] { take_ends(); });
  return *field_;
}

int TilePipeline::hold(const TileStep& step, double* field) {
  return in_device(field).hold(tile_number(step), tile_frame(grid_, rank_, step));
}

TileBlock TilePipeline::block_of(const TileStep& step, int buffer) const {
  TileBlock block;
  block.frame = tile_frame(grid_, rank_, step);
  TileCommand& command = block.command;
  command.rows = block.frame.rows.count();
  command.cols = block.frame.cols.count();
  command.sweeps = step.window.sweeps;
  command.backward = step.window.backward;
  command.top = moved(step.window.rows.low, block.frame.rows.first);
  command.bottom = moved(step.window.rows.high, block.frame.rows.first);
  command.left = moved(step.window.cols.low, block.frame.cols.first);
  command.right = moved(step.window.cols.high, block.frame.cols.first);
  command.f_buffer = buffer;
  return block;
}

void TilePipeline::run(std::int64_t round, const TileStep& step, const TileFrame& /*frame*/, double* field) {
  const int buffer = hold(step, field);
  some_are_ahead_ = false;
  TileRun run;
  run.index = runs_++;
  run.round = round;
  run.step = &step;
  run.block = block_of(step, buffer);
  if (observer_ != nullptr) observer_->before_tile(run, nullptr);
  field_->load_all(buffer);
  left_ = std::exchange(leaving_, {});
  for (Leaving& one : left_) one.stored = field_->post_bring(one.points);
  for (const TileMessage& message : step.sends)
    if (message.can_wait) leaving_.push_back({points_around(message)});
  if (const TileStep* const next = std::exchange(next_, nullptr))
    field_->hold_beside(buffer, tile_number(*next), tile_frame(grid_, rank_, *next));
  const Ticket command = device_.post(run.block.command, field_->before_command(buffer));
  field_->swept(buffer, command,
                {step.window.rows.over(step.window.sweeps), step.window.cols.over(step.window.sweeps)});
  run.traffic = device_.traffic() - traffic_so_far_;
  traffic_so_far_ = device_.traffic();
  open_.push_back(run);
}

void TilePipeline::prepare(const TileStep& next, const TileFrame& /*frame*/, double* field) {
  field_->load_ahead(hold(next, field), points_of(next, some_are_ahead_ ? Arrivals::others : Arrivals::all));
}

void TilePipeline::bring(const TileMessage& message) {
  if (!field_) return;
  const std::vector<TileFrame> points = points_around(message);
  const auto left = std::find_if(left_.begin(), left_.end(), [&](const Leaving& one) { return one.points == points; });
  field_->wait(left != left_.end() ? left->stored : field_->post_bring(points));
}

void TilePipeline::release(const TileStep& step, Arrivals which, const TileFrame& /*frame*/, double* field) {
  const std::vector<TileFrame> points = points_of(step, which);
  const int buffer = hold(step, field);
  if (which == Arrivals::ahead)
    field_->release_beside(points);
  else
    field_->release(buffer, points);
}

void TilePipeline::received(const TileStep& step, Arrivals which) {
  field_->set(points_of(step, which));
  some_are_ahead_ = which == Arrivals::ahead;
}

// Stores first the points that the next tile reads, then those of messages.
void TilePipeline::settle(const TileStep& step, const TileStep* next) {
  if (!field_) return;
  if (next != nullptr) field_->store_shared(tile_number(step), tile_frame(grid_, rank_, *next));
  for (const Leaving& one : leaving_) field_->post_bring(one.points);
  field_->store_tile(tile_number(step));
}

void TilePipeline::finish() {
  if (!field_) return;
  field_->bring_all();
  device_.wait();
  take_ends();
  field_.reset();
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
