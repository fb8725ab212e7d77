// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/stale_halo.hpp"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "host/c/steps/known_points.hpp"
#include "host/mpi/check.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

struct Point {
  std::int64_t row, col;
};

// Those that `reader` reads and `owner` owns, in one order on both; without corners, which only messages bring.
std::vector<Point> shared_points(const TileGrid& grid, std::int64_t reader, std::int64_t owner) {
  const TileFrame owned = grid.owned(owner), own = grid.owned(reader);
  const auto has = [](const PointRange& range, std::int64_t at) { return at >= range.first && at < range.last; };
  std::vector<Point> points;
  for_each_known(grid, reader, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    for (std::int64_t col = first; has(owned.rows, row) && col < first + count; ++col)
      if (has(owned.cols, col) && (has(own.rows, row) || has(own.cols, col))) points.push_back({row, col});
  });
  return points;
}

}  // namespace

StaleHalo stale_halo(MPI_Comm comm, const FieldPart& part, const TileGrid& grid, std::int64_t rank) {
  const auto ranks = static_cast<std::size_t>(grid.ranks());
  std::vector<std::vector<Point>> held(ranks);
  std::vector<int> sent(ranks), sent_at(ranks), got(ranks), got_at(ranks);
  std::vector<double> own, theirs;
  int words = 0;
  for (std::size_t peer = 0; peer < ranks; ++peer) {
    const auto number = static_cast<std::int64_t>(peer);
    if (number != rank) {
      for (const Point& one : shared_points(grid, number, rank)) own.push_back(*point_of(part, one.row, one.col));
      held[peer] = shared_points(grid, rank, number);
    }
    sent[peer] = static_cast<int>(own.size()) - sent_at[peer];
    if (peer + 1 < ranks) sent_at[peer + 1] = static_cast<int>(own.size());
    got[peer] = static_cast<int>(held[peer].size());
    got_at[peer] = std::exchange(words, words + got[peer]);
  }
  theirs.resize(static_cast<std::size_t>(words));
  check_mpi(MPI_Alltoallv(own.data(), sent.data(), sent_at.data(), MPI_DOUBLE, theirs.data(), got.data(), got_at.data(),
                          MPI_DOUBLE, comm),
            "MPI_Alltoallv");
  StaleHalo stale;
  std::set<std::pair<bool, std::int64_t>> lines;  // {is a row, number}
  const TileFrame& mine = part.owned;
  for (std::size_t peer = 0; peer < ranks; ++peer) {
    for (std::size_t i = 0; i < held[peer].size(); ++i) {
      const auto [row, col] = held[peer][i];
      const double there = theirs[static_cast<std::size_t>(got_at[peer]) + i];
      if (bits_of(there) == bits_of(*point_of(part, row, col))) continue;
      if (lines.empty()) stale = {0, row, col, static_cast<std::int64_t>(peer)};
      const bool is_row = row < mine.rows.first || row >= mine.rows.last;
      lines.emplace(is_row, is_row ? row : col);
    }
  }
  stale.lines = static_cast<std::int64_t>(lines.size());
  return stale;
}

}  // namespace stencil
