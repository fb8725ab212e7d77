// The options of a run of streaming sweeps beyond problem, machine and point operator.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/jacobi/scheme.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/kernels/staged/placement.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

constexpr IntegerRange iterations_range{"--iterations", 1, std::int64_t{1} << 40};
constexpr IntegerRange stw_range{"--stw", 1, std::int64_t{1} << 30};
constexpr IntegerRange portion_range{"--portion", 3, std::int64_t{1} << 32};
constexpr IntegerRange strip_rows_range{"--strip-rows", 1, std::int64_t{1} << 40};
constexpr const char* former_strip_rows = "--block-rows";  // still taken, nowhere listed

enum class Distribution {
  blocked,  // one strip per rank: VSDA's automatic distribution
  cyclic,   // strips of equal height dealt to the ranks in turn
};

constexpr std::array<Distribution, 2> all_distributions{Distribution::blocked, Distribution::cyclic};

// "blocked", "cyclic".
inline const char* name_of(Distribution distribution) {
  return distribution == Distribution::blocked ? "blocked" : "cyclic";
}

struct SweepOptions {
  std::int64_t iterations = 20;
  BlockScheme scheme{{Schedule::overlapped, Blocking::overlapped_rows}, 15, 5};  // as many halo rows as sweeps
  Distribution distribution = Distribution::blocked;
  std::optional<std::int64_t> block_rows;  // --strip-rows: of a strip; cyclic only; not given: default_strip_rows
  std::optional<Placement> place;          // the main loop as stages; not given: itstep, block by block
  SharingOptions sharing;                  // of sweep=split
  bool sharing_given = false;              // --share or --host-rate

  // Stages sweep one strip after another.
  Schedule schedule() const { return place ? Schedule::sequential : scheme.how.schedule; }
};

// Checks ranges, interval <= portion/3 (skewed blocks: portion), rows of strips if given, limits of stages. Throws
// ArgumentError.
void check_sweep_options(const SweepOptions& options);

// The options of the kernel of a run, which must be one of streaming sweeps.
SweepOptions& sweep_options(RunOptions& run);
const SweepOptions& sweep_options(const RunOptions& run);

// The table rows of these options. numbers: those of the point operator, which --help shows among them.
std::vector<OptionGroup> sweep_option_groups(const std::vector<RunOption>& numbers);

}  // namespace stencil
