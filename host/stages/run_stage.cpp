// SPDX-License-Identifier: Apache-2.0
#include "host/stages/run_stage.hpp"

#include <fmt/format.h>

#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/copies.hpp"
#include "host/stages/nesting.hpp"
#include "host/stages/stage_watch.hpp"

namespace stencil {
namespace {

bool is_there(const Access& access, Side side) {
  const bool here = !access.needs_old() || access.datum->valid(side).contains(access.rows);
  const bool kept = access.kind != Access::Kind::consume || access.datum->valid(other(side)).contains(access.rows);
  return here && kept;
}

void enter(const Stage& stage, StageObserver* observer) {
  bool entered = false;
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (needs_place(access, part.side) && access.datum->take_place(observer)) entered = true;
    }
  }
  if (entered) refuse_displaced(stage);
}

// Throws ArgumentError where rows are right on neither side. Called before any copy. Returns whether the stage needs
// copies.
bool check_sources(const Stage& stage) {
  bool all_there = true;
  for (const StagePart& part : stage.parts()) {
    const Side from = other(part.side);
    for (const Access& access : part.accesses) {
      if (is_there(access, part.side)) continue;
      all_there = false;
      const SharedDatum& datum = *access.datum;
      datum.valid(part.side).for_each_missing(access.rows, [&](const RowRange& rows) {
        if (datum.valid(from).contains(rows)) return;
        throw ArgumentError(
            fmt::format("stage {} on the {} needs rows [{}, {}) of {}: right on the host: {}; on the device: {}; must "
                        "be written, or be there from the beginning",
                        stage.name(), name_of(part.side), rows.first, rows.last, datum.name(),
                        describe(datum.valid(Side::host)), describe(datum.valid(Side::device))));
      });
    }
  }
  return !all_there;
}

void bring(const Stage& stage, StageObserver* observer) {
  Copies copies(observer);
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (!access.needs_old()) continue;
      copies.post(*access.datum, part.side, access.rows);
      if (access.kind == Access::Kind::consume) copies.post(*access.datum, other(part.side), access.rows);
    }
  }
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) copies.wait_for(*access.datum);
  }
  copies.arrive();
}

// Marks wrong rows first, because rows that are also written are right.
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

// Changes only the sides where the stage ran.
void mark_failed(const Stage& stage) {
  for (const StagePart& part : stage.parts()) {
    if (!stage.ran_on(part.side)) continue;
    for (const Access& access : part.accesses) {
      if (changes_rows(access)) access.datum->mark_invalid(part.side, access.rows);
    }
  }
}

void fail(Stage& stage, bool was_run, StageObserver* observer) {
  if (was_run) mark_failed(stage);
  stage.forget();
  if (observer != nullptr) observer->failed(stage, was_run);
}

void prepare(Stage& stage, StageObserver* observer) {
  const bool missing = check_sources(stage);
  check_places(stage);
  try {
    enter(stage, observer);
    if (missing) bring(stage, observer);
  } catch (...) {
    if (observer != nullptr) observer->failed(stage, false);
    throw;
  }
  stage.see();
}

// Runs the function; company may be null.
void run_beside(Stage& stage, StageCompany* company) {
  const Beside guard(company);
  stage.run();
}

void call(Stage& stage, StageObserver* observer, StageCompany* company) {
  const Running guard(stage);
  StageWatch* const watch = stage_watch.load(std::memory_order_relaxed);
  if (observer == nullptr && watch == nullptr) return run_beside(stage, company);
  const auto ran = [&](bool threw) {
    if (watch != nullptr) watch->ran(stage, threw);
    if (observer != nullptr) observer->ran(stage, threw);
  };
  if (observer != nullptr) observer->runs(stage);
  if (watch != nullptr) watch->runs(stage);
  try {
    run_beside(stage, company);
  } catch (...) {
    ran(true);
    throw;
  }
  ran(false);
}

void run(Stage& stage, StageObserver* observer, StageCompany* company) {
  end_company();
  if (stage.is_running()) refuse_conflicts(stage);
  stage.choose();
  refuse_conflicts(stage);
  StageWatch* const watch = stage_watch.load(std::memory_order_relaxed);
  if (observer != nullptr) observer->begins(stage);
  if (watch != nullptr) watch->begins(stage);
  if (company != nullptr) company->tell(observer);
  // True if nothing has changed since the stage last ran.
  const bool nothing_to_do = stage.seen_unchanged();
  if (!nothing_to_do) prepare(stage, observer);
  try {
    call(stage, observer, company);
  } catch (const ChosenTooLate& refusal) {
    // If none of the stage's functions was called, its data have not changed.
    fail(stage, &refusal.stage() != &stage || stage.was_called(), observer);
    throw;
  } catch (...) {
    fail(stage, true, observer);
    throw;
  }
  if (!nothing_to_do || !stage.seen_unchanged()) mark(stage);
  if (watch != nullptr) watch->ended(stage);
  if (observer != nullptr) observer->ended(stage);
}

}  // namespace

void runStage(Stage& stage, StageObserver* observer) {
  run(stage, observer, nullptr);
}

void run_with(Stage& stage, StageObserver* observer, StageCompany& company) {
  run(stage, observer, &company);
}

void flush(SharedDatum& datum, StageObserver* observer) {
  end_company();
  std::vector<RowRange> missing;
  datum.valid(Side::host).for_each_missing(datum.all(), [&](const RowRange& gap) {
    datum.valid(Side::device).for_each_present(gap, [&](const RowRange& rows) { missing.push_back(rows); });
  });
  if (missing.empty()) return;
  refuse_flush(datum, missing);
  Copies copies(observer, true);
  for (const RowRange& rows : missing) copies.post(datum, Side::host, rows);
  copies.arrive();
}

}  // namespace stencil
