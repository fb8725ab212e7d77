// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/tile_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/pipeline/fused_grid.hpp"
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"
#include "host/gauss_seidel/tile_solve.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_tiles = std::int64_t{1} << 20;  // as of --tiles
constexpr std::size_t most_candidates = 24;

// The counts in a text, whatever stands between them, and whether it is AxB exactly.
std::vector<std::int64_t> counts_in(const std::string& text) {
  std::vector<std::int64_t> found;
  for (const char* at = text.data(); at < text.data() + text.size();) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
    if (error == std::errc() || error == std::errc::result_out_of_range) {
      found.push_back(error == std::errc() ? number : *at == '-' ? 0 : most_tiles);
      at = end;
    } else {
      ++at;
    }
  }
  return found;
}

Tiling parse(const std::string& subject, const std::string& text) {
  if (text == "auto") return {};
  const std::vector<std::int64_t> counts = counts_in(text);
  if (counts.size() == 2) {
    const Tiling read{counts[0], counts[1]};
    const Tiling nearest{std::clamp<std::int64_t>(read.rows, 1, most_tiles),
                         std::clamp<std::int64_t>(read.cols, 1, most_tiles)};
    if (text == name_of(nearest)) return nearest;
    throw ArgumentError(fmt::format("{}, must be auto or tiles by rows and by columns, each 1 .. {}; the nearest is {}",
                                    subject, most_tiles, name_of(nearest)));
  }
  throw ArgumentError(
      fmt::format("{}, must be auto or tiles by rows and by columns, each 1 .. {}, as 2x3", subject, most_tiles));
}

// Where the last of all ranks ends. fused: grid is that of fused_grid().
std::int64_t predicted_end(MPI_Comm comm, const TileGrid& grid, bool fused, Accelerator& dry,
                           std::vector<double>& field) {
  int rank = 0;
  if (comm != MPI_COMM_NULL) check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  field.resize(static_cast<std::size_t>(grid.stored(rank).words()));
  std::unique_ptr<TileExecutor> tiles;
  if (fused)
    tiles = std::make_unique<TilePipeline>(dry, grid, rank);
  else
    tiles = std::make_unique<AcceleratorTiles>(dry);
  TileSolverOptions options;
  options.rounds = fused ? 1 : 2;  // rows stay in the device within a step, which is one round
  std::int64_t end = TileSolve(comm, grid, *tiles, field.data(), options).finish().time.now();
  if (comm != MPI_COMM_NULL)
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_INT64_T, MPI_MAX, comm), "MPI_Allreduce");
  return end;
}

}  // namespace

std::string name_of(const Tiling& tiling) {
  return fmt::format("{}x{}", tiling.rows, tiling.cols);
}

Tiling tiling_wish(const char* given) {
  if (given != nullptr && *given != '\0') return parse(fmt::format("blocking = \"{}\"", given), given);
  const char* const set = std::getenv("STENCIL_TILES");
  if (set == nullptr || *set == '\0') return {};
  return parse(fmt::format("environment variable STENCIL_TILES = '{}'", set), set);
}

TileGridShape Tilings::with(const Tiling& tiling) const {
  TileGridShape shape = shape_;
  shape.tile_rows = tiling.rows;
  shape.tile_cols = tiling.cols;
  return shape;
}

void Tilings::check(const Tiling& tiling) const {
  check_tiles_fit(device_, TileGrid(with(tiling)));
}

void Tilings::check_wish(const Tiling& tiling) const {
  try {
    check(tiling);
  } catch (const ArgumentError& error) {
    throw ArgumentError(fmt::format("blocking = {} tiles: {}{}", name_of(tiling), error.what(), nearest(tiling)));
  }
}

void Tilings::check_any() const {
  if (!candidates().empty()) return;
  try {
    check({1, 1});
  } catch (const ArgumentError& error) {
    throw ArgumentError(fmt::format("no tiles fit: with one per part, {}{}", error.what(), nearest({1, 1})));
  }
}

bool Tilings::fits(const Tiling& tiling) const {
  try {
    check(tiling);
    return true;
  } catch (const ArgumentError&) {
    return false;
  }
}

