// The options of a Gauss-Seidel run beyond problem and machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/gauss_seidel/grid.hpp"
#include "sim/app/cli/arguments.hpp"

namespace stencil {

constexpr IntegerRange sweeps_range{"--sweeps", 1, std::int64_t{1} << 30};
constexpr IntegerRange rounds_range{"--rounds", 1, std::int64_t{1} << 30};
constexpr IntegerRange row_cuts_range{"--row-cuts", 2, std::int64_t{1} << 40};
constexpr IntegerRange col_cuts_range{"--col-cuts", 2, std::int64_t{1} << 28};
constexpr std::int64_t most_parts = std::int64_t{1} << 20;  // of --grid and --tiles, each way

// Numbers of parts into which rows and columns are cut.
struct GridSize {
  std::int64_t rows = 1;
  std::int64_t cols = 1;
};

inline bool operator==(const GridSize& a, const GridSize& b) {
  return a.rows == b.rows && a.cols == b.cols;
}

// "2x3", as on the command line and in the report.
std::string describe(const GridSize& size);

// The two factors of `ranks` that are nearest to each other, the larger one for the rows; a prime cuts rows only.
GridSize squarest_grid(std::int64_t ranks);

struct TileOptions {
  std::optional<GridSize> grid;        // one subdomain per rank; not given: by the cuts, else squarest_grid
  std::vector<std::int64_t> row_cuts;  // first row of each row of subdomains but the first; empty: equal parts
  std::vector<std::int64_t> col_cuts;
  GridSize tiles{2, 2};     // of each subdomain: with two in a cut dimension all ranks can begin at once
  std::int64_t sweeps = 4;  // sweeps of a group; a round is one group forward and one backward
  std::int64_t rounds = 3;
  // "on": the tiles of a rank are fused (fused_grid) and go through the device in a pipeline, unless single tiles are
  // checked or captured. "off": each tile as asked for, loaded, swept and stored by itself.
  std::string fuse = "on";
  bool history = false;  // measure the residual at the beginning and after each round

  // Sweeps over the domain; fits 64 bits for sweeps and rounds up to 2^30.
  std::int64_t iterations() const { return 2 * sweeps * rounds; }
};

// Checks the ranges of all counts. Throws ArgumentError.
void check_tile_options(const TileOptions& options);

// The process grid of a run, one subdomain per rank. Throws ArgumentError "--grid is 2x3, must have ..." where ranks
// and subdomains differ in number, "--row-cuts is 30,60, must be ..." where the cuts are not one fewer than the
// subdomains, do not rise or leave the field, and as TileGrid where the field cannot be cut or tiles are too small.
TileGrid make_tile_grid(std::int64_t rows, std::int64_t cols, std::int64_t ranks, const TileOptions& options);

}  // namespace stencil
