// SPDX-License-Identifier: Apache-2.0
#include "host/stages/run_stage.hpp"

#include <fmt/format.h>

#include <vector>

#include "host/errors.hpp"

namespace stencil {
namespace {

void copy_rows(SharedDatum& datum, Side to, const RowRange& rows, StageObserver* observer) {
  to == Side::device ? datum.copyRowsToDevice(rows) : datum.copyRowsFromDevice(rows);
  datum.mark_valid(to, rows);
  if (observer != nullptr) observer->copied({&datum, to, rows, datum.bytes(rows)});
}

// The rows of `range` that `to` lacks; the set must not change while it is asked.
std::vector<RowRange> missing_rows(const SharedDatum& datum, Side to, const RowRange& range) {
  std::vector<RowRange> missing;
  datum.valid(to).for_each_missing(range, [&](const RowRange& rows) { missing.push_back(rows); });
  return missing;
}

bool is_there(const Access& access, Side side) {
  const bool here = !access.needs_old() || access.datum->valid(side).contains(access.rows);
  const bool kept = access.kind != Access::Kind::consume || access.datum->valid(other(side)).contains(access.rows);
  return here && kept;
}

void enter(const Stage& stage, StageObserver* observer) {
  for (const StagePart& part : stage.parts()) {
    if (part.side == Side::host) continue;
    for (const Access& access : part.accesses) {
      if (!access.datum->on_device()) access.datum->enter_device(observer);
    }
    for (const Access& access : part.accesses) {
      if (access.datum->on_device()) continue;
      throw ArgumentError(
          fmt::format("stage {}: {} has the same place on the device as another of its data, must have "
                      "one of its own",
                      stage.name(), access.datum->name()));
    }
  }
}

// Before anything is copied or loses its place. Returns whether something must be.
bool check_sources(const Stage& stage) {
  bool all_there = true;
  for (const StagePart& part : stage.parts()) {
    const Side from = other(part.side);
    for (const Access& access : part.accesses) {
      if (is_there(access, part.side)) continue;
      all_there = false;
      const SharedDatum& datum = *access.datum;
      for (const RowRange& rows : missing_rows(datum, part.side, access.rows)) {
        if (datum.valid(from).contains(rows)) continue;
        throw ArgumentError(
            fmt::format("stage {} on the {} needs rows [{}, {}) of {}: right on the host: {}; on the device: {}; must "
                        "be written, or be there from the beginning",
                        stage.name(), name_of(part.side), rows.first, rows.last, datum.name(),
                        describe(datum.valid(Side::host)), describe(datum.valid(Side::device))));
      }
    }
  }
  return !all_there;
}

void bring(const Stage& stage, StageObserver* observer) {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (!access.needs_old()) continue;
      SharedDatum& datum = *access.datum;
      for (const RowRange& rows : missing_rows(datum, part.side, access.rows)) {
        copy_rows(datum, part.side, rows, observer);
      }
      if (access.kind != Access::Kind::consume) continue;
      for (const RowRange& rows : missing_rows(datum, other(part.side), access.rows)) {
        copy_rows(datum, other(part.side), rows, observer);
      }
    }
  }
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) access.datum->settle();
  }
}

// What was left wrong first: rows that are written as well are right.
void mark(const Stage& stage) {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (access.leaves_wrong()) access.datum->mark_invalid(part.side, access.rows);
    }
  }
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (!access.writes()) continue;
      access.datum->mark_valid(part.side, access.rows);
      access.datum->mark_invalid(other(part.side), access.rows);
    }
  }
}

void mark_failed(const Stage& stage) {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (access.writes() || access.leaves_wrong()) access.datum->mark_invalid(part.side, access.rows);
      if (access.writes()) access.datum->mark_invalid(other(part.side), access.rows);
    }
  }
}

}  // namespace

void runStage(Stage& stage, StageObserver* observer) {
  if (observer != nullptr) observer->begins(stage);
  // As it left its data, so it finds them.
  const bool nothing_to_do = stage.seen_unchanged();
  if (!nothing_to_do) {
    const bool missing = check_sources(stage);
    enter(stage, observer);
    if (missing) bring(stage, observer);
    stage.see();
  }
  try {
    stage.run();
  } catch (...) {
    mark_failed(stage);
    throw;
  }
  if (!nothing_to_do || !stage.seen_unchanged()) mark(stage);
  if (observer != nullptr) observer->ended(stage);
}

void flush(SharedDatum& datum, StageObserver* observer) {
  std::vector<RowRange> missing;
  datum.valid(Side::host).for_each_missing(datum.all(), [&](const RowRange& gap) {
    datum.valid(Side::device).for_each_present(gap, [&](const RowRange& rows) { missing.push_back(rows); });
  });
  for (const RowRange& rows : missing) copy_rows(datum, Side::host, rows, observer);
  if (!missing.empty()) datum.settle();
}

}  // namespace stencil
