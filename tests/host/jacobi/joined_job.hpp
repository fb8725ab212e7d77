// A field and the joined steps that a test makes on it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "host/device/counts.hpp"
#include "host/jacobi/steps/itsteps.hpp"

namespace stencil {

struct Job {
  std::int64_t rows = 40;
  std::int64_t cols = 3;
  BlockScheme scheme{{Schedule::joined, Blocking::overlapped_rows}, 9, 2};
  std::int64_t iterations = 5;
};

inline std::int64_t block_rows(const Job& job) {
  const bool skewed = job.scheme.how.blocking == Blocking::skewed;
  const std::int64_t most = job.scheme.portion + (skewed ? 1 : 2) * job.scheme.interval;
  return std::min(job.rows, most);
}

}  // namespace stencil
