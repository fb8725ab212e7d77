// SPDX-License-Identifier: Apache-2.0
#include "host/stages/run_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

// The stage whose function is being called on this thread, innermost.
thread_local const Stage* running = nullptr;

class Running {
 public:
  explicit Running(Stage& stage) : stage_(stage) {
    stage.begin_running(running);
    running = &stage;
  }
  ~Running() {
    running = stage_.outer();
    stage_.end_running();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Stage& stage_;
};

// Copies that are posted together and waited for together. A row is marked when its copy has arrived, and not before.
class Copies {
 public:
  explicit Copies(StageObserver* observer) : observer_(observer) {}

  // The rows of `range` that `to` lacks, but for those posted already. Whatever is posted must arrive().
  void post(SharedDatum& datum, Side to, const RowRange& range) {
    RowRanges missing;
    datum.valid(to).for_each_missing(range, [&](const RowRange& rows) { missing.insert(rows); });
    for (const Posted& copy : copies_) {
      if (copy.datum == &datum && copy.to == to) missing.erase(copy.rows);
    }
    if (error_) return;
    try {
      for (const RowRange& rows : missing.ranges()) {
        to == Side::device ? datum.copyRowsToDevice(rows) : datum.copyRowsFromDevice(rows);
        copies_.push_back({&datum, to, rows});
        data_.push_back(&datum);
      }
    } catch (...) {
      error_ = std::current_exception();
      data_.push_back(&datum);  // part of a copy may be under way
    }
  }

  // Waits for the datum, too, though nothing was posted here.
  void wait_for(SharedDatum& datum) { data_.push_back(&datum); }

