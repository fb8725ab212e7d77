// SPDX-License-Identifier: Apache-2.0
#include "host/stages/ahead/copies_ahead.hpp"

#include <algorithm>
#include <utility>

namespace stencil {
namespace {

// Calls visit(side, access) for all accesses of a stage.
template <class Visit>
void for_each_access(const Stage& stage, const Visit& visit) {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) visit(part.side, access);
  }
}

template <class Which>
bool has_access(const Stage& stage, const SharedDatum* datum, const Which& which) {
  bool found = false;
  for_each_access(stage,
                  [&](Side, const Access& access) { found = found || (access.datum == datum && which(access)); });
  return found;
}

bool names(const Stage& stage, const SharedDatum* datum) {
  return has_access(stage, datum, [](const Access&) { return true; });
}

// The rows that are right on this side when `stage` has run.
RowRanges right_after(const Stage& stage, const SharedDatum& datum, Side side) {
  RowRanges rows = datum.valid(side);
  for_each_access(stage, [&](Side of, const Access& access) {
    if (access.datum != &datum) return;
    if (of == side ? access.leaves_wrong() : access.writes()) rows.erase(access.rows);
  });
  for_each_access(stage, [&](Side of, const Access& access) {
    if (access.datum == &datum && of == side && access.writes()) rows.insert(access.rows);
  });
  return rows;
}

// Whether runStage() will find all that the next stage reads, and places for it.
bool will_run(const Stage& next, const Stage& stage) {
  bool found = true;
  try {
    check_places(next);
  } catch (const ArgumentError&) {
    return false;
  }
  for_each_access(next, [&](Side, const Access& access) {
    if (!access.needs_old()) return;
    RowRanges missing;
    missing.insert(access.rows);
    for (const Side side : {Side::host, Side::device}) {
      const RowRanges right = right_after(stage, *access.datum, side);
      for (const RowRange& rows : right.ranges()) missing.erase(rows);
    }
    found = found && missing.empty();
  });
  return found;
}

}  // namespace

// Where the array need not wait until the stage has run.
void CopiesAhead::add(std::vector<Brought>& plan, Side side, const Access& access) const {
  auto* const array = dynamic_cast<SharedArray*>(access.datum);
  if (array == nullptr || has_access(*stage_, array, changes_rows)) return;
  // Rows that another access needs on both sides are copied at once with these.
  if (has_access(*next_, array, [](const Access& of) { return of.kind == Access::Kind::consume; })) return;
  const auto known = std::find_if(plan.begin(), plan.end(),
                                  [&](const Brought& brought) { return brought.array == array && brought.to == side; });
  if (known != plan.end()) {
    known->rows.push_back(access.rows);
    return;
  }
  Brought brought{array, side, {access.rows}};
  brought.enters = side == Side::device && !array->on_device();
  if (brought.enters) {
    SharedDatum* const tenant = array->slot()->tenant();
    brought.leaves = dynamic_cast<SharedArray*>(tenant);
    if (tenant != nullptr && brought.leaves == nullptr) return;
    if (tenant != nullptr && (names(*stage_, tenant) || names(*next_, tenant))) return;
    if (names(*stage_, array)) return;
  }
  plan.push_back(std::move(brought));
}

std::vector<CopiesAhead::Brought> CopiesAhead::plan() const {
  std::vector<Brought> plan;
  if (!will_run(*next_, *stage_)) return plan;
  for_each_access(*next_, [&](Side side, const Access& access) {
    if (access.needs_old()) add(plan, side, access);
  });
  plan.erase(std::remove_if(plan.begin(), plan.end(),
                            [](const Brought& brought) {
                              const RowRanges& valid = brought.array->valid(brought.to);
                              return std::all_of(brought.rows.begin(), brought.rows.end(),
                                                 [&](const RowRange& rows) { return valid.contains(rows); });
                            }),
             plan.end());
  return plan;
}

void CopiesAhead::starts() {
  if (next_ == nullptr || next_ == stage_ || next_->is_running() || !next_->keeps_its_side()) return;
  plan_ = plan();
  if (plan_.empty()) return;
  device_ = &plan_.front().array->device();
  plan_.erase(std::remove_if(plan_.begin(), plan_.end(),
                             [this](const Brought& brought) { return &brought.array->device() != device_; }),
              plan_.end());
  device_->when_commanded([this] { post(); });
}

// Rows that go home come first: those that take their place wait for them. Between them go the rows that wait for
// nothing.
void CopiesAhead::post() {
  device_ = nullptr;
  for (const Brought& brought : plan_) {
    home_.emplace_back(nullptr, true);
    here_.emplace_back(nullptr);
    if (brought.leaves == nullptr) continue;
    const RowRanges on_device = brought.leaves->valid(Side::device);
    brought.leaves->valid(Side::host).for_each_missing(brought.leaves->all(), [&](const RowRange& gap) {
      on_device.for_each_present(gap,
                                 [&](const RowRange& rows) { home_.back().post(*brought.leaves, Side::host, rows); });
    });
  }
  for (const Brought& brought : plan_) {
    if (brought.enters) brought.array->slot()->hand_over(*brought.array);
  }
  for (const bool waits : {false, true}) {
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (home_[i].empty() == waits) continue;
      for (const RowRange& rows : plan_[i].rows) here_[i].post(*plan_[i].array, plan_[i].to, rows);
    }
  }
}

// A copy that is lost is made again for the next stage, whose error it is then.
void CopiesAhead::arrive(Copies& copies) {
  try {
    copies.arrive();
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
  for (const StageCopy& copy : copies.arrived())
    events_.push_back({DatumReference<const SharedDatum>(*copy.datum), copy});
}

void CopiesAhead::ends() noexcept {
  if (device_ != nullptr) device_->when_commanded({});
  device_ = nullptr;
  for (std::size_t i = 0; i < home_.size(); ++i) {
    arrive(home_[i]);
    if (plan_[i].leaves != nullptr) events_.push_back({DatumReference<const SharedDatum>(*plan_[i].leaves), {}});
  }
  for (Copies& copies : here_) arrive(copies);
  home_.clear();
  here_.clear();
  plan_.clear();
}

void CopiesAhead::tell(StageObserver* observer) {
  for (const Event& event : std::exchange(events_, {})) {
    const SharedDatum* const datum = event.datum.get();
    if (observer == nullptr || datum == nullptr) continue;
    event.copy.datum != nullptr ? observer->copied(event.copy) : observer->leaves_device(*datum);
  }
}

}  // namespace stencil
