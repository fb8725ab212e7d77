// Splits the rows of each step between device and host so that the step ends soonest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "host/balance/best_split.hpp"
#include "host/balance/cost_law.hpp"

namespace stencil {

struct BalanceOptions {
  // The device's share of the rows in the first step, 0 .. 1, rounded as rows_of_share does.
  double first_share = 0.5;
  // Number of steps after which a side that could take more is probed, >= 1; 0: never.
  std::int64_t probe_after = 32;
  // The least number of rows for a side that has any, >= 1 (the halo of its stencil, a block of its blocking).
  std::int64_t least_device_rows = 1;
  std::int64_t least_host_rows = 1;
  // The part of the device's time that the caller can compute for any number of rows, >= 0 (copies, which may end where
  // all rows are there); the balancer learns only the rest. Empty: 0. May change from step to step; first called by
  // record().
  std::function<double(std::int64_t device_rows)> known_device_time;
};

// Proposes a split, takes the times of the step, proposes the next. Pure arithmetic, which knows no stage, accelerator
// or clock: the same measurements give the same proposals everywhere. Steps are assumed to be alike; the caller does
// not record one that does less (fewer sweeps at the end of a run), or scales its times.
//
//   Balancer balancer(rows);
//   in each step, with n = balancer.device_rows(): run it, then balancer.record(n, device_time, host_time)
//
// After a step the balancer knows a cost law for each side (cost_law.hpp) and `home`, the split to stay at. It applies
// the first of these rules that fits:
//
// 1. Probe a side never measured, with a sixteenth of the rows or its least number.
// 2. Move to the split with the least expected max(device_time, host_time), where all rows on one side is a split too,
//    if it is expected to take at least 2.5 % less time than home. After one step that is the split by rates,
//    device_rate/(device_rate + host_rate). Rates alone would always end at equal times: the best split for two busy
//    sides, but a bad one where the fixed time of one side exceeds the whole job on the other. A second measurement
//    separates fixed time from rate. With a right law the 2.5 % are the most that is lost; noise of 5 % per side shifts
//    the comparison by 5 % at worst, and averaging soon makes that less.
// 3. While a law has no slope, the gain may be larger than rule 2 expects. Every split gives one side at least as many
//    rows as home, so that the faster side's time at home bounds the gain. If the best split would take 5 % less than
//    home, provided that rows beyond those measured cost a side nothing, it becomes home.
// 4. A side that at home is more than 5 % faster, or has no rows, is held back by an older measurement, which may no
//    longer hold. After probe_after steps it gets, for one step, the next larger number of rows it was measured with:
//    the same number, so that a change shows. A side without rows gets the fewest measured if they are at most a
//    quarter of all, otherwise a sixteenth. The probe waits until its expected loss is at most 1/probe_after of the
//    time since the last move or probe, so that useless probes cost at most that share of a run. Where the probe shows
//    nothing better, rows return to home.
//
// With costs fixed + per_row*rows, all steps from the sixth on, probes apart, are within 5 % of the best split.
// tests/host/balance covers curved, stepped, noisy and changing costs.
class Balancer {
 public:
  // Throws ArgumentError unless rows >= 0, 0 <= first_share <= 1, probe_after >= 0, least rows >= 1.
  explicit Balancer(std::int64_t rows, const BalanceOptions& options = {});

  std::int64_t rows() const { return limits_.rows; }

  // The rows of the device in the next step, 0 .. rows(); the host has the others.
  std::int64_t device_rows() const { return proposal_; }

  // True where that is a probe: a step to learn from, which may be slower than the one before.
  bool probes() const { return probes_; }

  // Takes the time of a step on each side, with both working at the same time, in any one unit (for example clock
  // cycles of the device). The step need not be the one proposed. The time of a side without rows is checked but not
  // used.
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
  CostLaw device_;  // of the time beyond known_
  CostLaw host_;
  std::int64_t home_ = 0;
  std::int64_t proposal_ = 0;
  bool probes_ = false;
  // Spent at home since rows moved or a side was probed:
  std::int64_t waited_steps_ = 0;
  double waited_time_ = 0.0;
};

}  // namespace stencil
