// The functions of step.h over a fake device: results, what the library chooses, errors with status and text.
// SPDX-License-Identifier: Apache-2.0
#include "step.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "accel.h"
#include "host/c/call_ledger.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/running_step.hpp"
#include "models/jacobi.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

using test::expect_fatal;
using test::FakeAccelerator;

int buffers = 2;

}  // namespace

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return std::make_unique<FakeAccelerator>(200, 20, FakeAccelerator::Happens::at_wait, buffers, buffers);
}
namespace {

constexpr long rows = 40, cols = 10;
constexpr double weights[6] = {1.0, 0.5, 0.25, 0.125, 0.5, 0.25};

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

TEST_F(Step, GivesTheResultOfSweepsOverTheWholePartWithEverySchedule) {
  const std::vector<double> expected = golden(3, JacobiWeights{1.0, 0.5, 0.25});
  for (const char* schedule : {"sequential", "overlapped", "auto"}) {
    for (const char* blocking : {"overlapped-rows", "skewed", ""}) {
      fill(cols);
      step(3, schedule, blocking, 9);
      EXPECT_EQ(f, expected) << schedule << ' ' << blocking;
    }
  }
}

TEST_F(Step, SweepsWithTheFivePointOperator) {
  const std::vector<double> expected = golden(2, FivePointWeights{1.0, 0.5, 0.25, 0.125, 0.5, 0.25});
  step(2, nullptr, nullptr, 0, "five-point");
  EXPECT_EQ(f, expected);
}

TEST_F(Step, LeavesTheGapsBetweenRowsAlone) {
  const std::vector<double> expected = golden(2, JacobiWeights{1.0, 0.5, 0.25});
  fill(cols + 3);
  step(2);
  for (long i = 0; i < rows; ++i) {
    for (long j = 0; j < cols + 3; ++j) {
      const double value = f[static_cast<std::size_t>(i * (cols + 3) + j)];
      EXPECT_EQ(value, j < cols ? expected[static_cast<std::size_t>(i * cols + j)] : -7.0) << i << ' ' << j;
    }
  }
}

TEST_F(Step, NothingHappensToAPartWithoutRows) {
  part = {};
  step(3);
  EXPECT_EQ(describe_step_in_flight(), "");
}

TEST_F(Step, ChoosesByArgumentThenByEnvironment) {
  std::vector<BlockScheme> schemes;
  process_call_ledger().on_step(
      [&](const StepInfo& info, const std::vector<BlockRun>&) { schemes.push_back(info.scheme); });
  setenv("STENCIL_SCHEDULE", "sequential", 1);
  setenv("STENCIL_BLOCKING", "overlapped-rows", 1);
  setenv("STENCIL_PORTION", "9", 1);
  step(2);
  step(2, "overlapped", "skewed", 8);
  unsetenv("STENCIL_SCHEDULE");
  step(2);
  process_call_ledger().on_step(nullptr);
  ASSERT_EQ(schemes.size(), 3U);
  EXPECT_EQ(schemes[0].how.schedule, Schedule::sequential);
  EXPECT_EQ(schemes[0].how.blocking, Blocking::overlapped_rows);
  EXPECT_EQ(schemes[0].portion, 9);
  EXPECT_EQ(schemes[1].how.schedule, Schedule::overlapped);
  EXPECT_EQ(schemes[1].how.blocking, Blocking::skewed);
  EXPECT_EQ(schemes[1].portion, 8);
  EXPECT_EQ(schemes[2].how.schedule, Schedule::overlapped);
}

TEST_F(Step, RefusesAKernelWhoseNameAFileHasToo) {
  const std::filesystem::path before = std::filesystem::current_path();
  const testing_support::ScratchDirectory folder;
  std::filesystem::current_path(folder / ".");
  testing_support::write_text("heat", "kernel heat");
  expect_refused(
      "kernel = \"heat\", must be jacobi, five-point, gauss-seidel or a kernel file, whose name has a '.' or a '/'; "
      "write "
      "./heat for the file heat",
      1, nullptr, nullptr, 0, "heat");
  for (const std::string kernel : {"jacobi", "five-point", "gauss-seidel"}) {
    testing_support::write_text(kernel, "kernel k");
    expect_refused("kernel = \"" + kernel + "\", a kernel and also a file here: must be ./" + kernel + " for the file",
                   1, nullptr, nullptr, 0, kernel.c_str());
  }
  std::filesystem::remove("jacobi");
  const std::vector<double> expected = golden(2, JacobiWeights{1.0, 0.5, 0.25});
  step(2);
  EXPECT_EQ(f, expected) << "the other files do not matter";
  std::filesystem::current_path(before);
}

TEST_F(Step, RefusesTheNameOfAKernelForItsFile) {
  for (const std::string kernel : {"jacobi", "five-point", "gauss-seidel"}) {
    setenv("STENCIL_KERNEL", kernel.c_str(), 1);
    expect_refused("environment variable STENCIL_KERNEL = '" + kernel +
                       "', the name of a kernel, must be a kernel file: ./" + kernel,
                   1);
  }
  unsetenv("STENCIL_KERNEL");
}

TEST_F(Step, RefusesWhatNoDeviceCanDo) {
  expect_refused(
      "kernel = \"jacob\", must be jacobi, five-point, gauss-seidel or a kernel file, whose name has a '.' or a '/'; "
      "did "
      "you mean jacobi?",
      1, nullptr, nullptr, 0, "jacob");
  expect_refused("kernel = NULL", 1, nullptr, nullptr, 0, nullptr);
  expect_refused("schedule = \"overlappd\", must be sequential, overlapped or auto; did you mean overlapped?", 1,
                 "overlappd");
  expect_refused("blocking = \"skew\", must be overlapped-rows, skewed or auto; did you mean skewed?", 1, nullptr,
                 "skew");
  expect_refused("portion = -1, must be 0 ..", 1, nullptr, nullptr, -1);
  expect_refused("sweeps = 0, must be >= 1", 0);
  part.stride = 9;
  expect_refused("stride = 9, must be 10 ..", 1);
  fill(cols);
  part.cols = 21;
  part.stride = 0;
  part.rows = 10;
  expect_refused("cols = 21, must be 1 .. 20 (the device's longest row)", 1);
  fill(cols);
  part.r = nullptr;
  expect_refused("r = NULL", 1);
  part.r = f.data() + 20;
  expect_refused("r overlaps f", 1);
  fill(cols);
  part.rows = -1;
  expect_refused("rows = -1, must be >= 0", 1);
  setenv("STENCIL_PORTION", "many", 1);
  fill(cols);
  expect_refused("environment variable STENCIL_PORTION = 'many', must be an integer", 1);
}

TEST_F(Step, RefusesMoreSweepsThanHaloRows) {
  part.first_owned = 3;
  part.owned = 33;
  expect_refused("sweeps = 4, must be 1 .. 3 (halo rows above", 4);
  part.first_owned = 4;
  expect_refused("sweeps = 4, must be 1 .. 3 (halo rows below", 4);
  part.owned = 37;
  expect_refused("owned = 37, must be 0 .. 36 (rows = 40, first_owned = 4)", 2);
  part.first_owned = part.owned = 0;
  part.global_row = 5;
  expect_refused("first_owned = 0, must be >= sweeps = 2: global_row = 5 has rows above it", 2);
}

// 200 words a buffer: 20 rows of 10 columns.
TEST_F(Step, NamesTheRowsByWhichABufferIsShortAndTheNearestPortion) {
  expect_refused(
      "portion = 18 with 3 sweeps takes blocks of 24 rows of 10 columns in overlapped-rows blocking, must be "
      "<= 20 rows: each buffer of f and of r (200 words) is 4 rows short; the nearest portion that fits is 14",
      3, nullptr, "overlapped-rows", 18);
  expect_refused(
      "portion = 8, must be >= 9 (three times sweeps = 3, overlapped-rows blocks); the nearest portion that "
      "fits is 9",
      3, nullptr, "overlapped-rows", 8);
  expect_refused(
      "portion = 15, must be >= 30 (three times sweeps = 10, overlapped-rows blocks); no portion fits 10 "
      "sweeps, at most 4 sweeps",
      10, nullptr, "overlapped-rows", 15);
  expect_refused(
      "portion = 19 with 3 sweeps takes blocks of 22 rows of 10 columns in skewed blocking, must be <= 20 "
      "rows: each buffer of f and of r (200 words) is 2 rows short; the nearest portion that fits is 17",
      3, nullptr, "skewed", 19);
  step(3, nullptr, "skewed", 17);
  step(3, nullptr, "overlapped-rows", 14);
  buffers = 1;
  reset_process_accelerator();
  expect_refused("schedule = overlapped, must be sequential: the device has 1 buffer of f", 3, "overlapped", "skewed",
                 9);
  step(3);
}

TEST_F(Step, OneStepIsInFlightAtATime) {
  expect_fatal(exit_usage, "stencil_step_wait: no step is in flight", [] { stencil_step_wait(); });
  stencil_step_begin(&part, "jacobi", weights, 1, nullptr, nullptr, 0);
  const char* const in_flight = "a step of stencil_step_begin is in flight, must be ended by stencil_step_wait first";
  expect_fatal(exit_usage, in_flight, [&] { stencil_step_begin(&part, "jacobi", weights, 1, nullptr, nullptr, 0); });
  expect_fatal(exit_usage, in_flight, [&] { f_to_accel(0, f.data(), 10); });
  expect_fatal(exit_usage, in_flight, [&] { itstep_accel(4, 4, 1.0, 1.0, 1.0, 1); });
  EXPECT_NE(describe_step_in_flight(), "");
  stencil_step_wait();
  EXPECT_EQ(describe_step_in_flight(), "");
  f_to_accel(0, f.data(), 10);
  expect_fatal(exit_usage, "no step is in flight", [] { stencil_step_wait(); });
}

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
