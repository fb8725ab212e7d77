// SPDX-License-Identifier: Apache-2.0
#include "host/stages/nesting.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

// The innermost stage whose function is being called on this thread.
thread_local const Stage* running = nullptr;
thread_local StageCompany* company_of_running = nullptr;

// Throws ArgumentError where a stage inside the function of `outer` conflicts with it. Called before any copy.
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
      if (needs_place(access, side) && needs_place(held, outer_side) && may_share_place(datum, *held.datum)) {
        throw ArgumentError(
            fmt::format("stage {}: {} must not take the place of {} on the device: stage {}, in whose "
                        "function it runs, works on it",
                        stage.name(), datum.name(), held.datum->name(), outer.name()));
      }
    });
  });
}

}  // namespace

Running::Running(Stage& stage) : stage_(stage) {
  stage.begin_running(running);
  running = &stage;
}

Running::~Running() {
  running = stage_.outer();
  stage_.end_running();
}

bool runs_inside_a_stage() {
  return running != nullptr;
}

Beside::Beside(StageCompany* company) {
  if (company == nullptr) return;
  company->starts();
  company_of_running = company;
}

Beside::~Beside() {
  end_company();
}

void end_company() noexcept {
  if (StageCompany* const company = std::exchange(company_of_running, nullptr)) company->ends();
}

bool changes_rows(const Access& access) {
  return access.writes() || access.leaves_wrong();
}

bool needs_place(const Access& access, Side side) {
  return side == Side::device || (access.kind == Access::Kind::consume && !access.rows.empty());
}

bool may_share_place(const SharedDatum& a, const SharedDatum& b) {
  if (a.shared_place() != nullptr || b.shared_place() != nullptr) return a.shared_place() == b.shared_place();
  return a.takes_turns() && b.takes_turns() && (!a.on_device() || !b.on_device());
}

void check_places(const Stage& stage) {
  std::vector<const SharedDatum*> placed;
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      const SharedDatum& datum = *access.datum;
      if (!needs_place(access, part.side)) continue;
      datum.check_place();
      if (datum.shared_place() == nullptr && !datum.takes_turns()) continue;
      for (const SharedDatum* before : placed) {
        if (before == &datum || !may_share_place(*before, datum)) continue;
        if (datum.shared_place() == nullptr) {
          throw ArgumentError(fmt::format(
              "stage {}: {} and {} enter the device, must each name their place in shared_place(): one might displace "
              "the other",
              stage.name(), before->name(), datum.name()));
        }
        throw ArgumentError(
            fmt::format("stage {}: {} has the same place on the device as another of its data, must have "
                        "one of its own",
                        stage.name(), before->name()));
      }
      placed.push_back(&datum);
    }
  }
}

void refuse_displaced(const Stage& stage) {
  const auto check = [&](const Stage& one) {
    for (const StagePart& part : one.parts()) {
      for (const Access& access : part.accesses) {
        if (!needs_place(access, part.side) || access.datum->on_device()) continue;
        throw ArgumentError(fmt::format(
            "stage {}: {}, which stage {} needs on the device, was displaced there by another datum, must name the "
            "place of both in shared_place()",
            stage.name(), access.datum->name(), one.name()));
      }
    }
  };
  check(stage);
  for (const Stage* outer = running; outer != nullptr; outer = outer->outer()) check(*outer);
}

void refuse_conflicts(const Stage& stage) {
  if (running == nullptr) return;
  if (stage.is_running()) {
    throw ArgumentError(fmt::format("stage {} is running, must not run itself", stage.name()));
  }
  for (const Stage* outer = running; outer != nullptr; outer = outer->outer()) refuse_conflict(stage, *outer);
}

void refuse_flush(const SharedDatum& datum, const std::vector<RowRange>& rows) {
  for (const Stage* outer = running; outer != nullptr; outer = outer->outer()) {
    for (const StagePart& part : outer->parts()) {
      for (const Access& access : part.accesses) {
        if (access.datum != &datum || !changes_rows(access)) continue;
        for (const RowRange& range : rows) {
          if (common_rows(range, access.rows).empty()) continue;
          throw ArgumentError(fmt::format("flush of {}: rows [{}, {}), must not be those that stage {} is writing",
                                          datum.name(), range.first, range.last, outer->name()));
        }
      }
    }
  }
}

}  // namespace stencil
