// SPDX-License-Identifier: Apache-2.0
#include "host/stages/stage_lb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <typeinfo>
#include <utility>

#include "host/balance/share.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

void check_rows(const std::string& stage, const SplitAccess& access, std::int64_t rows) {
  const auto check = [&](const char* what, std::int64_t value, std::int64_t high) {
    check_range(fmt::format("stage {}: {} of {}", stage, what, access.datum->name()).c_str(), value, 0, high,
                high == no_upper_end ? nullptr : "at + after + rows of the stage is below 2^63");
  };
  check("before", access.before, no_upper_end);
  check("at", access.at, no_upper_end - rows);
  check("after", access.after, no_upper_end - rows - access.at);
}

void add(std::vector<Access>& accesses, SharedDatum& datum, Access::Kind kind, const RowRange& rows) {
  const RowRange there{std::max<std::int64_t>(rows.first, 0), std::min(rows.last, datum.rows())};
  if (!there.empty()) accesses.push_back({&datum, kind, there});
}

}  // namespace

StageLB::StageLB(std::string name, double share, Function run_on_host, Function run_on_device, std::int64_t rows,
                 std::vector<SplitAccess> accesses)
    : StageLB(std::move(name), share, std::move(run_on_host), std::move(run_on_device), {}, rows, std::move(accesses)) {
}

StageLB::StageLB(std::string name, double share, Function run_on_host, Function start_device, Function wait_for_device,
                 std::int64_t rows, std::vector<SplitAccess> accesses)
    : Stage(std::move(name), {}, {}),
      split_on_host_(std::move(run_on_host)),
      split_on_device_(std::move(start_device)),
      wait_for_device_(std::move(wait_for_device)),
      rows_(rows),
      accesses_(std::move(accesses)) {
  check_range(fmt::format("stage {}: rows", this->name()).c_str(), rows, 1);
  for (const SplitAccess& access : accesses_) {
    check_pointer(fmt::format("stage {}: datum of an access", this->name()).c_str(), access.datum, "a datum");
    if (access.whole && access.kind != Access::Kind::read) {
      throw ArgumentError(fmt::format("stage {}: {} is written whole, must be written by rows: two sides run",
                                      this->name(), access.datum->name()));
    }
    if (!access.whole) check_rows(this->name(), access, rows);
  }
  set_share(share);
}

void StageLB::set_share(double share) {
  check_share(fmt::format("stage {}: share", name()).c_str(), share);
  set_device_rows(rows_of_share(share, rows_));
}

void StageLB::set_device_rows(std::int64_t rows) {
  check_range(fmt::format("stage {}: rows on the device", name()).c_str(), rows, 0, rows_);
  std::vector<StagePart> parts;
  for (const Side side : {Side::device, Side::host}) {
    const RowRange own = side == Side::device ? RowRange{0, rows} : RowRange{rows, rows_};
    if (own.empty()) continue;
    if (!function(side)) {
      throw ArgumentError(fmt::format("stage {}: {} rows for the {}, must be 0: it has no function for it", name(),
                                      own.rows(), name_of(side)));
    }
    parts.push_back(part(side, own));
  }
  set_parts(std::move(parts));
  device_rows_ = rows;
}

bool StageLB::keeps_its_side() const {
  return typeid(*this) == typeid(StageLB);
}

StagePart StageLB::part(Side side, const RowRange& rows) const {
  StagePart part{side, {}};
  for (const SplitAccess& access : accesses_) {
    SharedDatum& datum = *access.datum;
    if (access.whole) {
      add(part.accesses, datum, access.kind, datum.all());
      continue;
    }
    const RowRange own{access.at + rows.first, access.at + rows.last};
    const RowRange wide{own.first - access.before, own.last + access.after};
    if (access.kind != Access::Kind::update) {
      add(part.accesses, datum, access.kind, access.kind == Access::Kind::read ? wide : own);
      continue;
    }
    add(part.accesses, datum, Access::Kind::read, wide);
    add(part.accesses, datum, Access::Kind::overwrite, own);
    add(part.accesses, datum, Access::Kind::spoil, {wide.first, own.first});
    add(part.accesses, datum, Access::Kind::spoil, {own.last, wide.last});
  }
  return part;
}

void StageLB::call_host() {
  if (rows_of(Side::host).empty()) return;
  enter_function(Side::host);
  split_on_host_(rows_of(Side::host));
}

void StageLB::run() {
  const RowRange on_device = rows_of(Side::device);
  if (on_device.empty()) return call_host();
  enter_function(Side::device);
  split_on_device_(on_device);
  if (!wait_for_device_) return call_host();
  try {
    call_host();
  } catch (...) {
    // Waits for the device, since the caller may free memory that it uses.
    try {
      wait_for_device_(on_device);
    } catch (...) {  // NOLINT(bugprone-empty-catch): the first error counts
    }
    throw;
  }
  wait_for_device_(on_device);
}

}  // namespace stencil
