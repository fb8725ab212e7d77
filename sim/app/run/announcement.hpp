// Lines that a run prints: before its first sweep, of the files it wrote, of the time of each phase, of its verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/progress/progress.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/run.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

// Collective: prints the device, options without effect, the plan, the checks; warns of STENCIL_* variables that
// differ between ranks.
void announce(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, const Session& session);

// Prints table and limits, and "report: R.json" of each file that the run wrote, but for capsules.
void report_result(const RunHooks& hooks, const RunOptions& options, const Report& report);

// Shows a phase while it lasts, and prints "golden solution: 12 ms" when it ends, not when it failed.
class PhaseTime {
 public:
  using Print = std::function<void(const std::string& line)>;
  // progress: null: nobody sees it.
  PhaseTime(const char* name, ProgressLine* progress, Print print);
  ~PhaseTime();
  PhaseTime(const PhaseTime&) = delete;
  PhaseTime& operator=(const PhaseTime&) = delete;

  Work& work() { return *work_; }

 private:
  const char* name_;
  std::optional<Work> work_;
  Print print_;
  std::chrono::steady_clock::time_point began_;
  int failing_;
};

// The first divergence, if there is one, and the verdict.
void report_verdict(const RunHooks& hooks, const Report& report);

}  // namespace stencil
