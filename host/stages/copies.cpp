// SPDX-License-Identifier: Apache-2.0
#include "host/stages/copies.hpp"

#include <algorithm>

namespace stencil {
namespace {

bool has(const std::vector<const SharedDatum*>& data, const SharedDatum* datum) {
  return std::find(data.begin(), data.end(), datum) != data.end();
}

}  // namespace

void Copies::post(SharedDatum& datum, Side to, const RowRange& range) {
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
    data_.push_back(&datum);  // part of a copy may be in flight
  }
}

void Copies::arrive() {
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
    for (const StageCopy& copy : arrived()) observer_->copied(copy);
  }
  if (error_) std::rethrow_exception(error_);
}

std::vector<StageCopy> Copies::arrived() const {
  std::vector<StageCopy> copies;
  for (const Posted& copy : copies_) {
    copies.push_back({copy.datum, copy.to, copy.rows, copy.datum->bytes(copy.rows), for_flush_});
  }
  return copies;
}

}  // namespace stencil
