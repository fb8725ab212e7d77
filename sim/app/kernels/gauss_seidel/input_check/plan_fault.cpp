// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/input_check/plan_fault.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>

namespace stencil {
namespace {

struct PlannedTile {
  std::int64_t rank;
  std::int64_t number;  // in its group
  TileStep step;
};

const char* name_of_group(bool backward) {
  return backward ? "backward" : "forward";
}

std::string name_of(const PlannedTile& tile) {
  return fmt::format("the tile in row {}, column {} of the subdomain of rank {}", tile.step.tile_row,
                     tile.step.tile_col, tile.rank);
}

std::vector<PlannedTile> tiles_of(const TileGrid& grid, const TilePlan& plan, bool backward) {
  std::vector<PlannedTile> tiles;
  for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
    std::vector<TileStep> steps = plan.group(grid, rank, backward);
    for (std::size_t k = 0; k < steps.size(); ++k)
      tiles.push_back({rank, static_cast<std::int64_t>(k), std::move(steps[k])});
  }
  return tiles;
}

// The command counts from the first row and column of the block.
std::optional<std::string> misplaced_edge(const PlannedTile& tile, const TilePlan& plan) {
  const TileWindow& window = tile.step.window;
  const TileBlock block = plan.block(window);
  struct Edge {
    const char* name;
    const char* line;
    const TileEdge& made;
    const TileEdge& wanted;
    std::int64_t from;
  };
  const std::array<Edge, 4> edges = {{
      {"top", "row", block.command.top, window.rows.low, block.frame.rows.first},
      {"bottom", "row", block.command.bottom, window.rows.high, block.frame.rows.first},
      {"left", "column", block.command.left, window.cols.low, block.frame.cols.first},
      {"right", "column", block.command.right, window.cols.high, block.frame.cols.first},
  }};
  for (const Edge& edge : edges) {
    for (std::int64_t t = 1; t <= window.sweeps; ++t) {
      const std::int64_t made = edge.made.in_sweep(t) + edge.from, wanted = edge.wanted.in_sweep(t);
      if (made == wanted) continue;
      return fmt::format(
          "the command of {} has its {} edge at {} {} in sweep {}, its window at {} {}: block_of "
          "(host/gauss_seidel/accelerator_tiles.cpp)",
          name_of(tile), edge.name, edge.line, made, t, edge.line, wanted);
    }
  }
  return std::nullopt;
}

// By windows: how often sweep t sets each point.
std::optional<std::string> uncovered_point(const TileGrid& grid, const std::vector<PlannedTile>& tiles) {
  const std::int64_t rows = grid.rows().points(), cols = grid.cols().points();
  for (std::int64_t t = 1; t <= grid.sweeps(); ++t) {
    std::vector<const PlannedTile*> setter(static_cast<std::size_t>(rows * cols));
    for (const PlannedTile& tile : tiles) {
      const TileWindow& window = tile.step.window;
      if (t > window.sweeps) continue;
      const PointRange down = window.rows.in_sweep(t), across = window.cols.in_sweep(t);
      for (std::int64_t row = down.first; row < down.last; ++row) {
        for (std::int64_t col = across.first; col < across.last; ++col) {
          const PlannedTile*& first = setter[static_cast<std::size_t>(row * cols + col)];
          if (first != nullptr) {
            return fmt::format(
                "sweep {} sets row {}, column {} in {} and in {}: their windows (host/gauss_seidel/axis.cpp)", t, row,
                col, name_of(*first), name_of(tile));
          }
          first = &tile;
        }
      }
    }
    for (std::int64_t row = 1; row < rows - 1; ++row) {
      for (std::int64_t col = 1; col < cols - 1; ++col) {
        if (setter[static_cast<std::size_t>(row * cols + col)] != nullptr) continue;
        return fmt::format("sweep {} sets row {}, column {} in no tile: the windows (host/gauss_seidel/axis.cpp)", t,
                           row, col);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> misordered_tile(const std::vector<PlannedTile>& tiles, bool backward) {
  for (std::size_t k = 1; k < tiles.size(); ++k) {
    const PlannedTile &early = tiles[k - 1], &late = tiles[k];
    if (early.rank != late.rank) continue;
    const std::pair before(early.step.row_number, early.step.col_number);
    const std::pair now(late.step.row_number, late.step.col_number);
    if (backward ? now < before : before < now) continue;
    return fmt::format(
        "{} is number {} of its group, before that in row {}, column {}, whose new values it needs: their order "
        "(host/gauss_seidel/group_plan.cpp)",
        name_of(early), early.number, late.step.tile_row, late.step.tile_col);
  }
  return std::nullopt;
}

}  // namespace

std::optional<PlanFault> find_plan_fault(const TileGrid& grid, const TilePlan& plan) {
  for (const bool backward : {false, true}) {
    const std::vector<PlannedTile> tiles = tiles_of(grid, plan, backward);
    const auto found = [&](std::string text) {
      return PlanFault{backward, fmt::format("in the {} group {}", name_of_group(backward), text)};
    };
    for (const PlannedTile& tile : tiles) {
      if (auto text = misplaced_edge(tile, plan)) return found(std::move(*text));
    }
    if (auto text = uncovered_point(grid, tiles)) return found(std::move(*text));
    if (auto text = misordered_tile(tiles, backward)) return found(std::move(*text));
  }
  return std::nullopt;
}

}  // namespace stencil
