// How many rows of a step the device takes and how many the host, so that the step ends soonest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "host/balance/best_split.hpp"
#include "host/balance/cost_law.hpp"

namespace stencil {

struct BalanceOptions {
  // Of the first step, 0 .. 1: the device's share of the rows, rounded as rows_of_share does.
  double first_share = 0.5;
  // Steps after which a side that could take more is tried again, >= 1; 0: never.
  std::int64_t probe_after = 32;
  // A side has no rows or at least so many (halo of its stencil, a block of its blocking), >= 1.
  std::int64_t least_device_rows = 1;
  std::int64_t least_host_rows = 1;
  // What of the device's time the caller can compute for any number of rows, >= 0 (copies, which may end where all rows
  // are there): only the rest is learned. Empty: nothing. It may change from step to step, and is not asked before the
  // first record().
  std::function<double(std::int64_t device_rows)> known_device_time;
};

// Proposes a split, is told what the step took, proposes the next. Pure arithmetic: it knows no stage, accelerator or
// clock, and the same measurements give the same proposals everywhere. The steps are taken to be alike: one that does
// less (fewer sweeps at the end of a run) is not reported, or scaled.
//
//   Balancer balancer(rows);
//   in each step, with n = balancer.device_rows(): run it, then balancer.record(n, device_time, host_time)
//
// Known after a step are the cost laws of both sides (cost_law.hpp), and `home`, the split rows stay at. In this order:
//
// 1. A side never measured is probed, with a sixteenth of the rows or its least number.
// 2. Rows move to the split with the least expected max(device_time, host_time), all on one side being a split like
//    any, if it is expected to take 2.5 % less than home does. After one step it is the split by rates, device_rate/
//    (device_rate + host_rate). Going on by rates alone would end at equal times for any law, which no split that both
//    sides share beats; but it gives every side something, even one whose fixed time is longer than the whole job on
//    the other side. A second measurement tells fixed time from rate. 2.5 %: what is given away at most, by a law that
//    is right; noise of 5 % a side makes a difference of 5 % at worst, which averaging soon takes below that.
// 3. While a law has no slope, a gain too small for rule 2 may be larger than it looks. Every split gives one side as
//    many rows as home or more, so that the faster side's time at home bounds what can be gained. If rows beyond those
//    measured may cost a side nothing more, and the best split would then take 5 % less than home, it becomes home.
// 4. The faster side at home, when it is more than 5 % faster or has no rows, is held back by what is known of it, and
//    that may have changed unseen. After probe_after steps it gets, once, the next larger number of rows it was ever
//    measured with: the same rows, so that a change shows (a side without rows: the fewest measured if no more than a
//    quarter of all, otherwise a sixteenth). But not before what the probe is expected to lose is at most a
//    probe_after-th of the time spent since rows moved or a side was probed: fruitless probes cost at most that share
//    of a run. When the probe shows nothing better, rows return to home.
//
// With costs fixed + per_row*rows, the sixth step and all after it that are no probe are within 5 % of the best split.
// Costs that are curved, stepped, noisy or change in the middle: tests/host/balance.
class Balancer {
 public:
  // Throws ArgumentError unless rows >= 0, 0 <= first_share <= 1, probe_after >= 0, least rows >= 1.
  explicit Balancer(std::int64_t rows, const BalanceOptions& options = {});

  std::int64_t rows() const { return limits_.rows; }

  // The rows of the device in the next step, 0 .. rows(); the host has the others.
  std::int64_t device_rows() const { return proposal_; }

  // Whether that is a probe: a step to learn from, which may be slower than the one before.
  bool probes() const { return probes_; }

  // What a step took on each side, both at work at the same time: in one unit of the caller's, clock cycles of the
  // device for example. The step need not have been the one proposed. The time of a side that had no rows is checked
  // but not used.
  // Throws ArgumentError, and changes nothing, unless 0 <= device_rows <= rows() and both times are >= 0 and finite.
  void record(std::int64_t device_rows, double device_time, double host_time);

 private:
  void propose();
  double known(std::int64_t device_rows) const { return known_ && device_rows > 0 ? known_(device_rows) : 0.0; }
  double device_time(std::int64_t rows) const { return known(rows) + device_.time(rows); }
  double home_time() const;
  std::int64_t probe_split() const;

  SplitLimits limits_;
  std::int64_t probe_after_ = 0;
  std::function<double(std::int64_t)> known_;
  CostLaw device_;  // without what is known
  CostLaw host_;
  std::int64_t home_ = 0;
  std::int64_t proposal_ = 0;
  bool probes_ = false;
  // At home since rows moved or a side was probed:
  std::int64_t waited_steps_ = 0;
  double waited_time_ = 0.0;
};

}  // namespace stencil
