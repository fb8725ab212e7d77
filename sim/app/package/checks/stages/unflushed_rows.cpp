// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stages/unflushed_rows.hpp"

#include <algorithm>

namespace stencil {
namespace {

// A program may look at one row alone.
bool has_some(const SharedDatum& datum, const RowRange& rows) {
  bool found = false;
  datum.valid(Side::host).for_each_present(rows, [&](const RowRange&) { found = true; });
  return found;
}

}  // namespace

void UnflushedRows::ran(const Stage& stage) {
  std::vector<Written> written;
  for (const StagePart& part : stage.parts()) {
    if (part.side != Side::device || !stage.ran_on(Side::device)) continue;
    for (const Access& access : part.accesses) {
      if (access.writes() && !access.rows.empty())
        written.push_back({DatumReference<const SharedDatum>(*access.datum), access.datum->name(), access.rows});
    }
  }
  if (written.empty()) return;
  const std::lock_guard lock(mutex_);
  stage_ = stage.name();
  written_ = std::move(written);
}

void UnflushedRows::destroyed(const SharedDatum& datum) {
  const std::lock_guard lock(mutex_);
  for (Written& each : written_) {
    if (each.datum.get() == &datum) each.came_back = has_some(datum, each.rows);
  }
}

std::optional<UnflushedRows::Left> UnflushedRows::at_the_end() {
  const std::lock_guard lock(mutex_);
  Left left;
  for (const Written& each : written_) {
    const SharedDatum* const datum = each.datum.get();
    if (datum != nullptr ? has_some(*datum, each.rows) : each.came_back) return std::nullopt;
    if (left.rows == 0) left.datum = each.name;
    left.rows += each.rows.last - each.rows.first;
  }
  if (left.rows == 0) return std::nullopt;
  left.stage = stage_;
  return left;
}

}  // namespace stencil
