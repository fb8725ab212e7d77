// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/cluster_tracks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stencil {
namespace {

// Beyond those of Timeline, whose tracks are numbered by ranks of 16 bits and rows of 8.
constexpr std::uint64_t group_id = std::uint64_t{1} << 40;

std::uint64_t work_id(std::size_t rank) {
  return group_id + 1 + 2 * rank;
}
std::uint64_t messages_id(std::size_t rank) {
  return work_id(rank) + 1;
}

// The two upper bits are set in no other number of a flow.
std::uint64_t flow_of(std::size_t message) {
  return std::uint64_t{3} << 62 | (message + 1);
}

void write_work(TraceStream& stream, std::size_t rank, const std::vector<TimedWait>& waits, std::int64_t rank_ends) {
  const auto slice = [&](std::int64_t begin, std::int64_t end, const std::string& name) {
    if (end <= begin) return;
    stream.begin(work_id(rank), begin, name).argument("rank", static_cast<std::int64_t>(rank));
    stream.end(work_id(rank), end);
  };
  std::int64_t at = 0;
  for (const TimedWait& wait : waits) {
    slice(at, wait.begin, "works");
    slice(wait.begin, wait.end, fmt::format("waits for rank {}", wait.from));
    at = wait.end;
  }
  slice(at, rank_ends, "works");
}

// A message where it departs from this rank, or arrives there.
struct Point {
  std::int64_t cycle;
  std::size_t number;
  bool arrives;
};

void write_points(TraceStream& stream, const VirtualTime& time, std::size_t rank, std::vector<Point> points) {
  std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.cycle < b.cycle; });
  for (const Point& point : points) {
    const TimedMessage& message = time.log[point.number];
    stream
        .instant(messages_id(rank), point.cycle,
                 point.arrives ? fmt::format("from rank {}", message.from) : fmt::format("to rank {}", message.to))
        .argument("from", message.from)
        .argument("to", message.to)
        .argument("bytes", message.bytes)
        .argument("departs", message.sent)
        .argument("arrives", message.arrives)
        .flow({flow_of(point.number), point.arrives});
  }
}

}  // namespace

void write_cluster_tracks(TraceStream& stream, const VirtualTime& time) {
  const std::size_t ranks = time.ranks.size();
  stream.track({group_id, 0, "cluster: virtual time, 1 ns = 1 cycle", "", static_cast<int>(2 * ranks) + 1});
  std::vector<std::vector<TimedWait>> waits(ranks);
  for (const TimedWait& wait : time.waits) waits[static_cast<std::size_t>(wait.rank)].push_back(wait);
  std::vector<std::vector<Point>> points(ranks);
  for (std::size_t number = 0; number < time.log.size(); ++number) {
    const TimedMessage& message = time.log[number];
    const auto from = static_cast<std::size_t>(message.from), to = static_cast<std::size_t>(message.to);
    points[from].push_back({message.sent, number, false});
    points[to].push_back({message.arrives, number, true});
  }
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    stream.track({work_id(rank), group_id, fmt::format("rank {}", rank),
                  "Its device at work, and its waits for messages of other ranks", static_cast<int>(2 * rank) + 1});
    stream.track({messages_id(rank), group_id, fmt::format("messages of rank {}", rank),
                  "Where they depart and where they arrive", static_cast<int>(2 * rank) + 2});
    write_work(stream, rank, waits[rank], time.ranks[rank].end());
    write_points(stream, time, rank, std::move(points[rank]));
  }
}

}  // namespace stencil
