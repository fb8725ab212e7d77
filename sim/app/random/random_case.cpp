// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/random_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "sim/app/kernels/kernels.hpp"

namespace stencil {
namespace {

// Rows of the shortest strip: the last rank's where there is one strip per rank, the last strip where they are dealt.
std::int64_t least_strip_rows(const RandomCase& drawn) {
  const std::int64_t height = drawn.strip_rows > 0 ? drawn.strip_rows : (drawn.rows + drawn.ranks - 1) / drawn.ranks;
  const std::int64_t last = drawn.rows % height;
  return last == 0 ? height : last;
}

// The steps that are chosen by their number are there.
bool rtl_steps_work(const RandomCase& drawn, std::int64_t steps) {
  if (drawn.rtl_steps.empty()) return true;
  if (drawn.accel != "rtl" || drawn.from_c) return false;
  const bool number = drawn.rtl_steps.find_first_not_of("0123456789") == std::string::npos;
  return !number || (drawn.rtl_steps.size() < 10 && std::stoll(drawn.rtl_steps) < steps);
}

// The program in C compares its result only where it has sweeps of its own.
bool c_checks_work(const RandomCase& drawn) {
  return !drawn.from_c || drawn.paranoid || drawn.check_blocks || named_sweeps(drawn) != nullptr;
}

bool strips_work(const RandomCase& drawn) {
  if (drawn.stw > drawn.portion / (drawn.blocking == "skewed" ? 1 : 3)) return false;
  if (drawn.strip_rows > 0 ? drawn.strip_rows < drawn.stw || drawn.rows < drawn.ranks * drawn.strip_rows
                           : (drawn.rows + drawn.ranks - 1) / drawn.ranks * (drawn.ranks - 1) >= drawn.rows)
    return false;
  if (least_strip_rows(drawn) < drawn.stw) return false;
  if (drawn.schedule == "resident" && drawn.strip_rows > 0) return false;
  const std::int64_t steps = (drawn.iterations + drawn.stw - 1) / drawn.stw;
  if (!rtl_steps_work(drawn, steps) || (!drawn.rtl_steps.empty() && drawn.schedule == "joined")) return false;
  if (drawn.from_c && !drawn.place.empty()) return false;
  if (!c_checks_work(drawn)) return false;
  // Halo rows up to the border of the field are right without an update, which the library then takes to be missing.
  if (drawn.from_c && drawn.rows > least_strip_rows(drawn) && least_strip_rows(drawn) <= drawn.stw) return false;
  // The blocks of a rank stay in its device, which has two buffers at least.
  if (drawn.place.rfind("exchange=accel", 0) == 0 && (drawn.rows + drawn.ranks - 1) / drawn.ranks > 2 * drawn.portion)
    return false;
  return drawn.place.empty() || (drawn.blocking == "overlapped-rows" && drawn.schedule == "sequential");
}

// Of one dimension: equal tiles, the shortest one rounded down.
bool tiles_work(std::int64_t points, std::int64_t parts, std::int64_t tiles, std::int64_t sweeps) {
  const std::int64_t part = (points - 2) / parts;
  return part / tiles >= (parts * tiles == 1 ? 1 : 2 * sweeps + 1);
}

// A program in C has whole rows on each rank, as many as strips have: the border is in the first and the last part.
bool c_tiles_work(const RandomCase& drawn) {
  const std::int64_t height = (drawn.rows + drawn.ranks - 1) / drawn.ranks;
  const std::int64_t last = drawn.rows - (drawn.ranks - 1) * height;
  if (drawn.ranks == 1) return true;
  return drawn.grid_cols == 1 && (std::min(height, last) - 1) / drawn.tiles_rows >= 2 * drawn.sweeps + 1;
}

}  // namespace

std::int64_t blocks_of(const RandomCase& drawn) {
  const std::int64_t height = drawn.strip_rows > 0 ? drawn.strip_rows : (drawn.rows + drawn.ranks - 1) / drawn.ranks;
  if (drawn.schedule == "resident") return drawn.ranks;
  std::int64_t blocks = 0;
  for (std::int64_t first = 0; first < drawn.rows; first += height)
    blocks += (std::min(height, drawn.rows - first) + drawn.portion - 1) / drawn.portion;
  return blocks;
}

bool works(const RandomCase& drawn) {
  if (drawn.rows < 3 || drawn.cols < 3 || drawn.ranks < 1) return false;
  if (!drawn.has_tiles()) return drawn.iterations >= 1 && drawn.stw >= 1 && drawn.portion >= 3 && strips_work(drawn);
  if (drawn.sweeps < 1 || drawn.rounds < 1 || !rtl_steps_work(drawn, 2 * drawn.rounds)) return false;
  if (!drawn.rtl_steps.empty() && drawn.fuse) return false;
  if (!c_checks_work(drawn) || (drawn.from_c && !c_tiles_work(drawn))) return false;
  return drawn.grid_rows * drawn.grid_cols == drawn.ranks &&
         tiles_work(drawn.rows, drawn.grid_rows, drawn.tiles_rows, drawn.sweeps) &&
         tiles_work(drawn.cols, drawn.grid_cols, drawn.tiles_cols, drawn.sweeps);
}

std::vector<double> special_field(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  using limits = std::numeric_limits<double>;
  constexpr std::array<double, 10> special{0.0,
                                           -0.0,
                                           limits::infinity(),
                                           -limits::infinity(),
                                           limits::denorm_min(),
                                           -limits::denorm_min(),
                                           limits::max(),
                                           -limits::max(),
                                           limits::min(),
                                           limits::quiet_NaN()};
  std::vector<double> field(static_cast<std::size_t>(rows * cols));
  std::mt19937_64 bits(seed);
  for (double& value : field) {
    const std::uint64_t random = bits();
    // Sign and fraction as they come, exponents 2^-1021 .. 2^1022: what grows overflows here and there, not everywhere.
    const double fraction = 1.0 + static_cast<double>(random >> 20U & 0xffffffffU) * 0x1p-32;
    const int exponent = static_cast<int>(random % 19 == 0 ? random / 19 % 2044 : 1020 + random / 19 % 8) - 1021;
    value = random >> 63U != 0 ? -std::ldexp(fraction, exponent) : std::ldexp(fraction, exponent);
    if (random / 64 % 20 == 0) value = special[random / 2048 % special.size()];
  }
  return field;
}

std::string default_kernel() {
  return kernels().front()->name();
}

const SweepKernel* named_sweeps(const RandomCase& drawn) {
  for (const SweepKernel* kernel : sweep_kernels()) {
    if (drawn.kernel == kernel->name()) return kernel;
  }
  return nullptr;
}

}  // namespace stencil
