// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/tiles/tile_logs.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/pipeline/fused_grid.hpp"
#include "host/gauss_seidel/pipeline/tile_frames.hpp"
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

// Ranks of equal keys have equal logs but for the numbers of their peers, which the key holds as distances.
using TileKey = std::vector<std::int64_t>;

void add_window(TileKey& key, const TileWindow& window, const TileFrame& frame) {
  for (const EdgePair* pair : {&window.rows, &window.cols}) {
    const std::int64_t first = pair == &window.rows ? frame.rows.first : frame.cols.first;
    for (const TileEdge* edge : {&pair->low, &pair->high}) {
      key.push_back(edge->at - first);
      key.push_back(edge->slope);
    }
  }
}

void add_messages(TileKey& key, const std::vector<TileMessage>& messages, std::int64_t rank, const TileFrame& frame) {
  key.push_back(static_cast<std::int64_t>(messages.size()));
  for (const TileMessage& message : messages) {
    key.push_back(message.peer - rank);
    for (const TileLine& line : message.lines)
      key.insert(key.end(), {line.rows.first - frame.rows.first, line.rows.last - frame.rows.first,
                             line.cols.first - frame.cols.first, line.cols.last - frame.cols.first});
  }
}

TileKey key_of(const TileGrid& grid, std::int64_t rank) {
  const TileFrame frame = grid.stored(rank);
  TileKey key{frame.rows.count(), frame.cols.count()};
  for (const bool backward : {false, true}) {
    for (const TileStep& step : plan_group(grid, rank, backward)) {
      const TileFrame held = tile_frame(grid, rank, step);
      key.insert(key.end(), {held.rows.first - frame.rows.first, held.rows.last - frame.rows.first,
                             held.cols.first - frame.cols.first, held.cols.last - frame.cols.first});
      add_window(key, step.window, frame);
      add_messages(key, step.receives, rank, frame);
      add_messages(key, step.sends, rank, frame);
    }
  }
  return key;
}

// Goes through a solve as host/gauss_seidel/solver.cpp does, without the messages.
class DrySolve {
 public:
  DrySolve(const TileGrid& grid, std::int64_t rank, const TileOptions& asked, TileExecutor& tiles,
           const Accelerator& device)
      : rounds_(asked.rounds),
        history_(asked.history),
        frame_(grid.stored(rank)),
        groups_{plan_group(grid, rank, false), plan_group(grid, rank, true)},
        tiles_(tiles),
        device_(device),
        before_(device.cycles().total()),
        field_(static_cast<std::size_t>(frame_.words())) {}

  RankLog operator()() {
    if (history_) add(RankEvent::met, 0, 0);
    for (std::int64_t round = 0; round < rounds_; ++round) {
      run(0, round);
      run(1, round);
      if (!history_) continue;
      tiles_.finish();
      add(RankEvent::met, 0, 0);
    }
    tiles_.finish();
    log_.cycles = device_.cycles().total() - before_;
    return std::move(log_);
  }

 private:
  // Messages are noted, not moved.
  struct Notes {
    void receive(std::size_t step, Arrivals which) {
      for (const TileMessage& message : steps[step].receives)
        if (is_among(message, which)) solve.add(RankEvent::received, message);
    }
    void send(const TileDeparture& one) { solve.add(RankEvent::sent, steps[one.step].sends[one.message]); }

    DrySolve& solve;
    const std::vector<TileStep>& steps;
  };

  void run(int backward, std::int64_t round) {
    const std::vector<TileStep>& group = groups_[backward];
    Notes notes{*this, group};
    StepOrder order(tiles_, group, frame_, field_.data(), notes);
    for (std::size_t k = 0; k < group.size(); ++k) {
      order.receive(k);
      order.sweep(round, k, next(backward, round, k));
      if (backward == 1 && (history_ || round + 1 == rounds_))
        tiles_.settle(group[k], k + 1 < group.size() ? &group[k + 1] : nullptr);
    }
  }

  const TileStep* next(int backward, std::int64_t round, std::size_t k) const {
    if (k + 1 < groups_[backward].size()) return &groups_[backward][k + 1];
    if (backward == 0) return &groups_[1].front();
    return round + 1 < rounds_ && !history_ ? &groups_[0].front() : nullptr;
  }

  void add(RankEvent::Kind kind, const TileMessage& message) {
    add(kind, message.peer, message.words() * static_cast<std::int64_t>(sizeof(double)));
  }
  void add(RankEvent::Kind kind, std::int64_t peer, std::int64_t bytes) {
    log_.events.push_back({kind, peer, bytes, device_.cycles().total() - before_});
  }

  std::int64_t rounds_;
  bool history_;
  TileFrame frame_;
  std::vector<TileStep> groups_[2];
  TileExecutor& tiles_;
  const Accelerator& device_;
  std::int64_t before_;
  std::vector<double> field_;
  RankLog log_;
};

RankLog dry_log(const TileGrid& grid, std::int64_t rank, bool fused, const TileOptions& asked,
                const AcceleratorOptions& options) {
  const std::unique_ptr<Accelerator> device = make_dry_accelerator(options);
  if (fused) {
    TilePipeline tiles(*device, grid, rank, nullptr);
    return DrySolve(grid, rank, asked, tiles, *device)();
  }
  AcceleratorTiles tiles(*device, nullptr);
  return DrySolve(grid, rank, asked, tiles, *device)();
}

RankLog with_peers_of(RankLog log, std::int64_t from, std::int64_t to) {
  for (RankEvent& event : log.events)
    if (event.kind != RankEvent::met) event.peer += to - from;
  return log;
}

}  // namespace

std::vector<RankLog> tile_logs(const TileGrid& grid, const TileOptions& asked, const AcceleratorOptions& options) {
  const Capabilities device = make_dry_accelerator(options)->capabilities();
  check_tiles_fit(device, grid);
  const std::optional<TileGrid> fused =
      asked.fuse == "on" ? fused_grid(grid, device, asked.history ? 1 : asked.rounds) : std::nullopt;
  const TileGrid& solved = fused ? *fused : grid;
  std::map<TileKey, std::int64_t> known;  // the first rank of each
  std::vector<RankLog> logs;
  for (std::int64_t rank = 0; rank < solved.ranks(); ++rank) {
    const auto [found, is_new] = known.try_emplace(key_of(solved, rank), rank);
    logs.push_back(is_new ? dry_log(solved, rank, fused.has_value(), asked, options)
                          : with_peers_of(logs[static_cast<std::size_t>(found->second)], found->second, rank));
  }
  return logs;
}

}  // namespace stencil
