// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/random_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace stencil {
namespace {

// Rows of the shortest strip: the last rank's where there is one strip per rank, the last strip where they are dealt.
std::int64_t least_strip_rows(const RandomCase& drawn) {
  const std::int64_t height = drawn.strip_rows > 0 ? drawn.strip_rows : (drawn.rows + drawn.ranks - 1) / drawn.ranks;
  const std::int64_t last = drawn.rows % height;
  return last == 0 ? height : last;
}

bool strips_work(const RandomCase& drawn) {
  if (drawn.stw > drawn.portion / (drawn.blocking == "skewed" ? 1 : 3)) return false;
  if (drawn.strip_rows > 0 ? drawn.strip_rows < drawn.stw || drawn.rows < drawn.ranks * drawn.strip_rows
                           : (drawn.rows + drawn.ranks - 1) / drawn.ranks * (drawn.ranks - 1) >= drawn.rows)
    return false;
  if (least_strip_rows(drawn) < drawn.stw) return false;
  if (drawn.schedule == "joined" && (drawn.ranks > 1 || drawn.strip_rows > 0)) return false;
  if (drawn.schedule == "resident" && drawn.strip_rows > 0) return false;
  return drawn.place.empty() || (drawn.blocking == "overlapped-rows" && drawn.schedule == "sequential");
}

// Of one dimension: equal tiles, the shortest one rounded down.
bool tiles_work(std::int64_t points, std::int64_t parts, std::int64_t tiles, std::int64_t sweeps) {
  const std::int64_t part = (points - 2) / parts;
  return part / tiles >= (parts * tiles == 1 ? 1 : 2 * sweeps + 1);
}

}  // namespace

bool works(const RandomCase& drawn) {
  if (drawn.rows < 3 || drawn.cols < 3 || drawn.ranks < 1) return false;
  if (!drawn.has_tiles()) return drawn.iterations >= 1 && drawn.stw >= 1 && drawn.portion >= 3 && strips_work(drawn);
  return drawn.sweeps >= 1 && drawn.rounds >= 1 && drawn.grid_rows * drawn.grid_cols == drawn.ranks &&
         tiles_work(drawn.rows, drawn.grid_rows, drawn.tiles_rows, drawn.sweeps) &&
         tiles_work(drawn.cols, drawn.grid_cols, drawn.tiles_cols, drawn.sweeps);
}

std::vector<std::string> words_of(const RandomCase& drawn, const std::string& input) {
  std::vector<std::string> words{"run"};
  const auto add = [&](const char* option, const std::string& value) {
    words.emplace_back(option);
    words.push_back(value);
  };
  const auto count = [&](const char* option, std::int64_t value) { add(option, std::to_string(value)); };
  add("--kernel", drawn.kernel);
  add("--accel", drawn.accel);
  add("--config", drawn.config);
  count("--rows", drawn.rows);
  count("--cols", drawn.cols);
  if (drawn.has_tiles()) {
    count("--sweeps", drawn.sweeps);
    count("--rounds", drawn.rounds);
    add("--grid", fmt::format("{}x{}", drawn.grid_rows, drawn.grid_cols));
    add("--tiles", fmt::format("{}x{}", drawn.tiles_rows, drawn.tiles_cols));
  } else {
    count("--iterations", drawn.iterations);
    count("--stw", drawn.stw);
    count("--portion", drawn.portion);
    if (drawn.place.empty()) {
      add("--schedule", drawn.schedule);
      add("--blocking", drawn.blocking);
    } else {
      add("--place", drawn.place);
      if (!drawn.share.empty()) add("--share", drawn.share);
    }
    if (drawn.strip_rows > 0) {
      add("--distribution", "cyclic");
      count("--strip-rows", drawn.strip_rows);
    }
  }
  if (drawn.special) {
    add("--input", input);
  } else {
    add("--seed", std::to_string(drawn.seed));
  }
  if (drawn.accel != "software" && drawn.accel != "shuffled") {
    if (drawn.burst != 256) count("--burst", drawn.burst);
    if (drawn.link_bytes != 0) count("--link-bytes", drawn.link_bytes);
    if (drawn.link_latency != 0) count("--link-latency", drawn.link_latency);
  }
  if (drawn.paranoid) {
    words.emplace_back("--paranoid");
  } else if (drawn.place.empty()) {
    add("--check", "block");
  }
  return words;
}

std::string command_line_of(const RandomCase& drawn, const std::string& input) {
  const std::string ranks = drawn.ranks == 1 ? "" : fmt::format("mpirun -n {} --oversubscribe ", drawn.ranks);
  return ranks + fmt::format("stencil-cosim {}", fmt::join(words_of(drawn, input), " "));
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

}  // namespace stencil
