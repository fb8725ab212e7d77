// SPDX-License-Identifier: Apache-2.0
#include "host/stages/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <typeinfo>
#include <utility>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

// The writing accesses of the parts on one side.
std::vector<Access> writes_on(Side side, const std::vector<StagePart>& parts) {
  std::vector<Access> writes;
  for (const StagePart& part : parts) {
    if (part.side != side) continue;
    std::copy_if(part.accesses.begin(), part.accesses.end(), std::back_inserter(writes),
                 [](const Access& access) { return access.writes(); });
  }
  return writes;
}

void refuse_two_writers(const std::string& stage, const std::vector<StagePart>& parts) {
  const std::vector<Access> on_host = writes_on(Side::host, parts);
  for (const Access& one : writes_on(Side::device, parts)) {
    for (const Access& other : on_host) {
      if (one.datum != other.datum) continue;
      const RowRange rows = common_rows(one.rows, other.rows);
      if (rows.empty()) continue;
      throw ArgumentError(
          fmt::format("stage {}: rows [{}, {}) of {} are written on the host and on the device, must be written on one "
                      "side",
                      stage, rows.first, rows.last, one.datum->name()));
    }
  }
}

}  // namespace

Stage::Stage(std::string name, Function run_on_host, Function run_on_device)
    : runOnHost(*this, Side::host, std::move(run_on_host)),
      runOnDevice(*this, Side::device, std::move(run_on_device)),
      name_(std::move(name)) {
  if (name_.empty()) throw ArgumentError("the name of a stage is empty, must be a word that tells it from others");
}

Stage::Stage(std::string name, Side target, Function run_on_host, Function run_on_device, std::vector<Access> accesses)
    : Stage(std::move(name), std::move(run_on_host), std::move(run_on_device)) {
  require_function(target);
  target_ = target;
  set_parts({{target, std::move(accesses)}});
}

Stage::~Stage() {
  for (const StagePart& part : parts_) {
    for (const Access& access : part.accesses) access.datum->remove_user();
  }
}

void Stage::set_parts(std::vector<StagePart> parts) {
  require_rest();
  for (const StagePart& part : parts) {
    for (std::size_t i = 0; i < part.accesses.size(); ++i) {
      const Access& access = part.accesses[i];
      if (access.datum == nullptr) {
        throw ArgumentError(fmt::format("stage {}: access {} names no datum, must name one", name_, i));
      }
      const RowRange rows = access.rows;
      if (rows.first < 0 || rows.last < rows.first || rows.last > access.datum->rows()) {
        throw ArgumentError(fmt::format("stage {}: rows [{}, {}) of {}, must lie in [0, {})", name_, rows.first,
                                        rows.last, access.datum->name(), access.datum->rows()));
      }
    }
  }
  refuse_two_writers(name_, parts);
  parts_.swap(parts);
  for (const StagePart& part : parts_) {
    for (const Access& access : part.accesses) access.datum->add_user();
  }
  for (const StagePart& part : parts) {
    for (const Access& access : part.accesses) access.datum->remove_user();
  }
  seen_.clear();
  for (const StagePart& part : parts_) {
    for (const Access& access : part.accesses) {
      const bool there =
          std::any_of(seen_.begin(), seen_.end(), [&](const Seen& seen) { return seen.datum == access.datum; });
      if (!there) seen_.push_back({access.datum, 0});
    }
  }
  was_seen_ = false;
}

void Stage::see() {
  for (Seen& seen : seen_) seen.changes = seen.datum->changes();
  was_seen_ = true;
}

void Stage::require_function(Side side) const {
  if (side == Side::host ? static_cast<bool>(runOnHost) : static_cast<bool>(runOnDevice)) return;
  throw ArgumentError(fmt::format("stage {}: target is {}, must be {}: it has no function for the {}", name_,
                                  name_of(side), name_of(other(side)), name_of(side)));
}

void Stage::begin_running(const Stage* outer) {
  running_ = true;
  called_ = {};
  outer_ = outer;
}

void Stage::require_rest() const {
  if (!running_) return;
  throw ChosenTooLate(
      *this,
      fmt::format("stage {}: its side is chosen in run(), must be chosen in choose(), before the copies", name_));
}

void Stage::require_part(Side side) const {
  const auto there = [side](const StagePart& part) { return part.side == side; };
  if (std::none_of(parts_.begin(), parts_.end(), there)) {
    throw ChosenTooLate(
        *this,
        fmt::format("stage {}: its function for the {} is called in run(), must be that for the {}: its data are there "
                    "(choose() comes before the copies)",
                    name_, name_of(side), name_of(target_)));
  }
}

void Stage::set_target(Side target) {
  require_rest();
  require_function(target);
  target_ = target;
  for (StagePart& part : parts_) part.side = target;
  was_seen_ = false;
}

bool Stage::keeps_its_side() const {
  return typeid(*this) == typeid(Stage);
}

void Stage::run() {
  target_ == Side::host ? runOnHost() : runOnDevice();
}

}  // namespace stencil
