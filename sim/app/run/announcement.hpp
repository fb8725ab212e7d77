// Lines that a run prints: before its first sweep, of the files it wrote, of the time of each phase, of its verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/run/options.hpp"
#include "sim/app/run/run.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

// The device, options without effect, the plan, the checks.
std::vector<std::string> announcement(const RunOptions& options, const Session& session, int ranks);

// Collective: warns of variables of the environment that differ between the ranks.
void warn_of_environments(MPI_Comm communicator, const RunHooks& hooks);

// "report: R.json", of each file that the run wrote, but for capsules.
std::vector<std::string> file_lines(const RunOptions& options);

// Tells "golden solution: 12 ms" when it ends, not when it failed.
class PhaseTime {
 public:
  using Tell = std::function<void(const std::string& line)>;
  PhaseTime(const char* name, Tell tell);
  ~PhaseTime();
  PhaseTime(const PhaseTime&) = delete;
  PhaseTime& operator=(const PhaseTime&) = delete;

 private:
  const char* name_;
  Tell tell_;
  std::chrono::steady_clock::time_point began_;
  int failing_;
};

// The first divergence, if there is one, and the verdict.
void tell_verdict(const RunHooks& hooks, const Report& report);

}  // namespace stencil
