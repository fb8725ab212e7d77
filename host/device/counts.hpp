// Sums and differences of the accelerator's running totals, field by field.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/count_fields.hpp"

namespace stencil {

inline CauseCycles& operator+=(CauseCycles& a, const CauseCycles& b) {
  add_fields(a, b, cause_fields);
  return a;
}

inline CauseCycles operator-(CauseCycles a, const CauseCycles& b) {
  subtract_fields(a, b, cause_fields);
  return a;
}

inline bool operator==(const CauseCycles& a, const CauseCycles& b) {
  for (const CauseField& field : cause_fields) {
    if (a.*field.member != b.*field.member) return false;
  }
  return true;
}

inline CycleCounts& operator+=(CycleCounts& a, const CycleCounts& b) {
  static_cast<CauseCycles&>(a) += b;
  a.model += b.model;
  add_fields(a, b, cycle_fields);
  return a;
}

inline CycleCounts operator-(CycleCounts a, const CycleCounts& b) {
  subtract_fields(static_cast<CauseCycles&>(a), static_cast<const CauseCycles&>(b), cause_fields);
  subtract_fields(a.model, b.model, cause_fields);
  subtract_fields(a, b, cycle_fields);
  return a;
}

inline TrafficCounts& operator+=(TrafficCounts& a, const TrafficCounts& b) {
  add_fields(a, b, traffic_fields);
  return a;
}

inline TrafficCounts operator-(TrafficCounts a, const TrafficCounts& b) {
  subtract_fields(a, b, traffic_fields);
  return a;
}

}  // namespace stencil
