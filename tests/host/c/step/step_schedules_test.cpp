// Strips, joined steps and parts that stay in the device: results, and what they refuse.
// SPDX-License-Identifier: Apache-2.0
#include "step.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "accel.h"
#include "host/c/call_ledger.hpp"
#include "host/c/running_step.hpp"
#include "models/jacobi.hpp"
#include "tests/host/c/step/step_case.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {
namespace {

// Two strips of 18 and 22 rows, each by itself.
TEST_F(Step, SweepsStripsEachByItself) {
  const JacobiWeights by{1.0, 0.5, 0.25};
  for (const char* schedule : {"sequential", "overlapped", ""}) {
    for (const char* blocking : {"overlapped-rows", "skewed", ""}) {
      fill(cols);
      stencil_part parts[3] = {part, part, part};
      parts[0].rows = 18;
      parts[1].rows = 0;
      parts[2].rows = 22;
      parts[2].f += 18 * cols;
      parts[2].r += 18 * cols;
      std::vector<double> expected = f;
      golden_sweeps(18, cols, expected.data(), r.data(), by, 3);
      golden_sweeps(22, cols, expected.data() + 18 * cols, r.data() + 18 * cols, by, 3);
      stencil_strips_begin(parts, 3, "jacobi", weights, 3, schedule, blocking, 9);
      expect_fatal(exit_usage, "a step of stencil_strips_begin is in flight",
                   [&] { stencil_strips_begin(parts, 3, "jacobi", weights, 3, nullptr, nullptr, 0); });
      stencil_step_wait();
      EXPECT_EQ(f, expected) << schedule << ' ' << blocking;
    }
  }
  stencil_strips_begin(nullptr, 0, "jacobi", weights, 3, nullptr, nullptr, 0);
  stencil_step_wait();
}

TEST_F(Step, JoinsStepsOfWhichTheLastIsShorter) {
  for (const char* blocking : {"overlapped-rows", "skewed", ""}) {
    for (const long stride : {cols, cols + 2}) {
      fill(stride);
      std::vector<double> packed(rows * cols), packed_r(rows * cols);
      for (long i = 0; i < rows * cols; ++i) {
        packed[static_cast<std::size_t>(i)] = f[static_cast<std::size_t>(i / cols * stride + i % cols)];
        packed_r[static_cast<std::size_t>(i)] = r[static_cast<std::size_t>(i / cols * stride + i % cols)];
      }
      golden_sweeps(rows, cols, packed.data(), packed_r.data(), JacobiWeights{1.0, 0.5, 0.25}, 8);
      std::vector<std::int64_t> numbers, sweeps;
      process_call_ledger().on_step([&](const StepInfo& info, const std::vector<BlockRun>& runs) {
        numbers.push_back(info.number);
        sweeps.push_back(info.scheme.interval);
        EXPECT_FALSE(runs.empty());
      });
      reset_steps();
      setenv("STENCIL_SCHEDULE", "nothing of joined steps", 1);
      stencil_steps_begin(&part, "jacobi", weights, 3, 8, blocking, 9);
      stencil_step_wait();
      unsetenv("STENCIL_SCHEDULE");
      for (long i = 0; i < rows * cols; ++i)
        ASSERT_EQ(f[static_cast<std::size_t>(i / cols * stride + i % cols)], packed[static_cast<std::size_t>(i)]) << i;
      step(1);
      process_call_ledger().on_step(nullptr);
      EXPECT_EQ(numbers, (std::vector<std::int64_t>{0, 1, 2, 3}));
      EXPECT_EQ(sweeps, (std::vector<std::int64_t>{3, 3, 2, 1}));
    }
  }
}

// 3 halo rows above 16 rows, whose upper neighbour writes new ones before each step.
TEST_F(Step, OfAPartThatStaysHaloRowsAloneTravel) {
  for (const long stride : {cols, cols + 2}) {
    fill(stride);
    part.rows = 19;
    part.first_owned = part.global_row = 3;
    std::vector<double> expected(19 * cols), packed_r(19 * cols);
    for (std::size_t i = 0; i < 19 * cols; ++i) packed_r[i] = r[i / cols * static_cast<std::size_t>(stride) + i % cols];
    for (std::size_t i = 0; i < 19 * cols; ++i) expected[i] = f[i / cols * static_cast<std::size_t>(stride) + i % cols];
    for (long left = 3; left > 0; --left) {
      const long sweeps = left == 1 ? 2 : 3;
      if (left < 3) {
        for (std::size_t i = 0; i < 3 * cols; ++i)
          f[i / cols * static_cast<std::size_t>(stride) + i % cols] = expected[i] = static_cast<double>(left) * 0.25;
      }
      stencil_resident_begin(&part, "jacobi", weights, sweeps, left);
      EXPECT_NE(describe_step_in_flight().find("a step of stencil_resident_begin is still in flight"),
                std::string::npos);
      stencil_step_wait();
      golden_sweeps(19, cols, expected.data(), packed_r.data(), JacobiWeights{1.0, 0.5, 0.25}, sweeps);
      // The rows that the neighbour above has as halo rows; after the last step all.
      for (std::size_t i = 3 * cols; i < static_cast<std::size_t>(left == 1 ? 19 : 6) * cols; ++i)
        ASSERT_EQ(f[i / cols * static_cast<std::size_t>(stride) + i % cols], expected[i]) << left << ' ' << i;
      if (left == 1) continue;
      EXPECT_NE(f[(18 - 1) * static_cast<std::size_t>(stride) + 4], expected[(18 - 1) * cols + 4]) << "not stored";
      const std::string stays = "a part stays in the device for ";
      expect_fatal(exit_usage, stays, [&] { f_to_accel(0, f.data(), 10); });
      expect_fatal(exit_usage, stays, [&] { stencil_step_begin(&part, "jacobi", weights, 1, nullptr, nullptr, 0); });
      EXPECT_EQ(describe_step_in_flight(), left == 3
                                               ? "a part stays in the device for 2 more steps of "
                                                 "stencil_resident_begin, which must be made before the program ends"
                                               : "a part stays in the device for 1 more step of "
                                                 "stencil_resident_begin, which must be made before the program ends");
      const auto refused = [&](const stencil_part& given, const double* by, long steps, const std::string& text) {
        expect_fatal(exit_usage, "stencil_resident_begin: " + text,
                     [&] { stencil_resident_begin(&given, "jacobi", by, sweeps, steps); });
        expect_fatal(exit_usage, stays, [&] { f_to_accel(0, f.data(), 10); });
      };
      refused(part, weights, left, "steps = ");
      refused(part, weights + 1, left - 1, "kernel and weights are others");
      for (const char* name : {"rows", "owned", "global_row", "f", "r"}) {
        stencil_part other = part;
        const std::string text = name;
        if (text == "rows") other.rows = 18;
        if (text == "owned") other.owned = 13;
        if (text == "global_row") other.global_row = 4;
        if (text == "f") other.f += 21 * stride;
        if (text == "r") other.r += stride;
        refused(other, weights, left - 1, text == "owned" ? "owned = 13, must be 16" : text);
      }
    }
    EXPECT_EQ(describe_step_in_flight(), "");
    f_to_accel(0, f.data(), 10);
  }
}

TEST_F(Step, RefusesWhatOtherSchedulesCannotDo) {
  stencil_part parts[2] = {part, part};
  const auto strips = [&](const std::string& text, long count = 2) {
    const std::vector<double> before = f;
    expect_fatal(exit_usage, "stencil_strips_begin: " + text,
                 [&] { stencil_strips_begin(parts, count, "jacobi", weights, 3, "overlapped", "skewed", 9); });
    EXPECT_EQ(f, before);
    EXPECT_EQ(describe_step_in_flight(), "");
  };
  strips("f of parts[1] overlaps f of parts[0], must be an array of its own");
  parts[0].rows = parts[1].rows = 20;
  parts[1].f += 20 * cols;
  parts[1].r = f.data() + 10 * cols;
  strips("parts[1]: r overlaps f");
  parts[1].r = f.data();
  strips("r of parts[1] overlaps f of parts[0]");
  parts[1].r = r.data();
  parts[1].cols = parts[1].stride = cols - 1;
  strips("parts[1]: cols = 9, must be 10 .. 10 (as of the parts before)");
  parts[1] = part;
  parts[1].rows = -1;
  strips("parts[1]: rows = -1, must be >= 0");
  strips("count = -1, must be >= 0", -1);
  const auto joined = [&](const std::string& text, long sweeps, long iterations) {
    expect_fatal(exit_usage, "stencil_steps_begin: " + text,
                 [&] { stencil_steps_begin(&part, "jacobi", weights, sweeps, iterations, "skewed", 9); });
    EXPECT_EQ(describe_step_in_flight(), "");
  };
  joined("iterations = 0, must be >= 1", 3, 0);
  part.owned = 30;
  joined("owned = 30, must be 40 .. 40 (joined steps exchange nothing, so the part must have no halo rows)", 3, 8);
  part.owned = 0;
  const auto resident = [&](const std::string& text, long steps, const char* kernel = "jacobi") {
    expect_fatal(exit_usage, "stencil_resident_begin: " + text,
                 [&] { stencil_resident_begin(&part, kernel, weights, 3, steps); });
    EXPECT_EQ(describe_step_in_flight(), "");
  };
  resident("rows = 40, must be 1 .. 20 (the part stays in one buffer of 200 words, rows of 10 columns)", 2);
  part.rows = 20;
  resident("steps = 0, must be >= 1", 0);
  resident("kernel = \"gauss-seidel\", must be jacobi, five-point or a kernel file", 2, "gauss-seidel");
}

}  // namespace
}  // namespace stencil
