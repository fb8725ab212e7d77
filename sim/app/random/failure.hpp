// A case that fails: made small, shown, kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "sim/app/progress/progress.hpp"
#include "sim/app/random/case_runner.hpp"

namespace stencil {

struct FailedCase {
  std::int64_t number = 0;
  std::string name;  // "case 3 of seed 7"
  RandomCase failing;
  CaseResult result;
};

// Where and how to run it.
struct CaseRuns {
  const CaseRunner& runner;
  std::filesystem::path folder;
  std::string steps;  // --steps of the call
  std::int64_t jobs = 1;
};

// Prints the case and its call, makes it small, prints that one and its output. Throws DeviceError where the case was
// refused.
void report_failure(const FailedCase& failed, const CaseRuns& runs, ProgressLine& progress);

// Adds the case as a line `--case '...'` to the end of the file, unless it is there. Throws ArgumentError where that
// cannot be done.
void keep_case(const std::string& file, const FailedCase& failed);

}  // namespace stencil
