// Tiles on an accelerator, one beside another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/executor.hpp"
#include "host/gauss_seidel/pipeline/device_field.hpp"

namespace stencil {

// Points stay in a buffer as long as no other tile needs it: with as many buffers as tiles each is loaded once, and
// stored at the end; between tiles and directions the lines move that both work on, and those of messages. With fewer
// buffers the next tile is loaded, and the one before stored, beside the sweep, in pieces that follow one another
// through the buffer. Nothing waits but for values that move from one buffer through the array to another, for
// messages, and at the end.
class TilePipeline final : public TileExecutor {
 public:
  // rank: of the grid, whose tiles fused_grid() made. observer may be null; it is notified of each tile when the host
  // knows its cycles, without values. Device, grid and observer must outlive this, as must the arrays of run() and
  // prepare(), which must be the same each time until finish() returns.
  // A tile's cycles go from the end of the sweep before to the end of its own; the last one's to the end of all.
  TilePipeline(Accelerator& device, const TileGrid& grid, std::int64_t rank, TileObserver* observer = nullptr);
  // Waits for what an exception has left posted.
  ~TilePipeline() override;
  TilePipeline(const TilePipeline&) = delete;
  TilePipeline& operator=(const TilePipeline&) = delete;

  bool sweeps_on() const override { return true; }
  void expect(const TileStep& next) override { next_ = &next; }
  void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) override;
  void prepare(const TileStep& next, const TileFrame& frame, double* field) override;
  void bring(const TileMessage& message) override;
  void release(const TileStep& step, Arrivals which, const TileFrame& frame, double* field) override;
  void received(const TileStep& step, Arrivals which) override;
  void settle(const TileStep& step, const TileStep* next) override;
  void finish() override;
  std::int64_t cycles() const override { return device_.cycles().total(); }

 private:
  DeviceField& in_device(double* field);
  std::int64_t tile_number(const TileStep& step) const { return step.tile_row * grid_.cols().tiles() + step.tile_col; }
  int hold(const TileStep& step, double* field);
  TileBlock block_of(const TileStep& step, int buffer) const;
  void take_ends();
  void tell(const CycleCounts& end);

  Accelerator& device_;
  const TileGrid& grid_;
  std::int64_t rank_;
  TileObserver* observer_;
  const TileStep* next_ = nullptr;  // known before its predecessor runs
  bool some_are_ahead_ = false;     // messages of the step that run() gets next
  // Messages that are brought beside the step after theirs: `stored` is the last store that they wait for.
  struct Leaving {
    std::vector<TileFrame> points;
    Ticket stored = 0;
  };
  std::vector<Leaving> leaving_;      // of the last step
  std::vector<Leaving> left_;         // of the one before
  std::optional<DeviceField> field_;  // since the last finish()
  std::int64_t runs_ = 0;
  std::deque<TileRun> open_;  // that no wait has told the end of; the last one told, until another one is
  std::size_t told_ = 0;      // of these, 0 or 1
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
  std::int64_t failed_waits_;
};

}  // namespace stencil
