// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/app/hang_detector/board/rank_state.hpp"

namespace stencil {
namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

std::size_t index_of(const std::vector<RankState>& ranks, int rank) {
  const auto found = std::find_if(ranks.begin(), ranks.end(), [&](const RankState& one) { return one.rank == rank; });
  return found == ranks.end() ? nobody : static_cast<std::size_t>(found - ranks.begin());
}

}  // namespace

// The greatest fixed point: begins with all ranks that wait, and takes out those that may go on until none is left to
// take out.
std::vector<std::size_t> stuck_ranks(const std::vector<RankState>& ranks) {
  std::vector<bool> stuck;
  stuck.reserve(ranks.size());
  for (const RankState& one : ranks) {
    stuck.push_back(one.life == RankState::Life::running && one.waits() && !one.needs.empty());
  }
  const auto cannot_come = [&](const Need& need) {
    if (need.kind == Need::Kind::unknown || need.may_come) return false;
    if (!need.instead.empty()) return true;
    const std::size_t from = index_of(ranks, need.rank);
    return from != nobody && (stuck[from] || ranks[from].is_gone());
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (!stuck[i]) continue;
      const std::vector<Need>& needs = ranks[i].needs;
      const bool stays = ranks[i].any ? std::all_of(needs.begin(), needs.end(), cannot_come)
                                      : std::any_of(needs.begin(), needs.end(), cannot_come);
      if (stays) continue;
      stuck[i] = false;
      changed = true;
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < stuck.size(); ++i) {
    if (stuck[i]) result.push_back(i);
  }
  return result;
}

}  // namespace stencil
