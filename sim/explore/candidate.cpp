// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/candidate.hpp"

#include <algorithm>
#include <set>

#include "host/blocking/check_blocking.hpp"
#include "host/errors.hpp"

namespace stencil {
namespace {

// A step of an eighth, at least 1.
std::int64_t next_after(std::int64_t value) {
  constexpr std::int64_t fine = 64;
  return value < fine ? value + 1 : value + value / 8;
}

bool possible(const Capabilities& device, const TuneJob& job, const Candidate& candidate) {
  try {
    check_blocking(device, job.most_local_rows(candidate.stw), job.cols, candidate.portion, candidate.stw,
                   candidate.how);
    return true;
  } catch (const ArgumentError&) {
    return false;
  }
}

// Portions that cut local_rows into 1, 2, 3 .. blocks, thinning out; each once.
std::set<std::int64_t> portions(std::int64_t local_rows, std::int64_t least) {
  std::set<std::int64_t> found;
  for (std::int64_t blocks = 1; blocks <= local_rows; blocks = next_after(blocks)) {
    const std::int64_t portion = (local_rows + blocks - 1) / blocks;
    if (portion < least) break;
    found.insert(portion);
  }
  return found;
}

}  // namespace

std::int64_t TuneJob::most_local_rows(std::int64_t stw) const {
  std::int64_t most = 0;
  // Only the ends and the first ranks, which may own a row more, can differ.
  for (const std::int64_t rank : {std::int64_t{0}, std::int64_t{1}, ranks - 1}) {
    if (rank >= ranks) continue;
    const std::int64_t owned = rows / ranks + (rows % ranks > rank ? 1 : 0);
    const std::int64_t neighbours = (rank > 0 ? 1 : 0) + (rank < ranks - 1 ? 1 : 0);
    most = std::max(most, owned + neighbours * stw);
  }
  return most;
}

double TuneJob::exchange_cycles(std::int64_t stw) const {
  const std::int64_t neighbours = std::min<std::int64_t>(2, ranks - 1);
  const double bytes = 8.0 * static_cast<double>(stw) * static_cast<double>(cols);
  const double one = static_cast<double>(neighbours) * (message_latency_cycles + bytes / message_bytes_per_cycle);
  return one * static_cast<double>(steps(stw) - 1);
}

std::vector<Candidate> candidates(const TuneJob& job, const Capabilities& device) {
  std::vector<Candidate> found;
  const std::int64_t most_stw = std::min(job.iterations, job.ranks > 1 ? job.rows / job.ranks : job.iterations);
  for (std::int64_t stw = 1; stw <= most_stw; stw = next_after(stw)) {
    const std::set<std::int64_t> cuts = portions(job.most_local_rows(stw), stw);
    for (const Schedule schedule : job.schedules) {
      for (const Blocking blocking : job.blockings) {
        for (auto portion = cuts.rbegin(); portion != cuts.rend(); ++portion) {
          const Candidate candidate{{schedule, blocking}, stw, *portion};
          if (possible(device, job, candidate)) found.push_back(candidate);
        }
      }
    }
  }
  return found;
}

}  // namespace stencil
