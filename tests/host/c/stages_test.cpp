// The functions of stages.h over a fake device: the copies that a list of stages makes, errors with status and text.
// SPDX-License-Identifier: Apache-2.0
#include "stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "accel.h"
#include "host/c/process_accelerator.hpp"
#include "models/jacobi.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return std::make_unique<test::FakeAccelerator>(200, 20, test::FakeAccelerator::Happens::at_wait, 2, 2);
}
namespace {

using test::expect_fatal;

constexpr int rows = 8, cols = 10;
std::array<double, rows * cols> f_onHost, r_onHost;
double seen = 0.0;

void sweep_on_host() {
  golden_sweeps(rows, cols, f_onHost.data(), r_onHost.data(), JacobiWeights{1.0, 0.5, 0.25}, 1);
}
void sweep_on_device() {
  itstep_accel(rows, cols, 1.0, 0.5, 0.25, 1);
}
void look() {
  seen = f_onHost[cols + 1];
}

std::int64_t transfers() {
  return process_accelerator().traffic().transfers;
}

TEST(StagesInC, CopyWhatIsMissingAndNothingElse) {
  for (std::size_t i = 0; i < f_onHost.size(); ++i) {
    f_onHost[i] = static_cast<double>(i * 7 % 11);
    r_onHost[i] = static_cast<double>(i % 3);
  }
  auto expected = f_onHost;
  golden_sweeps(rows, cols, expected.data(), r_onHost.data(), JacobiWeights{1.0, 0.5, 0.25}, 4);

  stencil_datum* const f = stencil_shared_array(f_onHost.data(), stencil_device_array('f', 0), sizeof f_onHost);
  stencil_datum* const r = stencil_shared_array(r_onHost.data(), stencil_device_array('r', 0), sizeof r_onHost);
  stencil_stage* const sweep =
      stencil_stage_of(STENCIL_CUDA, sweep_on_host, sweep_on_device, f, r, nullptr, f, nullptr);
  stencil_stage* const on_host = stencil_stage_of(STENCIL_CPU, sweep_on_host, nullptr, f, r, nullptr, f, nullptr);
  stencil_stage* const looks = stencil_stage_of(STENCIL_CPU, look, nullptr, f, nullptr, nullptr);
  const std::int64_t before = transfers();
  EXPECT_EQ(stencil_valid_on_device(f), 0);
  stencil_stage* stages[] = {sweep, sweep, on_host, sweep, nullptr};
  for (stencil_stage** s = stages; *s != nullptr;) stencil_run_stage(*s++);
  EXPECT_EQ(transfers() - before, 4);  // f and r in, f out for the host, f in again
  EXPECT_EQ(stencil_valid_on_host(f), 0);
  EXPECT_EQ(stencil_valid_on_host(r), 1);
  stencil_run_stage(looks);
  stencil_flush(f);
  EXPECT_EQ(transfers() - before, 5);
  EXPECT_EQ(stencil_valid_on_host(f), 1);
  EXPECT_EQ(stencil_valid_on_device(f), 1);
  EXPECT_EQ(f_onHost, expected);
  EXPECT_EQ(seen, expected[cols + 1]);
  for (stencil_stage* one : {sweep, on_host, looks}) stencil_stage_destroy(one);
  for (stencil_datum* one : {f, r}) stencil_datum_destroy(one);
}

TEST(StagesInC, OfAListHaveTheResultsAndCopiesOfOneAfterAnother) {
  std::vector<double> results;
  std::int64_t moved = -1;
  for (const bool as_list : {false, true}) {
    for (std::size_t i = 0; i < f_onHost.size(); ++i) f_onHost[i] = r_onHost[i] = static_cast<double>(i % 5);
    stencil_datum* const f = stencil_shared_array(f_onHost.data(), stencil_device_array('f', 0), sizeof f_onHost);
    stencil_datum* const r = stencil_shared_array(r_onHost.data(), stencil_device_array('r', 0), sizeof r_onHost);
    stencil_stage* const sweep =
        stencil_stage_of(STENCIL_CUDA, sweep_on_host, sweep_on_device, f, r, nullptr, f, nullptr);
    stencil_stage* const looks = stencil_stage_of(STENCIL_CPU, look, nullptr, f, r, nullptr, nullptr);
    stencil_stage* stages[] = {sweep, looks, sweep, looks, nullptr};
    const std::int64_t before = transfers();
    if (as_list) {
      stencil_run_stages(stages);
    } else {
      for (stencil_stage** s = stages; *s != nullptr;) stencil_run_stage(*s++);
    }
    if (as_list) {
      EXPECT_EQ(transfers() - before, moved);
      EXPECT_EQ(std::vector<double>(f_onHost.begin(), f_onHost.end()), results);
    }
    moved = transfers() - before;
    results.assign(f_onHost.begin(), f_onHost.end());
    for (stencil_stage* one : {sweep, looks}) stencil_stage_destroy(one);
    for (stencil_datum* one : {f, r}) stencil_datum_destroy(one);
  }
  EXPECT_EQ(moved, 4);  // f and r in, f out after each sweep
}

TEST(StagesInC, WrongArgumentsAreRefused) {
  const auto refused = [](const std::string& text, const std::function<void()>& call) {
    expect_fatal(exit_usage, text, call);
  };
  refused("stencil_device_array: bank = 'x', must be 'f' or 'r'", [] { stencil_device_array('x', 0); });
  refused("stencil_device_array: buffer = 2, must be 0 .. 1", [] { stencil_device_array('f', 2); });
  double* const device = stencil_device_array('f', 0);
  refused("stencil_shared_array: size = 7, must be a multiple of 8: it is in bytes",
          [&] { stencil_shared_array(f_onHost.data(), device, 7); });
  refused("stencil_shared_array: address on the device is ",
          [] { stencil_shared_array(f_onHost.data(), r_onHost.data(), 8); });
  refused("stencil_stage_of: target = 2, must be 0 .. 1", [] { stencil_stage_of(2, look, look, nullptr, nullptr); });
  refused("stencil_stage_of: ", [] { stencil_stage_of(STENCIL_CUDA, look, nullptr, nullptr, nullptr); });
  refused("runStage: stage = NULL, must be what stencil_stage_of returned", [] { stencil_run_stage(nullptr); });
  refused("runStages: stages = NULL, must be a list of stages that ends with NULL",
          [] { stencil_run_stages(nullptr); });
  refused("stencil_flush: datum = NULL, must be what stencil_shared_array returned", [] { stencil_flush(nullptr); });
}

}  // namespace
}  // namespace stencil
