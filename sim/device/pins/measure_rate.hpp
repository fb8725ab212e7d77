// How fast a machine simulates a device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace stencil {

// Clock cycles per second of wall time. tick: lets that many cycles pass. An idle clock costs the simulator nearly as
// much as a busy one.
template <class Tick>
double measured_rate(const Tick& tick) {
  constexpr std::int64_t sample_cycles = 5000;
  tick(sample_cycles / 2);  // warms the caches, which would slow the first cycles
  const auto began = std::chrono::steady_clock::now();
  tick(sample_cycles);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  return static_cast<double>(sample_cycles) / took.count();
}

}  // namespace stencil
