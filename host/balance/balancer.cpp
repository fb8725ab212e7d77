// SPDX-License-Identifier: Apache-2.0
#include "host/balance/balancer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "host/balance/share.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

constexpr double worth_moving = 0.975;
constexpr double worth_trying = 0.95;

void check_time(const char* name, double time) {
  if (std::isfinite(time) && time >= 0.0) return;
  throw ArgumentError(fmt::format("{} = {}, must be >= 0 and finite", name, time));
}

// The number of rows with which to probe whether a side that has `rows` of `all` could take more; 0: none is known.
std::int64_t rows_to_probe(const CostLaw& law, std::int64_t rows, std::int64_t all) {
  const std::int64_t measured = law.next_measured(rows);
  if (rows > 0 || (measured > 0 && measured <= all / 4)) return measured;
  return (all - 1) / 16 + 1;
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
  known_ = options.known_device_time;
  home_ = proposal_ = limits_.nearest(rows_of_share(options.first_share, rows));
}

void Balancer::record(std::int64_t device_rows, double device_time, double host_time) {
  check_range("device_rows", device_rows, 0, limits_.rows);
  check_time("device_time", device_time);
  check_time("host_time", host_time);
  const std::int64_t host_rows = limits_.rows - device_rows;
  if (device_rows > 0) device_.record(device_rows, std::max(0.0, device_time - known(device_rows)));
  if (host_rows > 0) host_.record(host_rows, host_time);

  const bool probed = probes_ && device_rows == proposal_;
  if (probed || device_rows != home_) {
    waited_steps_ = 0;
    waited_time_ = 0.0;
  } else {
    ++waited_steps_;
    waited_time_ += std::max(device_rows > 0 ? device_time : 0.0, host_rows > 0 ? host_time : 0.0);
  }
  if (!probed) home_ = limits_.nearest(device_rows);
  propose();
}

double Balancer::home_time() const {
  return std::max(device_time(home_), host_.time(limits_.rows - home_));
}

void Balancer::propose() {
  probes_ = false;
  proposal_ = home_;
  if (limits_.rows == 0) return;
  if (!device_.known() || !host_.known()) {
    if (probe_after_ > 0) proposal_ = probe_split();
    probes_ = proposal_ != home_;
    return;
  }

  const Split expected = best_split(
      limits_, [this](std::int64_t rows) { return device_time(rows); },
      [this](std::int64_t rows) { return host_.time(rows); });
  if (expected.time < worth_moving * home_time()) {
    proposal_ = expected.device_rows;
    return;
  }

  const Split hoped = best_split(
      limits_, [this](std::int64_t rows) { return known(rows) + device_.hoped_time(rows); },
      [this](std::int64_t rows) { return host_.hoped_time(rows); });
  if (hoped.time < worth_trying * home_time()) {
    proposal_ = hoped.device_rows;
    return;
  }

  if (probe_after_ == 0 || waited_steps_ < probe_after_) return;
  const std::int64_t probe = probe_split();
  const double probe_time = std::max(device_time(probe), host_.time(limits_.rows - probe));
  if (probe_time - home_time() > waited_time_ / static_cast<double>(probe_after_)) return;
  proposal_ = probe;
  probes_ = proposal_ != home_;
}

// The split of the next probe; home_ where both sides take equally long and there is nothing to probe.
std::int64_t Balancer::probe_split() const {
  const std::int64_t host_rows = limits_.rows - home_;
  const double on_device = device_time(home_);
  const double on_host = host_.time(host_rows);
  if (std::min(on_device, on_host) >= worth_trying * std::max(on_device, on_host)) return home_;
  if (!limits_.both_may_work()) return host_rows;
  const bool of_device = on_device < on_host;
  const std::int64_t part = rows_to_probe(of_device ? device_ : host_, of_device ? home_ : host_rows, limits_.rows);
  if (part == 0) return home_;
  const std::int64_t split = of_device ? part : limits_.rows - part;
  return split == 0 || split == limits_.rows ? split : limits_.shared(split);
}

}  // namespace stencil
