// SPDX-License-Identifier: Apache-2.0
#include "host/stages/ledger/optimum.hpp"

#include <algorithm>

namespace stencil {
namespace {

constexpr int host_bit = 1;
constexpr int device_bit = 2;

int bit_of(Side side) {
  return side == Side::host ? host_bit : device_bit;
}

}  // namespace

CopyOptimum::CopyOptimum(const SharedDatum& datum) : datum_(datum) {
  Segment whole;
  whole.rows = datum.all();
  segments_.push_back(whole);
  for (const Side side : {Side::host, Side::device}) {
    for (const RowRange& rows : datum.valid(side).ranges()) {
      cut_at(rows.first);
      cut_at(rows.last);
    }
  }
  for (Segment& segment : segments_) {
    int state = 0;
    if (datum.valid(Side::host).contains(segment.rows)) state |= host_bit;
    if (datum.valid(Side::device).contains(segment.rows)) state |= device_bit;
    segment.costs.fill(impossible);
    segment.costs[static_cast<std::size_t>(state)] = 0;
  }
}

std::size_t CopyOptimum::cut_at(std::int64_t row) {
  std::size_t i = 0;
  while (i < segments_.size() && segments_[i].rows.last <= row) ++i;
  if (i == segments_.size() || segments_[i].rows.first >= row) return i;
  Segment second = segments_[i];
  second.rows.first = row;
  segments_[i].rows.last = row;
  segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(i) + 1, second);
  return i + 1;
}

CopyOptimum::Costs CopyOptimum::after(const Costs& costs, const Need& need) {
  Costs next;
  next.fill(impossible);
  for (int from = 0; from < 4; ++from) {
    const std::int64_t so_far = costs[static_cast<std::size_t>(from)];
    if (so_far >= impossible) continue;
    // Either copies nothing, or copies the right row to the other side.
    for (const int now : {from, host_bit | device_bit}) {
      const bool copied = now != from;
      if (copied && from == 0) continue;
      if ((need.there & ~now) != 0) continue;
      const int left = now & ~need.wrong;
      if (need.kept && now != 0 && left == 0) continue;
      auto& best = next[static_cast<std::size_t>(need.written != 0 ? need.written : left)];
      best = std::min(best, so_far + (copied ? 1 : 0));
    }
  }
  return next;
}

void CopyOptimum::add_needs(const Stage& stage, bool failed) {
  for (const StagePart& part : stage.parts()) {
    const bool changes = !failed || stage.ran_on(part.side);
    for (const Access& access : part.accesses) {
      if (access.datum != datum_.get()) continue;
      const std::size_t first = cut_at(access.rows.first);
      const std::size_t last = cut_at(access.rows.last);
      for (std::size_t i = first; i < last; ++i) {
        Need& need = segments_[i].need;
        if (access.needs_old()) need.there |= bit_of(part.side);
        if (access.writes() && changes) (failed ? need.wrong : need.written) |= bit_of(part.side);
        if (access.leaves_wrong() && changes) need.wrong |= bit_of(part.side);
        if (access.kind == Access::Kind::consume) need.kept = true;
      }
    }
  }
}

void CopyOptimum::go_on() {
  for (Segment& segment : segments_) {
    segment.costs = after(segment.costs, segment.need);
    segment.need = {};
  }
}

void CopyOptimum::run(const Stage& stage) {
  add_needs(stage, false);
  go_on();
}

void CopyOptimum::run_and_fail(const Stage& stage) {
  add_needs(stage, true);
  go_on();
}

void CopyOptimum::require(Side side, const RowRange& rows) {
  const std::size_t first = cut_at(rows.first);
  const std::size_t last = cut_at(rows.last);
  for (std::size_t i = first; i < last; ++i) segments_[i].need.there = bit_of(side);
  go_on();
}

void CopyOptimum::leave_device() {
  for (Segment& segment : segments_) segment.costs = after(segment.costs, {0, 0, device_bit, true});
}

void CopyOptimum::flush() {
  for (Segment& segment : segments_) {
    const bool somewhere = segment.costs[0] >= impossible;
    if (somewhere) segment.costs = after(segment.costs, {host_bit, 0, 0, false});
  }
}

std::int64_t CopyOptimum::rows() const {
  std::int64_t sum = 0;
  for (const Segment& segment : segments_) {
    sum += segment.rows.rows() * *std::min_element(segment.costs.begin(), segment.costs.end());
  }
  return sum;
}

}  // namespace stencil
