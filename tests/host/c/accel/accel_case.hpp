// Tests of the published functions: a fake device, made anew for each, in an environment without variables.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "host/c/process_accelerator.hpp"
#include "host/device/counts.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {

using test::expect_fatal;
using test::FakeAccelerator;

// The device that the library made last, how it was asked for, and how many were made.
inline FakeAccelerator* fake = nullptr;
inline AcceleratorOptions asked_for;
inline int made = 0;

class Accel : public ::testing::Test {
 protected:
  Accel() {
    unsetenv("STENCIL_ACCEL");
    for (const char* variable : {"STENCIL_CONFIG", "STENCIL_BURST", "STENCIL_LINK_BYTES", "STENCIL_LINK_LATENCY",
                                 "STENCIL_LINK_STALLS", "STENCIL_CHECK", "STENCIL_PARANOID"}) {
      unsetenv(variable);
    }
    reset_process_accelerator();
    made = 0;
    for (int i = 0; i < 100; ++i) numbers_[i] = i;
  }
  ~Accel() override { reset_process_accelerator(); }

  double numbers_[100];
};

}  // namespace stencil
