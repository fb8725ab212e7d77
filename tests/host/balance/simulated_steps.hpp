// Steps of simulated sides under a Balancer, and the best fixed split for comparison.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "host/balance/balancer.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil::test {

// The time a side takes for a number of rows >= 1.
using Cost = std::function<double(std::int64_t)>;

inline Cost affine(double fixed, double per_row) {
  return [=](std::int64_t rows) { return fixed + per_row * static_cast<double>(rows); };
}

// The time of a step; a side without rows takes none.
inline double split_time(const Cost& device, const Cost& host, std::int64_t rows, std::int64_t device_rows) {
  const double device_time = device_rows > 0 ? device(device_rows) : 0.0;
  return std::max(device_time, device_rows < rows ? host(rows - device_rows) : 0.0);
}

// The best of all allowed splits, found by trying each.
inline Split best_of_all(const Cost& device, const Cost& host, std::int64_t rows, const BalanceOptions& options = {}) {
  Split best{0, split_time(device, host, rows, 0)};
  for (std::int64_t split = 1; split <= rows; ++split) {
    if (split < rows && (split < options.least_device_rows || rows - split < options.least_host_rows)) continue;
    const double time = split_time(device, host, rows, split);
    if (time < best.time) best = {split, time};
  }
  return best;
}

// Runs the proposed step, records it and returns its time.
inline double run_step(Balancer& balancer, const Cost& device, const Cost& host) {
  const std::int64_t device_rows = balancer.device_rows();
  const std::int64_t host_rows = balancer.rows() - device_rows;
  balancer.record(device_rows, device_rows > 0 ? device(device_rows) : 0.0, host_rows > 0 ? host(host_rows) : 0.0);
  return split_time(device, host, balancer.rows(), device_rows);
}

// A number in 0 .. 1.
inline double fraction(Random& random) {
  return static_cast<double>(random(0, std::int64_t{1} << 53)) / static_cast<double>(std::int64_t{1} << 53);
}

}  // namespace stencil::test
