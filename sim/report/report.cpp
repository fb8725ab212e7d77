// SPDX-License-Identifier: Apache-2.0
#include "sim/report/report.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "host/counts.hpp"

namespace stencil {

bool operator<(const BlockRecord& a, const BlockRecord& b) {
  return std::tie(a.step, a.rank, a.block) < std::tie(b.step, b.rank, b.block);
}

std::optional<bool> Verdict::ok() const {
  if (compared.value_or(0) == 0) return std::nullopt;
  return mismatches == 0;
}

std::optional<double> Totals::efficiency() const {
  if (cycles == 0) return std::nullopt;
  return static_cast<double>(ideal_cycles) / static_cast<double>(cycles);
}

double Simulation::device_cycles_per_s(const Totals& totals) const {
  return wall_s > 0.0 ? static_cast<double>(totals.cycles_all_ranks) / wall_s : 0.0;
}

Totals Report::totals() const {
  Totals totals;
  std::map<std::int64_t, CycleCounts> by_rank;
  for (const BlockRecord& block : blocks) {
    by_rank[block.rank] += block.cycles;
    totals.cycles_all_ranks += block.cycles.total();
    totals.traffic += block.traffic;
  }
  for (const auto& [rank, cycles] : by_rank) {
    if (cycles.total() > totals.slowest.total()) totals.slowest = cycles;
    totals.model_cycles = std::max(totals.model_cycles, cycles.model.total());
    totals.ideal_cycles = std::max(totals.ideal_cycles, cycles.ideal);
  }
  totals.cycles = totals.slowest.total();
  return totals;
}

}  // namespace stencil
