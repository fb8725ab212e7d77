// Settings of the whole device path: configuration, link and stalls; and values for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "sim/device/accelerator/platform_accelerator.hpp"

namespace stencil::platform_accelerator_test {

struct Setting {
  const char* accel;
  const char* config;
  std::int64_t burst_beats;
  std::int64_t bytes_per_cycle;
  std::int64_t latency_cycles;
};

inline std::unique_ptr<Accelerator> make(const Setting& setting) {
  AcceleratorOptions options;
  options.accel = setting.accel;
  options.config = setting.config;
  options.link.burst_beats = setting.burst_beats;
  options.link.bytes_per_cycle = setting.bytes_per_cycle;
  options.link.latency_cycles = setting.latency_cycles;
  return make_accelerator(options);
}

// Every kind of double, ordinary and awkward ones in equal shares.
inline double any_value(std::mt19937_64& random) {
  switch (random() % 16) {
    case 0:
      return std::numeric_limits<double>::denorm_min() * static_cast<double>(random() % 1000);
    case 1:
      return -0.0;
    case 2:
      return random() % 50 ? 0.0 : std::numeric_limits<double>::infinity();
    case 3:
      return random() % 50 ? 1e-308 : -std::numeric_limits<double>::quiet_NaN();
    default:
      return std::uniform_real_distribution<double>(-1.0, 1.0)(random);
  }
}

class PlatformAcceleratorTest : public ::testing::TestWithParam<Setting> {};

}  // namespace stencil::platform_accelerator_test
