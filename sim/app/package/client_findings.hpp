// Gathers the results of a program's checks from all ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/base/errors.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/package/checks/sweep_watch.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Signs of mistakes, of which the first of each kind was a warning.
std::int64_t signs_in(const Coverage& coverage);

struct Findings {
  Verdict verdict;
  Json covers;
  std::int64_t signs = 0;

  int status(bool asked) const { return asked && verdict.mismatches + signs > 0 ? exit_difference : exit_ok; }
};

// On rank 0; nothing where no rank checks. Holds ranks against one another: weights, halo rows, steps. Collective.
Findings common_findings(int rank);

}  // namespace stencil
