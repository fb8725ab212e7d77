// One dimension of a grid cut into subdomains of tiles whose edges move from sweep to sweep (patent CN 102200962).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/gauss_seidel/window.hpp"

namespace stencil {

// Points 0 .. points - 1, of which the first and the last are the border. Inner points are cut into `parts` subdomains,
// each into `tiles` tiles. In sweep t of a group of `sweeps` sweeps an edge lies, against its place at rest x, at
//   x               the border
//   x - shift(t)    between two tiles of a subdomain
//   x + shift(t)    a cut between subdomains: the slope is turned round, so that the subdomain behind it needs nothing
//                   from the one before it
// where shift(t) = t - 1 forward, sweeps + 1 - t backward. Pure arithmetic.
//
// A tile that lost all its points in a sweep would expose its neighbour to what it does not have. Low edges at a cut
// rise and boundaries between tiles fall by `sweeps`, so at rest a tile has at least
//   2*sweeps + 1    between a low cut and another tile of its subdomain: both its edges come towards it
//   sweeps + 1      between the low border and another tile
//   sweeps          between a low cut and the high border, alone in its subdomain: the cut may come up to the border
//   1               elsewhere: its edges move together, or apart
// One tile a subdomain is allowed: subdomains then wait for one another in a row, where two or more let all of them
// begin at once.
class TileAxis {
 public:
  struct Shape {
    std::string name;                // "rows" or "columns", for what is refused
    std::int64_t points = 0;         // border included, >= 3
    std::int64_t parts = 1;          // subdomains, >= 1
    std::int64_t tiles = 1;          // in each of them, >= 1
    std::int64_t sweeps = 1;         // in a group, >= 1
    std::vector<std::int64_t> cuts;  // first point of each subdomain but the first; empty: automatic_distribution()
  };

  // Throws ArgumentError for a shape out of range, cuts that are not parts - 1 rising inner points, and tiles too
  // small.
  explicit TileAxis(const Shape& shape);

  std::int64_t points() const { return points_; }
  std::int64_t parts() const { return cyclic_.procs(); }
  std::int64_t tiles() const { return tiles_; }
  std::int64_t sweeps() const { return sweeps_; }
  // As given, or made.
  std::vector<std::int64_t> cuts() const;

  // All tiles of the dimension dealt to the subdomains in turn: tile l of subdomain p has number l*parts + p.
  const CyclicAxis& cyclic() const { return cyclic_; }

  // Inner points of a subdomain, at rest.
  PointRange inner(std::int64_t part) const { return {edge(part, 0), edge(part, tiles_)}; }
  // The same with the border where it lies beside them: every point of the field belongs to one subdomain.
  PointRange owned(std::int64_t part) const;
  // What a subdomain stores: one point more on the low side, sweeps + 1 more behind a cut on the high side.
  PointRange stored(std::int64_t part) const;

  // Edges of tile 0 .. tiles - 1 of a subdomain.
  EdgePair edges(std::int64_t part, std::int64_t tile, bool backward) const;
  bool has_low_cut(std::int64_t part, std::int64_t tile) const { return tile == 0 && part > 0; }
  bool has_high_cut(std::int64_t part, std::int64_t tile) const { return tile == tiles_ - 1 && part < parts() - 1; }

 private:
  enum class Kind { border, boundary, cut };

  // The low edge of a tile at rest; tile `tiles` is the high edge of the last one.
  std::int64_t edge(std::int64_t part, std::int64_t tile) const {
    return edges_[static_cast<std::size_t>(part * (tiles_ + 1) + tile)];
  }
  Kind kind(std::int64_t part, std::int64_t tile) const;
  TileEdge moving(std::int64_t part, std::int64_t tile, bool backward) const;
  // The least that a tile must have, and why.
  struct Least {
    std::int64_t points;
    const char* why;
  };
  Least least(std::int64_t part, std::int64_t tile) const;
  void check_tiles(const std::string& name) const;

  std::int64_t points_;
  std::int64_t tiles_;
  std::int64_t sweeps_;
  CyclicAxis cyclic_;
  std::vector<std::int64_t> edges_;  // by subdomain, tiles_ + 1 each
};

}  // namespace stencil
