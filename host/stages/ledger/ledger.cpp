// SPDX-License-Identifier: Apache-2.0
#include "host/stages/ledger/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

void add(MovedBytes& moved, const StageCopy& copy) {
  (copy.to == Side::device ? moved.to_device : moved.from_device) += copy.bytes;
  ++moved.transfers;
}

}  // namespace

void StageLedger::join(const SharedDatum& datum) {
  for (const Entry& entry : data_) {
    if (entry.name == datum.name()) {
      throw ArgumentError(fmt::format("ledger: a datum {} is there already, names must differ", datum.name()));
    }
  }
  data_.push_back({DatumReference(datum), datum.name(), CopyOptimum(datum), datum.bytes({0, 1}), {}, 0});
}

StageLedger::Entry& StageLedger::entry(const SharedDatum& datum) {
  const auto found =
      std::find_if(data_.begin(), data_.end(), [&](const Entry& entry) { return entry.datum.get() == &datum; });
  if (found == data_.end()) {
    throw ArgumentError(fmt::format("ledger: {} was copied, but has not joined", datum.name()));
  }
  return *found;
}

void StageLedger::flushing(const SharedDatum& datum, const std::string& why) {
  stage_ = why;
  entry(datum).optimum.flush();
}

void StageLedger::begins(const Stage& stage) {
  stage_ = stage.name();
  copies_.clear();
}

void StageLedger::copied(const StageCopy& copy) {
  Entry& mine = entry(*copy.datum);
  copies_.push_back(copy);
  add(mine.moved, copy);
  if (copy.flushed) mine.optimum.require(copy.to, copy.rows);
  const auto found = std::find_if(stages_.begin(), stages_.end(), [&](const StageTraffic& line) {
    return line.stage == stage_ && line.datum == copy.datum->name();
  });
  if (found != stages_.end()) {
    add(found->moved, copy);
    return;
  }
  stages_.push_back({stage_, copy.datum->name(), {}});
  add(stages_.back().moved, copy);
}

void StageLedger::moved_by_stage(const StageCopy& copy) {
  copied(copy);
  entry(*copy.datum).by_stages += copy.bytes;
}

void StageLedger::leaves_device(const SharedDatum& datum) {
  entry(datum).optimum.leave_device();
}

void StageLedger::ended(const Stage& stage) {
  for (Entry& entry : data_) entry.optimum.run(stage);
}

void StageLedger::failed(const Stage& stage, bool was_run) {
  if (was_run) {
    for (Entry& entry : data_) entry.optimum.run_and_fail(stage);
    return;
  }
  for (const StageCopy& copy : copies_) entry(*copy.datum).optimum.require(copy.to, copy.rows);
}

std::vector<DatumTraffic> StageLedger::data() const {
  std::vector<DatumTraffic> all;
  for (const Entry& entry : data_) {
    all.push_back({entry.name, entry.moved, entry.optimum_bytes()});
  }
  return all;
}

MovedBytes StageLedger::total() const {
  MovedBytes sum;
  for (const Entry& entry : data_) {
    sum.to_device += entry.moved.to_device;
    sum.from_device += entry.moved.from_device;
    sum.transfers += entry.moved.transfers;
  }
  return sum;
}

std::int64_t StageLedger::optimum_bytes() const {
  std::int64_t sum = 0;
  for (const Entry& entry : data_) sum += entry.optimum_bytes();
  return sum;
}

}  // namespace stencil
