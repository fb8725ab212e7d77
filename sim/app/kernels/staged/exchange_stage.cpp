// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/solver_stages.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace stencil {
namespace {

// The owned rows that the north neighbour holds as halo rows.
RowRange north_edge(const StripData& data, std::int64_t halo) {
  const std::int64_t rows = data.strip.before > 0 ? std::min(halo, data.strip.owned) : 0;
  return {data.owned().first, data.owned().first + rows};
}
RowRange south_edge(const StripData& data, std::int64_t halo) {
  const std::int64_t rows = data.strip.after > 0 ? std::min(halo, data.strip.owned) : 0;
  return {data.owned().last - rows, data.owned().last};
}

// Edges that touch or overlap become one range.
std::vector<RowRange> edges(const StripData& data, std::int64_t halo) {
  RowRanges rows;
  for (const RowRange& edge : {north_edge(data, halo), south_edge(data, halo)}) {
    if (!edge.empty()) rows.insert(edge);
  }
  return rows.ranges();
}

std::vector<RowRange> halos(const StripData& data) {
  std::vector<RowRange> rows;
  for (const RowRange& halo : {data.north_halo(), data.south_halo()}) {
    if (!halo.empty()) rows.push_back(halo);
  }
  return rows;
}

// Uses the rank's memory as a bounce buffer: its old values of these rows do not matter.
void exchange_on_device(SolverData& data, const std::function<void()>& exchange, std::int64_t halo) {
  for (StripData& strip : data.strips.all()) {
    for (const RowRange& rows : edges(strip, halo)) {
      strip.f->copyRowsFromDevice(rows);
      data.ledger.moved_by_stage({strip.f.get(), Side::host, rows, strip.f->bytes(rows)});
    }
  }
  data.memory.settle();
  exchange();
  for (StripData& strip : data.strips.all()) {
    for (const RowRange& rows : halos(strip)) {
      strip.f->copyRowsToDevice(rows);
      data.ledger.moved_by_stage({strip.f.get(), Side::device, rows, strip.f->bytes(rows)});
    }
  }
  data.memory.settle();
}

}  // namespace

std::unique_ptr<Stage> make_exchange_stage(SolverData& data, Where where, std::function<void()> exchange,
                                           std::int64_t halo) {
  std::vector<Access> accesses;
  for (StripData& strip : data.strips.all()) {
    for (const RowRange& rows : edges(strip, halo)) accesses.push_back(reads(*strip.f, rows));
    for (const RowRange& rows : halos(strip)) accesses.push_back(overwrites(*strip.f, rows));
  }
  const Side side = where == Where::accel ? Side::device : Side::host;
  auto on_device = [&data, exchange, halo] { exchange_on_device(data, exchange, halo); };
  return std::make_unique<Stage>("exchange", side, std::move(exchange), std::move(on_device), std::move(accesses));
}

}  // namespace stencil
