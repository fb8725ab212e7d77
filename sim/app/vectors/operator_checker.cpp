// Compares and counts the results of an operator.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/vectors/operator_checker.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

bool is_binary64_nan(std::uint64_t bits) {
  return (bits << 1) > 0xffe0000000000000u;
}

}  // namespace

OperatorChecker::OperatorChecker(OperatorModel& model, NanRule rule)
    : model_(model), rule_(rule), latency_cycles_(model.latency_cycles()) {
  if (latency_cycles_ < 1 || latency_cycles_ > static_cast<std::int64_t>(capacity)) {
    throw ArgumentError(
        fmt::format("OperatorChecker: latency of {} cycles, allowed: 1 .. {}", latency_cycles_, capacity));
  }
}

void OperatorChecker::finish() {
  const std::int64_t pushed = clocks_;
  while (compared_ < pushed) clock(0, 0);
}

void OperatorChecker::compare(std::int64_t index, std::uint64_t got) {
  const OperatorVector& vector = in_flight_[static_cast<std::size_t>(index) % capacity];
  ++compared_;
  if (got == vector.expected) return;
  if (rule_ == NanRule::any_nan && is_binary64_nan(got) && is_binary64_nan(vector.expected)) return;
  ++differences_;
  if (first_differences_.size() < max_kept) first_differences_.push_back({index, vector, got});
}

}  // namespace stencil
