// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/solver_stages.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace stencil {
namespace {

// Rows that the neighbour above, or below, holds as its shadow.
RowRange top_edge(const StripData& data, std::int64_t shadow) {
  const std::int64_t rows = data.strip.before > 0 ? std::min(shadow, data.strip.owned) : 0;
  return {data.owned().first, data.owned().first + rows};
}
RowRange bottom_edge(const StripData& data, std::int64_t shadow) {
  const std::int64_t rows = data.strip.after > 0 ? std::min(shadow, data.strip.owned) : 0;
  return {data.owned().last - rows, data.owned().last};
}

// Edges that meet are one piece.
std::vector<RowRange> edges(const StripData& data, std::int64_t shadow) {
  RowRanges rows;
  for (const RowRange& edge : {top_edge(data, shadow), bottom_edge(data, shadow)}) {
    if (!edge.empty()) rows.insert(edge);
  }
  return rows.ranges();
}

std::vector<RowRange> shadows(const StripData& data) {
  std::vector<RowRange> rows;
  for (const RowRange& shadow : {data.above(), data.below()}) {
    if (!shadow.empty()) rows.push_back(shadow);
  }
  return rows;
}

// Through the rank's memory as a bounce buffer: what stands there for these rows does not count.
void exchange_on_device(SolverData& data, const std::function<void()>& exchange, std::int64_t shadow) {
  for (StripData& strip : data.strips.all()) {
    for (const RowRange& rows : edges(strip, shadow)) {
      strip.f->copyRowsFromDevice(rows);
      data.ledger.moved_by_stage({strip.f.get(), Side::host, rows, strip.f->bytes(rows)});
    }
  }
  data.memory.settle();
  exchange();
  for (StripData& strip : data.strips.all()) {
    for (const RowRange& rows : shadows(strip)) {
      strip.f->copyRowsToDevice(rows);
      data.ledger.moved_by_stage({strip.f.get(), Side::device, rows, strip.f->bytes(rows)});
    }
  }
  data.memory.settle();
}

}  // namespace

std::unique_ptr<Stage> make_exchange_stage(SolverData& data, Where where, std::function<void()> exchange,
                                           std::int64_t shadow) {
  std::vector<Access> accesses;
  for (StripData& strip : data.strips.all()) {
    for (const RowRange& rows : edges(strip, shadow)) accesses.push_back(reads(*strip.f, rows));
    for (const RowRange& rows : shadows(strip)) accesses.push_back(overwrites(*strip.f, rows));
  }
  const Side side = where == Where::accel ? Side::device : Side::host;
  auto on_device = [&data, exchange, shadow] { exchange_on_device(data, exchange, shadow); };
  return std::make_unique<Stage>("exchange", side, std::move(exchange), std::move(on_device), std::move(accesses));
}

}  // namespace stencil
