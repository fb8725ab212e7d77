// Makes a case that fails as small as it can be while it fails the same way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/app/random/random_case.hpp"

namespace stencil {

struct SimplerCase {
  int respect = 0;  // number of what is simpler
  RandomCase simpler;
};

// Cases that are simpler than this one in one respect, in the order of these and in each the greatest step first: a
// link that never rests, fewer ranks, options at their defaults, fewer sweeps, blocks or tiles, rows and columns. Each
// works().
std::vector<SimplerCase> simpler_cases(const RandomCase& failing);

struct Shrunk {
  RandomCase smallest;
  std::int64_t runs = 0;  // calls of `fails`
};

// Takes any simpler case that fails, from there again in the same respect first, until none does or `most_runs` were
// made. `jobs` calls of `fails` are made at a time, each by a thread with a number 0 .. jobs-1; the result does not
// depend on how many, unless most_runs ends it.
Shrunk shrink(const RandomCase& failing, const std::function<bool(const RandomCase&, std::int64_t job)>& fails,
              std::int64_t most_runs, std::int64_t jobs = 1);

}  // namespace stencil
