// Tests of step.h over a fake device: a part of 40 rows of 10 columns, in an environment without variables.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "host/c/process_accelerator.hpp"
#include "host/c/running_step.hpp"
#include "models/jacobi.hpp"
#include "step.h"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {

using test::expect_fatal;
using test::FakeAccelerator;

// Of f, and of r, in the device that is made next.
inline int buffers = 2;

inline constexpr long rows = 40, cols = 10;
inline constexpr double weights[6] = {1.0, 0.5, 0.25, 0.125, 0.5, 0.25};

class Step : public ::testing::Test {
 protected:
  Step() {
    for (const char* variable :
         {"STENCIL_SCHEDULE", "STENCIL_BLOCKING", "STENCIL_PORTION", "STENCIL_CHECK", "STENCIL_PARANOID",
          "STENCIL_ACCEL", "STENCIL_CONFIG", "STENCIL_TILES", "STENCIL_KERNEL"})
      unsetenv(variable);
    buffers = 2;
    reset_steps();
    reset_process_accelerator();
    fill(cols);
  }
  ~Step() override { reset_steps(); }

  void fill(long stride) {
    f.assign(static_cast<std::size_t>(rows * stride), -7.0);
    r = f;
    for (long i = 0; i < rows; ++i) {
      for (long j = 0; j < cols; ++j) {
        f[static_cast<std::size_t>(i * stride + j)] = static_cast<double>((i * 31 + j * 17) % 13);
        r[static_cast<std::size_t>(i * stride + j)] = static_cast<double>((i * 5 + j) % 7);
      }
    }
    part = {f.data(), r.data(), rows, cols, stride, 0, 0, 0, 0, 0, 0, 0};
  }

  void step(long sweeps, const char* schedule = nullptr, const char* blocking = nullptr, long portion = 0,
            const char* kernel = "jacobi") {
    stencil_step_begin(&part, kernel, weights, sweeps, schedule, blocking, portion);
    stencil_step_wait();
  }

  void expect_refused(const std::string& text, long sweeps, const char* schedule = nullptr,
                      const char* blocking = nullptr, long portion = 0, const char* kernel = "jacobi") {
    const std::vector<double> before = f;
    expect_fatal(exit_usage, "stencil_step_begin: " + text,
                 [&] { stencil_step_begin(&part, kernel, weights, sweeps, schedule, blocking, portion); });
    EXPECT_EQ(f, before);
    EXPECT_EQ(describe_step_in_flight(), "");
  }

  std::vector<double> golden(long sweeps, const SweepWeights& by) {
    std::vector<double> packed = f;
    golden_sweeps(rows, cols, packed.data(), r.data(), by, sweeps);
    return packed;
  }

  std::vector<double> f, r;
  stencil_part part{};
};

}  // namespace stencil
