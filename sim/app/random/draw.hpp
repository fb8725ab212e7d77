// Draws the cases of a seed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/app/random/random_case.hpp"

namespace stencil {

// What cases may use: configurations, and of each kernel those that have it.
struct RandomMachine {
  struct Sweeps {
    std::string kernel;
    std::vector<std::string> configs;
  };

  // Skewed blocks want ceil(sweeps/pes)*ceil(cols/lanes) of `line_beats`.
  struct Lines {
    std::int64_t pes = 1, lanes = 1, line_beats = 0;
  };

  std::vector<std::string> configs;
  std::map<std::string, Lines> lines;  // of configurations; those that are not there have enough
  std::string accel = "rtl";
  std::vector<Sweeps> sweeps;  // of each kernel that sweeps, in the order of their bits, and of files
  std::vector<std::string> arithmetics{"rtl"};
  bool steps_from_c = false;  // there is a program that makes them
  std::vector<std::string> tiles;
  std::int64_t most_ranks = 4;
};

// Case `number` of the seed; it depends on nothing else, so that one case can be drawn again. Every case works().
RandomCase draw_case(std::uint64_t seed, std::uint64_t number, const RandomMachine& machine);

}  // namespace stencil
