// Stages over two arrays and a number that the device has: what the library warns of when one has run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/stages/memory/shared_array.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "host/stages/run_stage.hpp"
#include "sim/app/package/checks/stages/stage_changes.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {

class StageChangesCase : public ::testing::Test {
 protected:
  StageChangesCase() {
    stage_watch = &changes;
    runStage(bring);
  }
  ~StageChangesCase() override { stage_watch = nullptr; }

  // The warning of a stage for the host; empty: none.
  std::string on_host(const Stage::Function& function, std::vector<Access> accesses) {
    Stage stage("s", Side::host, function, {}, std::move(accesses));
    return run(stage);
  }
  std::string run(Stage& stage) {
    ::testing::internal::CaptureStderr();
    runStage(stage);
    return ::testing::internal::GetCapturedStderr();
  }
  // On the device's words, which are those of the host before any test.
  void sweep(std::int64_t rows, std::int64_t cols) {
    changes.swept({rows, cols, 1, JacobiWeights{}}, device_f.data(), device_q.data());
  }
  static std::string warning(const std::string& stage, const std::string& where, const std::string& said,
                             const std::string& datum) {
    return "stencil: runStage: warning: " + stage + " has changed " + where + " on the host, " + said +
           ", while the device's copy stays right: stages there go on with the old values; the stage must name " +
           datum + " among what it modifies\n";
  }

  test::FakeAccelerator device{100, 100, test::FakeAccelerator::Happens::at_wait, 2, 2};
  DeviceMemory memory{device};
  std::vector<double> host_f = std::vector<double>(6, 1.0);
  std::vector<double> host_r = std::vector<double>(6, 2.0);
  double host_beta = 0.5;
  std::vector<double> host_q = std::vector<double>(6, 3.0), device_f = host_f, device_q = host_q;
  SharedArray f{memory, "f", host_f.data(), 3, 2, Bank::f, 0, 0};
  SharedArray r{memory, "r", host_r.data(), 1, 6, Bank::r, 1, 0};
  SharedVar beta{memory, "beta", host_beta};
  Stage bring{"bring", Side::device, {}, [] {}, {reads(f), reads(r), reads(beta)}};
  StageChanges changes;
};

}  // namespace stencil
