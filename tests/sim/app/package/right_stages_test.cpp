// Stages that say what they change, or change what the device has not, are not warned of.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stages/stage_changes.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/sim/app/package/stage_changes_case.hpp"

namespace stencil {
namespace {

TEST_F(StageChangesCase, AProgramMayMarkOrNameWhatItChanges) {
  Stage sweep("sweep", Side::device, {}, [] {}, {reads(r), updates(f)});
  EXPECT_EQ(run(sweep), "");
  host_r[4] = 5.0;
  r.mark_invalid(Side::device, r.all());
  EXPECT_EQ(run(sweep), "") << "marked";
  EXPECT_EQ(on_host([&] { host_r[4] = 6.0; }, {updates(r)}), "") << "named";
  EXPECT_EQ(run(sweep), "");
  EXPECT_EQ(changes.outside(), 0);
  host_r[4] = 8.0;
  EXPECT_NE(run(sweep).find("word 4 of r (r, buffer 1) has changed on the host since sweep ended"), std::string::npos)
      << "after what was marked";
}

TEST_F(StageChangesCase, AProgramMayLookAtOneRowAlone) {
  Stage sweep("sweep", Side::device, {}, [] {}, {updates(f)});
  runStage(sweep);
  EXPECT_EQ(on_host([] {}, {reads(f, {1, 2})}), "");
  ::testing::internal::CaptureStderr();
  changes.ended();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(changes.unflushed(), 0);
}

TEST_F(StageChangesCase, WhatIsNamedIsRight) {
  EXPECT_EQ(on_host([&] { host_f[3] = 7.0; }, {updates(f)}), "");
  runStage(bring);
  EXPECT_EQ(on_host([&] { host_f.assign(6, 8.0); }, {overwrites(f)}), "");
  runStage(bring);
  EXPECT_EQ(on_host([&] { host_f[2] = 7.0; }, {spoils(f, {1, 2})}), "");
  EXPECT_EQ(on_host([&] { host_f[1] = host_f[0]; }, {reads(f)}), "") << "the same words";
  EXPECT_EQ(changes.words(), 0);
}

TEST_F(StageChangesCase, WhatTheDeviceHasNotIsRight) {
  r.mark_invalid(Side::device, r.all());
  f.mark_invalid(Side::device, {1, 2});
  EXPECT_EQ(on_host([&] { host_r[5] = host_f[2] = 0.0; }, {reads(f, {0, 1})}), "");
}

// Data that inner stages, flush() or a failed stage change are not charged to the stage around them.
TEST_F(StageChangesCase, StagesInsideOthersAndFailuresAreLeftAlone) {
  Stage inner("inner", Side::host, [&] { host_f[0] += 1.0; }, {}, {updates(f)});
  EXPECT_EQ(on_host([&] { runStage(inner); }, {reads(r)}), "");
  Stage home("home", Side::device, {}, [&] { device.f[0][0] = 9.0; }, {updates(f)});
  runStage(home);
  EXPECT_EQ(on_host([&] { flush(f); }, {reads(r)}), "");
  runStage(bring);
  const auto fail = [&] {
    host_r[0] = 7.0;
    throw std::runtime_error("its own");
  };
  EXPECT_THROW(on_host(fail, {reads(r)}), std::runtime_error);
  ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(changes.words(), 0);
}

TEST_F(StageChangesCase, DataThatAreGoneAreForgotten) {
  std::vector<double> words(6, 1.0);
  {
    SharedArray other(memory, "other", words.data(), 3, 2, Bank::f, 1, 0);
    Stage use("use", Side::device, {}, [] {}, {reads(other)});
    runStage(use);
  }
  EXPECT_EQ(on_host([&] { words[0] = 0.0; }, {reads(f)}), "");
}

}  // namespace
}  // namespace stencil
