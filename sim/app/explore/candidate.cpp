// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/candidate.hpp"

#include <algorithm>

#include "host/base/errors.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "sim/app/kernels/blocks/required_kernel.hpp"
#include "sim/app/kernels/blocks/steps.hpp"

namespace stencil {
namespace {

bool possible(const Capabilities& device, const TuneJob& job, const BlockScheme& candidate) {
  try {
    check_blocking(device, job.most_local_rows(candidate.interval), job.cols, candidate.portion, candidate.interval,
                   candidate.how);
    return true;
  } catch (const ArgumentError&) {
    return false;
  }
}

}  // namespace

std::int64_t next_choice(std::int64_t value) {
  constexpr std::int64_t fine = 64;
  return value < fine ? value + 1 : value + value / 8;
}

std::set<std::int64_t> portions_of(const Capabilities& device, std::int64_t cols, std::int64_t local_rows,
                                   std::int64_t interval, Blocking blocking) {
  std::set<std::int64_t> found;
  const std::int64_t rows_that_fit = device.memory_words / cols;
  const std::int64_t overlap = blocking == Blocking::skewed ? interval : 2 * interval;
  const std::int64_t most = local_rows <= rows_that_fit ? local_rows : rows_that_fit - overlap;
  if (most < interval) return found;
  found.insert(most);
  const std::int64_t fewest = (local_rows + most - 1) / most;
  for (std::int64_t more = 0; fewest + more <= local_rows; more = next_choice(more)) {
    const std::int64_t portion = (local_rows + fewest + more - 1) / (fewest + more);
    if (portion < interval) break;
    found.insert(portion);
  }
  return found;
}

std::int64_t TuneJob::most_local_rows(std::int64_t interval) const {
  std::int64_t most = 0;
  // Only the first and last rank, and the ranks that own a row more, can differ.
  for (const std::int64_t rank : {std::int64_t{0}, std::int64_t{1}, ranks - 1}) {
    if (rank >= ranks) continue;
    const std::int64_t owned = rows / ranks + (rows % ranks > rank ? 1 : 0);
    const std::int64_t neighbours = (rank > 0 ? 1 : 0) + (rank < ranks - 1 ? 1 : 0);
    most = std::max(most, owned + neighbours * interval);
  }
  return most;
}

double TuneJob::exchange_cycles(std::int64_t interval) const {
  const std::int64_t neighbours = std::min<std::int64_t>(2, ranks - 1);
  const double bytes = 8.0 * static_cast<double>(interval) * static_cast<double>(cols);
  const double one = static_cast<double>(neighbours) * (message_latency_cycles + bytes / message_bytes_per_cycle);
  return one * static_cast<double>(Steps{iterations, interval}.last());
}

std::vector<BlockScheme> candidates(const TuneJob& job, const Capabilities& device) {
  // The weights do not matter; they exist for two rows and columns or more.
  require_operator(device,
                   job.kernel->weights(std::max<std::int64_t>(job.rows, 2), std::max<std::int64_t>(job.cols, 2)));
  std::vector<BlockScheme> found;
  const std::int64_t most_interval = std::min(job.iterations, job.ranks > 1 ? job.rows / job.ranks : job.iterations);
  for (std::int64_t interval = 1; interval <= most_interval; interval = next_choice(interval)) {
    for (const Schedule schedule : job.schedules) {
      for (const Blocking blocking : job.blockings) {
        const std::set<std::int64_t> cuts =
            portions_of(device, job.cols, job.most_local_rows(interval), interval, blocking);
        for (auto portion = cuts.rbegin(); portion != cuts.rend(); ++portion) {
          const BlockScheme candidate{{schedule, blocking}, *portion, interval};
          if (possible(device, job, candidate)) found.push_back(candidate);
        }
      }
    }
  }
  return found;
}

}  // namespace stencil
