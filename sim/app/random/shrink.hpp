// Makes a case that fails as small as it can be while it fails the same way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/app/random/random_case.hpp"

namespace stencil {

// Cases that are simpler than this one in one respect, the greatest steps first: fewer ranks, fewer sweeps, fewer rows
// and columns, fewer blocks or tiles, options at their defaults. Each works().
std::vector<RandomCase> simpler_cases(const RandomCase& failing);

struct Shrunk {
  RandomCase smallest;
  std::int64_t runs = 0;  // calls of `fails`
};

// Takes any simpler case that fails, from there again, until none does or `most_runs` were made.
Shrunk shrink(const RandomCase& failing, const std::function<bool(const RandomCase&)>& fails, std::int64_t most_runs);

}  // namespace stencil
