// Sums and differences of the accelerator's running totals, field by field.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/accelerator.hpp"

namespace stencil {

inline CauseCycles& operator+=(CauseCycles& a, const CauseCycles& b) {
  a.load += b.load;
  a.compute += b.compute;
  a.store += b.store;
  a.stall += b.stall;
  a.idle += b.idle;
  a.fill += b.fill;
  return a;
}

inline CauseCycles operator-(const CauseCycles& a, const CauseCycles& b) {
  return {a.load - b.load,   a.compute - b.compute, a.store - b.store,
          a.stall - b.stall, a.idle - b.idle,       a.fill - b.fill};
}

inline bool operator==(const CauseCycles& a, const CauseCycles& b) {
  return a.load == b.load && a.compute == b.compute && a.store == b.store && a.stall == b.stall && a.idle == b.idle &&
         a.fill == b.fill;
}

inline CycleCounts& operator+=(CycleCounts& a, const CycleCounts& b) {
  static_cast<CauseCycles&>(a) += b;
  a.model += b.model;
  a.ideal += b.ideal;
  return a;
}

inline CycleCounts operator-(const CycleCounts& a, const CycleCounts& b) {
  return {static_cast<const CauseCycles&>(a) - b, a.model - b.model, a.ideal - b.ideal};
}

inline TrafficCounts& operator+=(TrafficCounts& a, const TrafficCounts& b) {
  a.bytes_to_device += b.bytes_to_device;
  a.bytes_from_device += b.bytes_from_device;
  a.transfers += b.transfers;
  return a;
}

inline TrafficCounts operator-(const TrafficCounts& a, const TrafficCounts& b) {
  return {a.bytes_to_device - b.bytes_to_device, a.bytes_from_device - b.bytes_from_device, a.transfers - b.transfers};
}

}  // namespace stencil
