// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/axis.hpp"

#include <fmt/format.h>

#include "host/arrays/vsda/layouts/layout.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"

namespace stencil {
namespace {

// Far larger than any field, and small enough that the products below fit 64 bits.
constexpr std::int64_t most = std::int64_t{1} << 30;

CyclicAxis dealt_tiles(const TileAxis::Shape& shape) {
  check_range(fmt::format("subdomains of the {}", shape.name).c_str(), shape.parts, 1, most);
  check_range(fmt::format("tiles of the {} of a subdomain", shape.name).c_str(), shape.tiles, 1, most);
  return CyclicAxis(shape.parts * shape.tiles, 1, 0, shape.parts);
}

// The first point of each subdomain, and the point after the last one.
std::vector<std::int64_t> part_edges(const TileAxis::Shape& shape) {
  const std::int64_t end = shape.points - 1;
  if (shape.parts > end - 1) {
    throw ArgumentError(fmt::format("subdomains of the {} = {}, must be <= {} ({} with the border)", shape.name,
                                    shape.parts, end - 1, shape.points));
  }
  std::vector<std::int64_t> edges{1};
  if (shape.cuts.empty()) {
    for (const std::int64_t points : automatic_distribution(end - 1, static_cast<int>(shape.parts))) {
      edges.push_back(edges.back() + points);
    }
    return edges;
  }
  check_range(fmt::format("number of cuts of the {}", shape.name).c_str(), static_cast<std::int64_t>(shape.cuts.size()),
              shape.parts - 1, shape.parts - 1);
  for (std::size_t k = 0; k < shape.cuts.size(); ++k) {
    check_range(fmt::format("cut {} of the {}", k, shape.name).c_str(), shape.cuts[k], edges.back() + 1, end - 1);
    edges.push_back(shape.cuts[k]);
  }
  edges.push_back(end);
  return edges;
}

}  // namespace

TileAxis::TileAxis(const Shape& shape)
    : points_(shape.points), tiles_(shape.tiles), sweeps_(shape.sweeps), cyclic_(dealt_tiles(shape)) {
  check_range(fmt::format("{} of the field", shape.name).c_str(), points_, 3);
  check_range("sweeps", sweeps_, 1, most);
  const std::vector<std::int64_t> parts = part_edges(shape);
  for (std::size_t part = 0; part + 1 < parts.size(); ++part) {
    const std::int64_t inner_points = parts[part + 1] - parts[part];
    if (tiles_ > inner_points) {
      throw ArgumentError(fmt::format("tiles of the {} of subdomain {} = {}, must be <= {}, its {}", shape.name, part,
                                      tiles_, inner_points, shape.name));
    }
    edges_.push_back(parts[part]);
    for (const std::int64_t points : automatic_distribution(inner_points, static_cast<int>(tiles_))) {
      edges_.push_back(edges_.back() + points);
    }
  }
  check_tiles(shape.name);
}

void TileAxis::check_tiles(const std::string& name) const {
  const std::string one = name.substr(0, name.size() - 1);  // "row" of "rows"
  for (std::int64_t part = 0; part < parts(); ++part) {
    for (std::int64_t tile = 0; tile < tiles_; ++tile) {
      const std::int64_t size = edge(part, tile + 1) - edge(part, tile);
      const Least needed = least(part, tile);
      if (size >= needed.points) continue;
      throw ArgumentError(
          fmt::format("tile {} of subdomain {} = {}, must be >= {} ({}, {}; {} with the border, {} of {})", tile, part,
                      counted(size, one), needed.points, needed.why, counted(sweeps_, "sweep"), counted(points_, one),
                      counted(parts(), "subdomain"), counted(tiles_, "tile")));
    }
  }
}

TileAxis::Least TileAxis::least(std::int64_t part, std::int64_t tile) const {
  const Kind low = kind(part, tile);
  const Kind high = kind(part, tile + 1);
  if (low == Kind::cut && high == Kind::boundary)
    return {2 * sweeps_ + 1, "2*sweeps + 1 after a cut, before another tile"};
  if (low == Kind::border && high == Kind::boundary)
    return {sweeps_ + 1, "sweeps + 1 at the border, before another tile"};
  if (low == Kind::cut && high == Kind::border) return {sweeps_, "sweeps between a cut and the border"};
  return {1, "a point"};
}

std::vector<std::int64_t> TileAxis::cuts() const {
  std::vector<std::int64_t> all;
  for (std::int64_t part = 1; part < parts(); ++part) all.push_back(edge(part, 0));
  return all;
}

PointRange TileAxis::owned(std::int64_t part) const {
  return {part == 0 ? 0 : edge(part, 0), part == parts() - 1 ? points_ : edge(part, tiles_)};
}

PointRange TileAxis::stored(std::int64_t part) const {
  return {edge(part, 0) - 1, part == parts() - 1 ? points_ : edge(part, tiles_) + sweeps_ + 1};
}

TileAxis::Kind TileAxis::kind(std::int64_t part, std::int64_t tile) const {
  if (tile > 0 && tile < tiles_) return Kind::boundary;
  const bool is_border = tile == 0 ? part == 0 : part == parts() - 1;
  return is_border ? Kind::border : Kind::cut;
}

TileEdge TileAxis::moving(std::int64_t part, std::int64_t tile, bool backward) const {
  const Kind what = kind(part, tile);
  const std::int64_t rest = edge(part, tile);
  if (what == Kind::border) return {rest, 0};
  const int side = what == Kind::cut ? 1 : -1;
  return backward ? TileEdge{rest + side * sweeps_, -side} : TileEdge{rest, side};
}

EdgePair TileAxis::edges(std::int64_t part, std::int64_t tile, bool backward) const {
  return {moving(part, tile, backward), moving(part, tile + 1, backward)};
}

}  // namespace stencil
