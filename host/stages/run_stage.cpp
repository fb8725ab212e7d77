// SPDX-License-Identifier: Apache-2.0
#include "host/stages/run_stage.hpp"

#include <fmt/format.h>

#include <vector>

#include "host/errors.hpp"

namespace stencil {
namespace {

void copy_rows(SharedDatum& datum, Side to, const RowRange& rows, const CopyListener& copied) {
  to == Side::device ? datum.copyRowsToDevice(rows) : datum.copyRowsFromDevice(rows);
  datum.mark_valid(to, rows);
  if (copied) copied({&datum, to, rows, datum.bytes(rows)});
}

// Before anything is copied.
void check_sources(const Stage& stage) {
  const Side from = other(stage.target());
  for (const Access& access : stage.accesses()) {
    if (!access.needs_old()) continue;
    const SharedDatum& datum = *access.datum;
    datum.valid(stage.target()).for_each_missing(access.range(), [&](const RowRange& rows) {
      if (datum.valid(from).contains(rows)) return;
      throw ArgumentError(
          fmt::format("stage {} on the {} needs rows [{}, {}) of {}: right on the host: {}; on the device: {}; must be "
                      "written, or be there from the beginning",
                      stage.name(), name_of(stage.target()), rows.first, rows.last, datum.name(),
                      describe(datum.valid(Side::host)), describe(datum.valid(Side::device))));
    });
  }
}

void bring(const Stage& stage, const CopyListener& copied) {
  std::vector<RowRange> missing;  // the set must not change while it is asked
  for (const Access& access : stage.accesses()) {
    if (!access.needs_old()) continue;
    missing.clear();
    access.datum->valid(stage.target()).for_each_missing(access.range(), [&](const RowRange& rows) {
      missing.push_back(rows);
    });
    for (const RowRange& rows : missing) copy_rows(*access.datum, stage.target(), rows, copied);
  }
}

}  // namespace

void runStage(Stage& stage, const CopyListener& copied) {
  check_sources(stage);
  bring(stage, copied);
  if (stage.target() == Side::host) {
    for (const Access& access : stage.accesses()) access.datum->settle();
  }
  for (const Access& access : stage.accesses()) {
    if (!access.writes()) continue;
    access.datum->mark_invalid(Side::host, access.range());
    access.datum->mark_invalid(Side::device, access.range());
  }
  stage.run();
  for (const Access& access : stage.accesses()) {
    if (access.writes()) access.datum->mark_valid(stage.target(), access.range());
  }
}

void flush(SharedDatum& datum, const CopyListener& copied) {
  std::vector<RowRange> missing;
  datum.valid(Side::host).for_each_missing(datum.all(), [&](const RowRange& gap) {
    datum.valid(Side::device).for_each_present(gap, [&](const RowRange& rows) { missing.push_back(rows); });
  });
  for (const RowRange& rows : missing) copy_rows(datum, Side::host, rows, copied);
  datum.settle();
}

}  // namespace stencil
