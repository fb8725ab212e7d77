// A run of the program drawn at random: its options as values, and the command line that they make.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencil {

// Only what a kernel reads is in its command line: the options of strips for sweeps, those of tiles for gauss-seidel.
struct RandomCase {
  std::int64_t ranks = 1;
  std::string kernel = "jacobi";
  std::string accel = "rtl";
  std::string config = "small";
  std::int64_t rows = 8, cols = 8;  // with the boundary

  // Strips.
  std::int64_t iterations = 1;
  std::int64_t stw = 1;      // sweeps between two exchanges of halo rows
  std::int64_t portion = 3;  // rows that a block keeps
  std::string schedule = "sequential";
  std::string blocking = "overlapped-rows";
  std::int64_t strip_rows = 0;  // 0: one strip per rank
  std::string place;            // empty: no stages
  std::string share;            // with sweep=split: the accelerator's share of the rows

  // Tiles.
  std::int64_t sweeps = 1, rounds = 1;
  std::int64_t grid_rows = 1, grid_cols = 1;    // grid_rows*grid_cols = ranks
  std::int64_t tiles_rows = 1, tiles_cols = 1;  // of a subdomain

  // The problem and the link.
  std::uint64_t seed = 1;
  bool special = false;  // the field is a file with NaNs, infinities, signed zeros, subnormals and values near the ends
  std::int64_t burst = 256;
  std::int64_t link_bytes = 0;
  std::int64_t link_latency = 0;
  bool paranoid = false;

  bool has_tiles() const { return kernel == "gauss-seidel"; }
};

// Whether `run` takes the options: intervals that fit their blocks and strips, rows for every rank, tiles that are high
// and wide enough. The device's memory is not looked at; cases are far smaller.
bool works(const RandomCase& drawn);

// The words of the run behind "stencil-cosim". input: the file of the field, where `special`.
std::vector<std::string> words_of(const RandomCase& drawn, const std::string& input);

// The whole command, as typed: with mpirun where there are several ranks.
std::string command_line_of(const RandomCase& drawn, const std::string& input);

// A field of rows*cols values, a twentieth of them special ones, the rest of any sign and exponent; a function of the
// seed and the place alone.
std::vector<double> special_field(std::int64_t rows, std::int64_t cols, std::uint64_t seed);

}  // namespace stencil
