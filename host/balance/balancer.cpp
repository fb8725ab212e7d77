// SPDX-License-Identifier: Apache-2.0
#include "host/balance/balancer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/balance/share.hpp"
#include "host/check.hpp"
#include "host/errors.hpp"

namespace stencil {
namespace {

constexpr double least_gain = 0.025;
constexpr double equal_times = 0.05;

void check_time(const char* name, double time) {
  if (std::isfinite(time) && time >= 0.0) return;
  throw ArgumentError(fmt::format("{} = {}, must be >= 0 and finite", name, time));
}

}  // namespace

Balancer::Balancer(std::int64_t rows, const BalanceOptions& options) {
  check_range("rows", rows, 0);
  check_share("first_share", options.first_share);
  check_range("probe_after", options.probe_after, 0);
  check_range("least_device_rows", options.least_device_rows, 1);
  check_range("least_host_rows", options.least_host_rows, 1);
  limits_ = SplitLimits{rows, options.least_device_rows, options.least_host_rows};
  probe_after_ = options.probe_after;
  home_ = proposal_ = limits_.nearest(rows_of_share(options.first_share, rows));
}

void Balancer::record(std::int64_t device_rows, double device_time, double host_time) {
  check_range("device_rows", device_rows, 0, limits_.rows);
  check_time("device_time", device_time);
  check_time("host_time", host_time);
  const std::int64_t host_rows = limits_.rows - device_rows;
  if (device_rows > 0) device_.record(device_rows, device_time);
  if (host_rows > 0) host_.record(host_rows, host_time);
  const bool was_probe = probes_ && device_rows == proposal_;
  if (was_probe || device_rows != home_) {
    waited_steps_ = 0;
    waited_time_ = 0.0;
  } else {
    ++waited_steps_;
    waited_time_ += std::max(device_rows > 0 ? device_time : 0.0, host_rows > 0 ? host_time : 0.0);
  }
  if (!was_probe) home_ = device_rows;
  propose();
}

std::int64_t Balancer::probe_rows(const CostLaw& law, std::int64_t rows) const {
  const std::int64_t next = law.known() ? law.next_measured(rows) : 0;
  if (rows > 0 || (next > 0 && next <= limits_.rows / 4)) return next;
  return (limits_.rows - 1) / 16 + 1;
}

// The split that shows whether the faster side could take more; home_ if nothing is to be found out.
std::int64_t Balancer::probe_split() const {
  const double device_time = home_ > 0 ? device_.time(home_) : 0.0;
  const double host_time = home_ < limits_.rows ? host_.time(limits_.rows - home_) : 0.0;
  if (std::abs(device_time - host_time) <= equal_times * std::max(device_time, host_time)) return home_;
  const bool of_device = home_ == 0 || (home_ < limits_.rows && device_time < host_time);
  const std::int64_t part = of_device ? probe_rows(device_, home_) : probe_rows(host_, limits_.rows - home_);
  if (part == 0) return home_;
  if (!limits_.both_may_work()) return limits_.rows - home_;
  const std::int64_t split = of_device ? part : limits_.rows - part;
  return home_ > 0 && home_ < limits_.rows ? split : std::clamp(split, limits_.low(), limits_.high());
}

bool Balancer::worth_moving(const Split& best, double least) const {
  const double now = step_time(device_, host_, limits_.rows, home_);
  return best.time < now * (1.0 - least);
}

void Balancer::propose() {
  probes_ = false;
  proposal_ = home_;
  if (limits_.rows == 0) return;
  if (!device_.known() || !host_.known()) {
    if (probe_after_ == 0) return;
    probes_ = true;
    proposal_ = probe_split();
    return;
  }
  const Split best = best_split(device_, host_, limits_);
  if (worth_moving(best, least_gain)) {
    proposal_ = best.device_rows;
    return;
  }
  if (home_ > 0 && home_ < limits_.rows && !(device_.has_slope() && host_.has_slope())) {
    const Split hope = best_split(device_, host_, limits_, true);
    if (worth_moving(hope, equal_times)) {
      proposal_ = hope.device_rows;
      return;
    }
  }
  if (probe_after_ == 0 || waited_steps_ < probe_after_) return;
  const std::int64_t split = probe_split();
  if (split == home_) return;
  const double loss =
      step_time(device_, host_, limits_.rows, split) - step_time(device_, host_, limits_.rows, home_);
  if (loss > waited_time_ / static_cast<double>(probe_after_)) return;
  probes_ = true;
  proposal_ = split;
}

}  // namespace stencil
