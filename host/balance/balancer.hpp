// How many rows of a step the device takes and how many the host, so that the step ends soonest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/balance/best_split.hpp"
#include "host/balance/cost_law.hpp"

namespace stencil {

struct BalanceOptions {
  // Of the first step, 0 .. 1: the device's share of the rows, rounded as rows_of_share does.
  double first_share = 0.5;
  // Steps after which a side without rows is tried again, >= 1; 0: never.
  std::int64_t probe_after = 32;
  // A side has no rows or at least so many (halo of its stencil, a block of its blocking), >= 1.
  std::int64_t least_device_rows = 1;
  std::int64_t least_host_rows = 1;
};

// Proposes a split, is told what the step took, proposes the next. Pure arithmetic: it knows no stage, accelerator or
// clock, and the same measurements give the same proposals everywhere. The steps are taken to be alike: do not report
// one that does less work (fewer sweeps at the end of a run), or report it scaled.
//
//   Balancer balancer(rows);
//   for each step: with device_rows = balancer.device_rows(), run it;
//                  balancer.record(device_rows, device_time, host_time)
//
// After a step, by the first rule that applies:
// 1. A side never measured gets a probe: a sixteenth of the rows, at least its least number. Nothing is known without.
// 2. From the cost laws of both sides (cost_law.hpp) follows the split with the least max(device, host). After one step
//    that is the split by rates, device_rate/(device_rate + host_rate), whose fixed point is equal times for any law.
//    Equal times are the best there is, except that a side may cost more than it saves: rates alone never see that, for
//    they give every side something. Two measurements tell a fixed time apart, and all on one side is a split like any.
// 3. Rows move only if the step is expected to take at least 2.5 % less: one in forty is lost at most to a law that is
//    right, and noise of 5 % on either side, which averaging halves in a few steps, does not move rows all the time.
//    As long as a side has no slope in its law, the gain is not to be trusted: then rows move for any gain while the
//    times of the sides differ by more than 5 %. Once they do not, no split of both sides or one is 5 % better, for
//    every other one gives one side more to do.
// 4. A side without rows is probed after probe_after steps, since its law may have changed unseen; but not before what
//    the probe is expected to lose is at most a probe_after-th of the time spent since the side last had rows, so that
//    fruitless probes never cost more than that share of a run. After a probe that shows nothing better the split is
//    what it was before.
//
// With laws that are fixed + per_row*rows the third step is within 5 % of the best split; what curved, stepped, noisy
// and changing laws need is asserted in tests/host/balance.
class Balancer {
 public:
  // Throws ArgumentError unless rows >= 0, 0 <= first_share <= 1, probe_after >= 0, least rows >= 1.
  explicit Balancer(std::int64_t rows, const BalanceOptions& options = {});

  std::int64_t rows() const { return limits_.rows; }

  // The rows of the device in the next step, 0 .. rows(); the host has the others.
  std::int64_t device_rows() const { return proposal_; }

  // Whether the proposal is a probe: a step to learn from, which may well be slower than the one before.
  bool probes() const { return probes_; }

  // What a step took on each side, which worked at the same time: in one unit of the caller's, clock cycles of the
  // device for example. The step need not have been the one proposed. The time of a side that had no rows is checked
  // but not used.
  // Throws ArgumentError, and changes nothing, unless 0 <= device_rows <= rows() and both times are >= 0 and finite.
  void record(std::int64_t device_rows, double device_time, double host_time);

 private:
  void propose();
  bool worth_moving(const Split& best, double least) const;
  std::int64_t probe_split() const;
  std::int64_t probe_rows(const CostLaw& law, std::int64_t rows) const;

  SplitLimits limits_;
  std::int64_t probe_after_ = 0;
  CostLaw device_;
  CostLaw host_;
  std::int64_t home_ = 0;  // the split to keep unless another is better; a probe is not one
  std::int64_t proposal_ = 0;
  bool probes_ = false;
  // Since home_ was moved or anything was probed:
  std::int64_t waited_steps_ = 0;
  double waited_time_ = 0.0;
};

}  // namespace stencil
