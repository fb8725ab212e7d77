// The cases of a call of `random`, dealt to threads one by one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "sim/app/random/case_runner.hpp"

namespace stencil {

// Deals numbers until the time is over, all are dealt, one has failed, or the user interrupts.
class CaseQueue {
 public:
  using Run = std::function<CaseResult(std::int64_t number)>;

  // first: number of the first case; count, seconds: no value: without this bound.
  CaseQueue(std::int64_t first, std::optional<std::int64_t> count, std::optional<double> seconds)
      : first_(first), next_(first), count_(count), seconds_(seconds) {}

  // Runs the cases, so many at a time, each on a thread.
  void run(std::int64_t jobs, const Run& run_case);

  // 0 .. 1, of the bound that will be reached first. Any thread may ask.
  double share();
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  // After run().
  std::int64_t passed() const { return static_cast<std::int64_t>(passed_.size()); }
  // The first case that a later call has to run.
  std::int64_t resume_at() const;
  // The first case by number that has not passed, whichever ended first.
  const std::optional<std::pair<std::int64_t, CaseResult>>& failing() const { return failing_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<std::int64_t> take();
  void end(std::int64_t number, const CaseResult& result);

  std::mutex mutex_;
  Clock::time_point begin_ = Clock::now();
  std::int64_t first_, next_;
  std::optional<std::int64_t> count_;
  std::optional<double> seconds_;
  std::set<std::int64_t> passed_;
  std::optional<std::pair<std::int64_t, CaseResult>> failing_;
};

}  // namespace stencil
