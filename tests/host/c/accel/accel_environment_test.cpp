// The device of the published functions is made once, as the environment says; what it may not say is fatal.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "host/c/call_ledger.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/device/counts.hpp"
#include "tests/host/c/accel/accel_case.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {
namespace {

TEST_F(Accel, IsMadeOnceAtTheFirstCallWithTheDefaults) {
  EXPECT_EQ(made_process_accelerator(), nullptr);
  EXPECT_FALSE(process_call_ledger().current());
  EXPECT_EQ(itstep_accel_test(0, 1, 5, 5, 1), 0);
  f_to_accel(0, numbers_, 10);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(asked_for.accel, "rtl");
  EXPECT_EQ(asked_for.config, "default");
  EXPECT_EQ(made_process_accelerator(), fake);
  EXPECT_EQ(made_process_accelerator()->capabilities().memory_words, 100);
}

TEST_F(Accel, IsChosenByTheEnvironment) {
  setenv("STENCIL_ACCEL", "software", 1);
  setenv("STENCIL_CONFIG", "small", 1);
  f_to_accel(0, numbers_, 1);
  EXPECT_EQ(asked_for.accel, "software");
  EXPECT_EQ(asked_for.config, "small");
}

TEST_F(Accel, UnknownEnvironmentIsFatalWithWhatIsKnown) {
  const auto call = [&] { f_to_accel(0, numbers_, 1); };
  for (const char* bad : {"fpga", "", "RTL"}) {
    setenv("STENCIL_ACCEL", bad, 1);
    expect_fatal(2,
                 "stencil: f_to_accel: environment variable STENCIL_ACCEL = '" + std::string(bad) +
                     "', must be one of: software, model, rtl",
                 call);
  }
  unsetenv("STENCIL_ACCEL");
  setenv("STENCIL_CONFIG", "huge", 1);
  expect_fatal(2, "stencil: f_to_accel: environment variable STENCIL_CONFIG = 'huge', must be one of: default, small",
               call);
  expect_fatal(2, "stencil: itstep_accel_test: environment variable STENCIL_CONFIG = 'huge'",
               [] { itstep_accel_test(0, 1, 5, 5, 1); });
  EXPECT_EQ(made, 0);
  unsetenv("STENCIL_CONFIG");
  setenv("STENCIL_ACCEL", "model", 1);
  expect_fatal(2, "stencil: f_to_accel: accelerator 'model' is not in this build", call);
  EXPECT_EQ(made_process_accelerator(), nullptr);
}

TEST_F(Accel, TheLinkIsChosenByTheEnvironment) {
  f_to_accel(0, numbers_, 1);
  EXPECT_EQ(asked_for.link.burst_beats, 256);
  EXPECT_EQ(asked_for.link.bytes_per_cycle, 0);
  EXPECT_EQ(asked_for.link.latency_cycles, 0);
  EXPECT_EQ(asked_for.link.stalls, 0);
  reset_process_accelerator();
  setenv("STENCIL_BURST", "16", 1);
  setenv("STENCIL_LINK_BYTES", "4", 1);
  setenv("STENCIL_LINK_LATENCY", "1000000000", 1);
  setenv("STENCIL_LINK_STALLS", "17", 1);
  f_to_accel(0, numbers_, 1);
  EXPECT_EQ(asked_for.link.burst_beats, 16);
  EXPECT_EQ(asked_for.link.bytes_per_cycle, 4);
  EXPECT_EQ(asked_for.link.latency_cycles, 1000000000);
  EXPECT_EQ(asked_for.link.stalls, 17);
  EXPECT_EQ(process_accelerator_options().link.burst_beats, 16);
  reset_process_accelerator();
  made = 0;
  const auto refused = [&](const char* variable, const std::string& text, const std::string& range) {
    setenv(variable, text.c_str(), 1);
    expect_fatal(2,
                 "stencil: f_to_accel: environment variable " + std::string(variable) + " = '" + text +
                     "', must be an integer " + range,
                 [&] { f_to_accel(0, numbers_, 1); });
    unsetenv(variable);
  };
  for (const char* text : {"0", "257", "", " 7", "+7", "7 ", "7x", "0x10", "-1", "99999999999999999999", "1e2"}) {
    refused("STENCIL_BURST", text, "1 .. 256");
  }
  refused("STENCIL_LINK_BYTES", "4097", "0 .. 4096");
  refused("STENCIL_LINK_LATENCY", "1000000001", "0 .. 1000000000");
  refused("STENCIL_LINK_LATENCY", "-1", "0 .. 1000000000");
  refused("STENCIL_LINK_STALLS", "1000000001", "0 .. 1000000000");
  EXPECT_EQ(made, 0);
}

}  // namespace
}  // namespace stencil