  // Nothing is under way afterwards, whatever is thrown: the first thing that a post or a settle() threw.
  void arrive() {
    std::vector<const SharedDatum*> settled;
    std::vector<const SharedDatum*> lost;
    for (SharedDatum* datum : data_) {
      if (has(settled, datum)) continue;
      settled.push_back(datum);
      try {
        datum->settle();
      } catch (...) {
        if (!error_) error_ = std::current_exception();
        lost.push_back(datum);
      }
    }
    copies_.erase(
        std::remove_if(copies_.begin(), copies_.end(), [&](const Posted& copy) { return has(lost, copy.datum); }),
        copies_.end());
    for (const Posted& copy : copies_) copy.datum->mark_valid(copy.to, copy.rows);
    if (observer_ != nullptr) {
      for (const Posted& copy : copies_) {
        observer_->copied({copy.datum, copy.to, copy.rows, copy.datum->bytes(copy.rows)});
      }
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Posted {
    SharedDatum* datum;
    Side to;
    RowRange rows;
  };

  static bool has(const std::vector<const SharedDatum*>& data, const SharedDatum* datum) {
    return std::find(data.begin(), data.end(), datum) != data.end();
  }

  StageObserver* observer_;
  std::vector<Posted> copies_;
  std::vector<SharedDatum*> data_;  // some of them several times
  std::exception_ptr error_;
};

bool is_there(const Access& access, Side side) {
  const bool here = !access.needs_old() || access.datum->valid(side).contains(access.rows);
  const bool kept = access.kind != Access::Kind::consume || access.datum->valid(other(side)).contains(access.rows);
  return here && kept;
}

bool changes_rows(const Access& access) {
  return access.writes() || access.leaves_wrong();
}

// A part on the host that consumes rows leaves the right ones on the device: they must have their place there.
bool needs_place(const Access& access, Side side) {
  return side == Side::device || (access.kind == Access::Kind::consume && !access.rows.empty());
}

RowRange common_rows(const RowRange& a, const RowRange& b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

// Before anything is copied: a stage in the function of others.
void refuse_conflict(const Stage& stage, const Stage& outer) {
  const auto for_each = [](const Stage& of, const auto& visit) {
    for (const StagePart& part : of.parts()) {
      for (const Access& access : part.accesses) visit(part.side, access);
    }
  };
  for_each(stage, [&](Side side, const Access& access) {
    for_each(outer, [&](Side outer_side, const Access& held) {
      const SharedDatum& datum = *access.datum;
      if (&datum == held.datum) {
        const RowRange rows = common_rows(access.rows, held.rows);
        if (rows.empty() || (!changes_rows(access) && !changes_rows(held))) return;
        throw ArgumentError(
            fmt::format("stage {}: rows [{}, {}) of {}, must not be those of stage {}, in whose function it runs: one "
                        "of the two writes them",
                        stage.name(), rows.first, rows.last, datum.name(), outer.name()));
      }
      if (needs_place(access, side) && needs_place(held, outer_side) && datum.shared_place() != nullptr &&
          datum.shared_place() == held.datum->shared_place()) {
        throw ArgumentError(
            fmt::format("stage {}: {} must not take the place of {} on the device: stage {}, in whose "
                        "function it runs, works on it",
                        stage.name(), datum.name(), held.datum->name(), outer.name()));
      }
    });
  });
}

void refuse_conflicts(const Stage& stage) {
  if (stage.is_running()) {
    throw ArgumentError(fmt::format("stage {} is running, must not run itself", stage.name()));
  }
  for (const Stage* outer = running; outer != nullptr; outer = outer->outer()) refuse_conflict(stage, *outer);
}

// Before anything is copied or loses its place.
void check_places(const Stage& stage) {
  std::vector<const SharedDatum*> placed;
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      const void* place = access.datum->shared_place();
      if (place == nullptr || !needs_place(access, part.side)) continue;
      for (const SharedDatum* before : placed) {
        if (before == access.datum || before->shared_place() != place) continue;
        throw ArgumentError(
            fmt::format("stage {}: {} has the same place on the device as another of its data, must have "
                        "one of its own",
                        stage.name(), before->name()));
      }
      placed.push_back(access.datum);
    }
  }
}

void enter(const Stage& stage, StageObserver* observer) {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (needs_place(access, part.side) && !access.datum->on_device()) access.datum->enter_device(observer);
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

// The other side was not touched.
void mark_failed(const Stage& stage) {
  for (const StagePart& part : stage.parts()) {
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

void call(Stage& stage, StageObserver* observer) {
  const Running guard(stage);
  if (observer == nullptr) return stage.run();
  observer->runs(stage);
  try {
    stage.run();
  } catch (...) {
    observer->ran(stage, true);
    throw;
  }
  observer->ran(stage, false);
}

}  // namespace

void runStage(Stage& stage, StageObserver* observer) {
  if (running != nullptr && stage.is_running()) refuse_conflicts(stage);
  stage.choose();
  if (running != nullptr) refuse_conflicts(stage);
  if (observer != nullptr) observer->begins(stage);
  // As it left its data, so it finds them.
  const bool nothing_to_do = stage.seen_unchanged();
  if (!nothing_to_do) prepare(stage, observer);
  try {
    call(stage, observer);
  } catch (const ChosenTooLate& refusal) {
    // None of its functions was called: nothing has touched the data.
    fail(stage, &refusal.stage() != &stage || stage.was_called(), observer);
    throw;
  } catch (...) {
    fail(stage, true, observer);
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
  if (missing.empty()) return;
  for (const Stage* outer = running; outer != nullptr; outer = outer->outer()) {
    for (const StagePart& part : outer->parts()) {
      for (const Access& access : part.accesses) {
        if (access.datum != &datum || !changes_rows(access)) continue;
        for (const RowRange& rows : missing) {
          if (common_rows(rows, access.rows).empty()) continue;
          throw ArgumentError(fmt::format("flush of {}: rows [{}, {}), must not be those that stage {} is writing",
                                          datum.name(), rows.first, rows.last, outer->name()));
        }
      }
    }
  }
  Copies copies(observer);
  for (const RowRange& rows : missing) copies.post(datum, Side::host, rows);
  copies.arrive();
}

}  // namespace stencil
