// Whether the accelerator of this process is running and how far its clock is, for threads that watch it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace stencil {

// The cycle from which on it runs; below 0: it does not.
inline std::atomic<std::int64_t> device_runs_since{-1};

// The clock of the accelerator that was used last, in cycles since it was reset, when it last took a call.
inline std::atomic<std::int64_t> device_clock{0};

// It runs as long as this object lives.
class DeviceRuns {
 public:
  explicit DeviceRuns(std::int64_t cycle) { device_runs_since.store(cycle, std::memory_order_relaxed); }
  ~DeviceRuns() { device_runs_since.store(-1, std::memory_order_relaxed); }
  DeviceRuns(const DeviceRuns&) = delete;
  DeviceRuns& operator=(const DeviceRuns&) = delete;
};

}  // namespace stencil
