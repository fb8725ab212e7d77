// One dimension of a field cut into subdomains of tiles whose edges move from sweep to sweep (patent CN 102200962,
// "Parallel finite difference stencil method based on iteration space tiling").
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/gauss_seidel/window.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Points 0 .. points - 1; the first and the last are the border. The inner points are cut into `parts` subdomains, each
// of them into `tiles` tiles. An edge whose place at rest is x lies, in sweep t of a group of `sweeps` sweeps, at
//   x               for the border
//   x - shift(t)    between two tiles of a subdomain
//   x + shift(t)    for a cut between subdomains: the opposite slope, so that the subdomain after the cut needs nothing
//                   from the one before it
// where shift(t) = t - 1 forward, sweeps + 1 - t backward. Pure arithmetic.
//
// No tile may lose all its points in a sweep, or its neighbour would need points that the tile does not have. Low edges
// at a cut rise, and edges between tiles fall, by up to `sweeps`, so that at rest a tile must have at least
//   2*sweeps + 1    points between a low cut and another tile of its subdomain: both its edges move inwards
//   sweeps + 1      between the low border and another tile
//   sweeps          between a low cut and the high border, alone in its subdomain: the cut may reach the border
//   1               elsewhere: its edges move together, or apart
// A subdomain may have one tile; subdomains then wait for one another in a row. With two or more all begin at once.
class TileAxis {
 public:
  struct Shape {
    std::string name;                // "rows" or "columns", for error texts
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
  // The cuts of the shape, or those of the automatic distribution.
  std::vector<std::int64_t> cuts() const;

  // All tiles of the dimension dealt to the subdomains in turn: tile l of subdomain p has number l*parts + p.
  const CyclicAxis& cyclic() const { return cyclic_; }

  // Inner points of a subdomain, at rest.
  PointRange inner(std::int64_t part) const { return {edge(part, 0), edge(part, tiles_)}; }
  // The inner points with the border beside them, if any: every point of the field belongs to one subdomain.
  PointRange owned(std::int64_t part) const;
  // The points that a subdomain stores: its inner points, one more on the low side, on the high side sweeps + 1 more
  // after a cut, or the border.
  PointRange stored(std::int64_t part) const;

  // The edges of a tile, 0 .. tiles - 1, of a subdomain.
  EdgePair edges(std::int64_t part, std::int64_t tile, bool backward) const;
  bool has_low_cut(std::int64_t part, std::int64_t tile) const { return tile == 0 && part > 0; }
  bool has_high_cut(std::int64_t part, std::int64_t tile) const { return tile == tiles_ - 1 && part < parts() - 1; }

 private:
  enum class Kind { border, boundary, cut };

  // The low edge of a tile at rest; for tile = tiles the high edge of the last one.
  std::int64_t edge(std::int64_t part, std::int64_t tile) const {
    return edges_[static_cast<std::size_t>(part * (tiles_ + 1) + tile)];
  }
  Kind kind(std::int64_t part, std::int64_t tile) const;
  TileEdge moving(std::int64_t part, std::int64_t tile, bool backward) const;
  // The least number of points of a tile, with the reason.
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
#pragma GCC visibility pop
