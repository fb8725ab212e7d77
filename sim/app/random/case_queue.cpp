// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/case_queue.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace stencil {

void CaseQueue::run(std::int64_t jobs, const Run& run_case) {
  std::vector<std::thread> threads;
  for (std::int64_t job = 0; job < jobs; ++job) {
    threads.emplace_back([&] {
      while (const auto number = take()) end(*number, run_case(*number));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

std::optional<std::int64_t> CaseQueue::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failing_ || interrupted()) return std::nullopt;
  if (count_ && next_ - first_ >= *count_) return std::nullopt;
  if (seconds_ && seconds() >= *seconds_) return std::nullopt;
  return next_++;
}

void CaseQueue::end(std::int64_t number, const CaseResult& result) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (result.end == CaseEnd::passed) {
    passed_.insert(number);
  } else if (result.end != CaseEnd::cut_short && (!failing_ || number < failing_->first)) {
    failing_ = {number, result};
  }
}

double CaseQueue::share() {
  const std::lock_guard<std::mutex> lock(mutex_);
  double share = count_ ? static_cast<double>(passed_.size()) / static_cast<double>(*count_) : 0.0;
  if (seconds_) share = std::max(share, seconds() / *seconds_);
  return std::min(share, 1.0);
}

std::int64_t CaseQueue::resume_at() const {
  std::int64_t number = first_;
  while (passed_.count(number) != 0) ++number;
  return number;
}

}  // namespace stencil