bool Tilings::axis_fits(bool by_rows, std::int64_t tiles) const {
  try {
    static_cast<void>(
        by_rows ? TileAxis({"rows", shape_.rows, shape_.grid_rows, tiles, shape_.sweeps, shape_.row_cuts})
                : TileAxis({"columns", shape_.cols, shape_.grid_cols, tiles, shape_.sweeps, shape_.col_cuts}));
    return true;
  } catch (const ArgumentError&) {
    return false;
  }
}

std::vector<std::int64_t> Tilings::counts(bool by_rows) const {
  std::vector<std::int64_t> all;
  const std::int64_t most = std::min(most_tiles, by_rows ? shape_.rows : shape_.cols);
  for (std::int64_t tiles = 1; tiles <= most; tiles = tiles < 4        ? tiles + 1
                                                      : tiles % 3 == 0 ? tiles / 3 * 4
                                                                       : tiles / 2 * 3)
    if (axis_fits(by_rows, tiles)) all.push_back(tiles);
  return all;
}

std::vector<Tiling> Tilings::candidates() const {
  constexpr std::size_t most_in_a_row = 6;  // numbers by rows for one number by columns
  std::vector<Tiling> all;
  const Tiling usual{2, 2};
  if (fits(usual)) all.push_back(usual);
  const std::vector<std::int64_t> rows = counts(true);
  for (const std::int64_t cols : counts(false)) {
    std::size_t found = 0;
    for (const std::int64_t of_rows : rows) {
      if (found == most_in_a_row || all.size() == most_candidates) break;
      if ((of_rows == usual.rows && cols == usual.cols) || !fits({of_rows, cols})) continue;
      all.push_back({of_rows, cols});
      ++found;
    }
  }
  return all;
}

std::int64_t Tilings::most_sweeps() const {
  TileGridShape fewer = shape_;
  std::int64_t works = 0, fails = shape_.sweeps;
  while (fails - works > 1) {
    fewer.sweeps = works + (fails - works) / 2;
    (Tilings(fewer, device_).candidates().empty() ? fails : works) = fewer.sweeps;
  }
  return works;
}

std::string Tilings::nearest(const Tiling& tiling) const {
  Tiling best;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  const auto take = [&](const Tiling& other) {
    const std::int64_t distance = std::abs(other.rows - tiling.rows) + std::abs(other.cols - tiling.cols);
    if (distance >= least || !fits(other)) return;
    least = distance;
    best = other;
  };
  // Both numbers beside those wanted, then any that fit.
  constexpr std::int64_t beside = 16;
  for (std::int64_t rows = std::max<std::int64_t>(1, tiling.rows - beside); rows <= tiling.rows + beside; ++rows) {
    if (!axis_fits(true, rows)) continue;
    for (std::int64_t cols = std::max<std::int64_t>(1, tiling.cols - beside); cols <= tiling.cols + beside; ++cols)
      take({rows, cols});
  }
  if (!best.is_chosen()) {
    for (const Tiling& other : candidates()) take(other);
  }
  if (best.is_chosen()) return fmt::format("; the nearest that works is {}", name_of(best));
  return fmt::format("; none works with {}, at most {}", counted(shape_.sweeps, "sweep"),
                     counted(most_sweeps(), "sweep"));
}

Tiling choose_tiling(MPI_Comm comm, const Tilings& tilings, const PredictedDevice& predicted,
                     const Capabilities* fusing) {
  const std::vector<Tiling> all = tilings.candidates();
  if (all.size() == 1 || !predicted) return all.front();
  std::vector<double> field;
  std::vector<std::int64_t> ends;
  for (const Tiling& tiling : all) {
    const std::unique_ptr<Accelerator> dry = predicted();
    const TileGrid grid(tilings.with(tiling));
    const std::optional<TileGrid> fused = fusing != nullptr ? fused_grid(grid, *fusing, 1) : std::nullopt;
    ends.push_back(predicted_end(comm, fused ? *fused : grid, fused.has_value(), *dry, field));
  }
  return all[static_cast<std::size_t>(std::min_element(ends.begin(), ends.end()) - ends.begin())];
}

}  // namespace stencil
