// A run drawn at random, of the program or of steps from C: its options as values, and the command line that they make.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/device/values/tiles_name.hpp"

namespace stencil {

class SweepKernel;

// The kernel of `run` where none is given.
std::string default_kernel();

// Only what a kernel reads is in its command line: the options of strips for sweeps, those of tiles for that kernel.
struct RandomCase {
  std::int64_t ranks = 1;
  std::string kernel = default_kernel();
  std::string accel = "rtl";
  std::string config = "small";
  std::string arithmetic = "rtl";
  std::string rtl_steps;            // empty: all; else --accel mixed with these steps in RTL
  bool from_c = false;              // the steps of a program in C (CaseFiles::steps) in place of `run`
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
  bool fuse = true;

  // The problem and the link.
  std::uint64_t seed = 1;
  bool special = false;  // field and right-hand side have NaNs, infinities, signed zeros, subnormals and huge values
  bool uneven = false;   // weights of which no two are alike
  std::int64_t burst = 256;
  std::int64_t link_bytes = 0;
  std::int64_t link_latency = 0;
  std::int64_t link_stalls = 0;
  bool paranoid = false;
  // Else the result alone is compared: only then tiles are fused, and resident steps store the edges alone.
  bool check_blocks = true;

  bool has_tiles() const { return kernel == tiles_kernel; }
};

// Whether `run` takes the options: intervals that fit their blocks and strips, rows for every rank, tiles that are high
// and wide enough. The device's memory is not looked at; cases are far smaller.
bool works(const RandomCase& drawn);

struct CaseFiles {
  std::string program = "stencil-cosim";
  std::string steps = "STEPS";  // the program of steps from C (docs/random.md)
  std::string field = "F";      // of `special` cases
  std::string rhs = "R";
};

// Blocks of a step, of all ranks.
std::int64_t blocks_of(const RandomCase& drawn);

// Whether a case reads a file of right-hand sides where it is special.
bool has_rhs_file(const RandomCase& drawn);
// The kernel of sweeps that it names; null: tiles, or a kernel file.
const SweepKernel* named_sweeps(const RandomCase& drawn);

struct CaseCommand {
  std::vector<std::string> environment;  // NAME=VALUE
  std::vector<std::string> words;        // from the program on, without mpirun
};
CaseCommand command_of(const RandomCase& drawn, const CaseFiles& files);

// The whole command, as typed: with mpirun where there are several ranks.
std::string command_line_of(const RandomCase& drawn, const CaseFiles& files);

// The case as words NAME=VALUE, of which those that are as in RandomCase() are left out. It does not change with the
// way cases are drawn.
std::string text_of(const RandomCase& drawn);
// Throws ArgumentError, which begins with `option`, for a text that is none or a case that does not work().
RandomCase read_case(const std::string& option, const std::string& text);

// A field of rows*cols values, a twentieth of them special ones, the rest of any sign and exponent; a function of the
// seed and the place alone.
std::vector<double> special_field(std::int64_t rows, std::int64_t cols, std::uint64_t seed);

}  // namespace stencil
