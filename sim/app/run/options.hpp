// What one run is asked to do, and the ranges it may be asked for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "host/device/accelerator.hpp"
#include "host/jacobi/options.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "sim/app/kernels/staged/placement.hpp"

namespace stencil {

// One option's name, as texts show it, and its inclusive range.
struct IntegerRange {
  const char* option;
  std::int64_t least;
  std::int64_t most;
};

constexpr IntegerRange rows_range{"--rows", 3, std::int64_t{1} << 40};
constexpr IntegerRange cols_range{"--cols", 3, std::int64_t{1} << 28};
constexpr IntegerRange iterations_range{"--iterations", 1, std::int64_t{1} << 40};
constexpr IntegerRange stw_range{"--stw", 1, std::int64_t{1} << 30};
constexpr IntegerRange portion_range{"--portion", 3, std::int64_t{1} << 32};
constexpr IntegerRange block_rows_range{"--block-rows", 1, std::int64_t{1} << 40};
constexpr IntegerRange sweeps_range{"--sweeps", 1, std::int64_t{1} << 30};
constexpr IntegerRange rounds_range{"--rounds", 1, std::int64_t{1} << 30};
constexpr IntegerRange row_cuts_range{"--row-cuts", 2, std::int64_t{1} << 40};
constexpr IntegerRange col_cuts_range{"--col-cuts", 2, std::int64_t{1} << 28};
constexpr std::int64_t most_parts = std::int64_t{1} << 20;  // of --grid and --tiles, each way
constexpr IntegerRange burst_range{"--burst", 1, 256};
constexpr IntegerRange link_bytes_range{"--link-bytes", 0, 4096};
constexpr IntegerRange link_latency_range{"--link-latency", 0, 1000000000};
constexpr std::int64_t most_cells = std::int64_t{1} << 48;  // rows*cols; a quarter of a million gigabytes an array

enum class Kernel { jacobi, gauss_seidel };

constexpr std::array<Kernel, 2> all_kernels{Kernel::jacobi, Kernel::gauss_seidel};

// "jacobi", "gauss-seidel".
inline const char* name_of(Kernel kernel) {
  return kernel == Kernel::jacobi ? "jacobi" : "gauss-seidel";
}

enum class Distribution {
  blocked,  // one strip a rank: VSDA's automatic distribution
  cyclic,   // strips of equal height dealt to the ranks in turn
};

constexpr std::array<Distribution, 2> all_distributions{Distribution::blocked, Distribution::cyclic};

// "blocked", "cyclic".
inline const char* name_of(Distribution distribution) {
  return distribution == Distribution::blocked ? "blocked" : "cyclic";
}

enum class Check {
  off,         // nothing is compared
  at_end,      // every value of the result against a golden solution of the whole domain
  each_block,  // that, and each block's kept rows, or each tile, against golden sweeps right after it ran
};

struct RunOptions {
  std::optional<std::int64_t> rows;  // not given: as in the input files, else 101
  std::optional<std::int64_t> cols;  // not given: as in the input files, else 77
  Kernel kernel = Kernel::jacobi;
  GaussSeidelOptions gauss_seidel;  // of that kernel alone
  // Down to sharing_given, rhs and grid: of the Jacobi kernel alone.
  std::int64_t iterations = 20;
  std::int64_t stw = 5;       // sweeps between exchanges, width of the shadows
  std::int64_t portion = 15;  // kept rows of a block
  Distribution distribution = Distribution::blocked;
  std::optional<std::int64_t>
      block_rows;  // rows of a strip dealt to a rank; cyclic alone; not given: default_block_rows
  ItstepOptions itstep{Schedule::overlapped, Blocking::overlapped_rows};
  std::optional<Placement> place;  // the main loop as stages; not given: itstep, block by block
  SharingOptions sharing;          // of sweep=split
  bool sharing_given = false;      // somebody asked for it
  std::uint64_t seed = 1;
  std::string input;       // .npy with f and its boundary, instead of the seed
  std::string rhs;         // .npy with r, instead of the seed
  std::string output;      // .npy to write the result to
  std::string dump_input;  // prefix: PREFIX_f.npy and, for Jacobi, PREFIX_r.npy receive the problem
  std::string report;      // JSON to write
  std::string junit;       // JUnit XML to write
  Check check = Check::at_end;
  GridOverrides grid;
  AcceleratorOptions device;

  // Stages sweep one strip after another.
  Schedule schedule() const { return place ? Schedule::sequential : itstep.schedule; }
  std::string dump_f() const { return dump_input + "_f.npy"; }
  std::string dump_r() const { return dump_input + "_r.npy"; }
};

// Throws ArgumentError "--rows is 2, must be 3 .. 1099511627776" for a value outside the range.
void require_in_range(const IntegerRange& range, std::int64_t value);

// Everything that needs neither files nor ranks nor a device: ranges, stw <= portion/3 (skewed blocks: portion), rows
// of strips where there are any, finite and usable numbers, two outputs with one name; of the kernel's own options
// only. Throws ArgumentError.
void check_options(const RunOptions& options);

}  // namespace stencil
