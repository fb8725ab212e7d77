// Plans kept from earlier calls for the next call with the same arguments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "host/mpi/call_lock.hpp"

namespace stencil {

// Keeps the plans used last, at most `most_plans` of them and `most_bytes` bytes. A key holds everything its plan
// depends on; keys are compared whole. For threads that may call MPI.
template <typename Key, typename Plan>
class KeptPlans {
 public:
  static constexpr std::size_t default_most_plans = 16;
  static constexpr std::int64_t default_most_bytes = std::int64_t{64} << 20;
  explicit KeptPlans(std::size_t most_plans = default_most_plans, std::int64_t most_bytes = default_most_bytes)
      : most_plans_(most_plans), most_bytes_(most_bytes) {}

  // Null where there is none.
  std::shared_ptr<const Plan> find(const Key& key) {
    const std::lock_guard<MpiCallLock> guard(lock_);
    for (auto place = kept_.begin(); place != kept_.end(); ++place) {
      if (!(place->key == key)) continue;
      std::rotate(kept_.begin(), place, place + 1);
      return kept_.front().plan;
    }
    return nullptr;
  }

  // Replaces the plan that has the key, if any. The plans unused for longest make room; a plan above most_bytes is not
  // kept.
  void keep(const Key& key, std::shared_ptr<const Plan> plan, std::int64_t bytes) {
    std::vector<Entry> dropped;  // destroyed outside the lock
    const std::lock_guard<MpiCallLock> guard(lock_);
    const auto drop = [&](typename std::vector<Entry>::iterator place) {
      kept_bytes_ -= place->bytes;
      dropped.push_back(std::move(*place));
      kept_.erase(place);
    };
    const auto same = std::find_if(kept_.begin(), kept_.end(), [&](const Entry& entry) { return entry.key == key; });
    if (same != kept_.end()) drop(same);
    if (bytes > most_bytes_) return;
    while (!kept_.empty() && (kept_.size() == most_plans_ || kept_bytes_ > most_bytes_ - bytes)) drop(kept_.end() - 1);
    kept_.insert(kept_.begin(), Entry{key, std::move(plan), bytes});
    kept_bytes_ += bytes;
  }

 private:
  struct Entry {
    Key key;
    std::shared_ptr<const Plan> plan;
    std::int64_t bytes = 0;
  };

  std::size_t most_plans_;
  std::int64_t most_bytes_;
  MpiCallLock lock_;
  std::vector<Entry> kept_;  // used last first
  std::int64_t kept_bytes_ = 0;
};

}  // namespace stencil
