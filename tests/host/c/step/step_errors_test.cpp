// Steps that no device can do: refused before anything is moved, with status, text and what would work.
// SPDX-License-Identifier: Apache-2.0
#include "step.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "host/c/process_accelerator.hpp"
#include "tests/host/c/step/step_case.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

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

}  // namespace
}  // namespace stencil
