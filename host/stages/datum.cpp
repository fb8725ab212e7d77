// SPDX-License-Identifier: Apache-2.0
#include "host/stages/datum.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/fatal.hpp"
#include "host/stages/stage_watch.hpp"

namespace stencil {
namespace {

void refuse_part(const SharedDatum& datum, const RowRange& rows) {
  if (rows == datum.all()) return;
  throw ArgumentError(fmt::format("{}: rows [{}, {}) of {} cannot be copied alone, must be all of them", datum.name(),
                                  rows.first, rows.last, datum.rows()));
}

}  // namespace

const char* name_of(Side side) {
  return side == Side::host ? "host" : "device";
}

SharedDatum::SharedDatum(std::string name, Contents contents, std::int64_t rows) : name_(std::move(name)), rows_(rows) {
  if (name_.empty()) throw ArgumentError("the name of a datum is empty, must be a word that tells it from others");
  check_range(fmt::format("rows of {}", name_).c_str(), rows, 0);
  if (contents == Contents::host || contents == Contents::both) host_.insert(all());
  if (contents == Contents::device || contents == Contents::both) device_.insert(all());
}

SharedDatum::~SharedDatum() {
  if (StageWatch* const watch = stage_watch.load(std::memory_order_relaxed)) watch->destroyed(*this);
  *alive_ = false;
  if (users_ == 0) return;
  fatal("SharedDatum", exit_usage,
        fmt::format("{} is destroyed while {} stage{} name{} it, must outlive them", name_, users_.load(),
                    users_ == 1 ? "" : "s", users_ == 1 ? "s" : ""));
}

void SharedDatum::copyRowsToDevice(const RowRange& rows) {
  refuse_part(*this, rows);
  copyToDevice();
}

void SharedDatum::copyRowsFromDevice(const RowRange& rows) {
  refuse_part(*this, rows);
  copyFromDevice();
}

bool SharedDatum::take_place(StageObserver* observer) {
  if (on_device()) return false;
  enter_device(observer);
  has_entered_ = true;
  if (on_device()) return true;
  throw ArgumentError(fmt::format("{}: on_device() is false after enter_device(), must be true", name_));
}

void SharedDatum::throw_outside(Side side, const char* what, const RowRange& rows) const {
  throw ArgumentError(fmt::format("{}: rows [{}, {}) are marked {} on the {}, must be rows first <= last of [0, {})",
                                  name_, rows.first, rows.last, what, name_of(side), rows_));
}

void SharedDatum::throw_not_there(const RowRange& rows) const {
  throw ArgumentError(fmt::format(
      "{}: rows [{}, {}) are marked right on the device, must not be: it has no place there before it enters", name_,
      rows.first, rows.last));
}

void SharedDatum::peek(Side /*side*/, const RowRange& /*rows*/, double* /*words*/) {}

void SharedDatum::poke(Side /*side*/, const RowRange& /*rows*/, const double* /*words*/) {}

}  // namespace stencil
