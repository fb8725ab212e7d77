// The change that a device measures over the blocks of a step is that of one sweep over the whole local part.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "host/jacobi/itstep.hpp"
#include "models/problem.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil {
namespace {

using Field = std::vector<double>;

constexpr JacobiWeights late_weights{4.0, 0.25, 0.5};  // later sweeps change more

// One row is far larger than the others, so that it shows if it does not count.
Field steep(std::uint64_t seed, ProblemArray array, std::int64_t rows, std::int64_t cols, std::int64_t largest_row) {
  Field field(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(seed, array, 0, rows, cols, field.data());
  for (std::int64_t i = 0; i < rows; ++i) {
    const double size = std::ldexp(1.0, -static_cast<int>(std::abs(i - largest_row)));
    for (std::int64_t j = 0; j < cols; ++j) field[static_cast<std::size_t>(i * cols + j)] *= size;
  }
  return field;
}

// The change of one sweep, computed directly.
double change_of(const Field& f, const Field& r, std::int64_t rows, std::int64_t cols) {
  double largest = 0.0;
  for (std::int64_t i = 1; i < rows - 1; ++i) {
    for (std::int64_t j = 1; j < cols - 1; ++j) {
      const auto at = [&](std::int64_t row, std::int64_t col) { return f[static_cast<std::size_t>(row * cols + col)]; };
      const double next =
          ((at(i - 1, j) + at(i + 1, j)) * late_weights.rdx2 + (at(i, j - 1) + at(i, j + 1)) * late_weights.rdy2 -
           r[static_cast<std::size_t>(i * cols + j)]) *
          late_weights.beta;
      largest = std::max(largest, std::abs(next - at(i, j)));
    }
  }
  return largest;
}

class ItstepChange : public ::testing::TestWithParam<ItstepOptions> {};

TEST_P(ItstepChange, IsThatOfTheWholeLocalPartForAnyCut) {
  const bool skewed = GetParam().blocking == Blocking::skewed;
  constexpr std::int64_t cols = 5;
  std::uint64_t seed = 0;
  int zeros = 0;
  for (std::int64_t portion = skewed ? 1 : 3; portion <= (skewed ? 6 : 9); ++portion) {
    for (std::int64_t niter = 1; niter <= (skewed ? portion : portion / 3); ++niter) {
      for (std::int64_t rows = 1; rows <= 3 * portion + niter + 2; ++rows) {
        for (int field = 0; field < 4; ++field) {
          const auto largest_row = static_cast<std::int64_t>(++seed) % rows;
          SCOPED_TRACE(::testing::Message()
                       << rows << " rows, portion " << portion << ", niter " << niter << ", seed " << seed);
          test::FakeAccelerator device((portion + 2 * niter) * cols, cols, test::FakeAccelerator::Happens::at_random, 2,
                                       2, seed);
          const Field before = steep(seed, ProblemArray::f, rows, cols, largest_row);
          const Field r = steep(seed, ProblemArray::r, rows, cols, largest_row);
          Field f = before;
          itstep(device, rows, cols, f.data(), r.data(), late_weights, niter, portion, nullptr, GetParam());
          const double expected = change_of(before, r, rows, cols);
          const double got = device.change();
          ASSERT_EQ(std::memcmp(&got, &expected, sizeof got), 0) << got << ", expected " << expected;
          zeros += expected == 0.0 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_LT(zeros, static_cast<int>(seed) / 3);
}

INSTANTIATE_TEST_SUITE_P(All, ItstepChange,
                         ::testing::Values(ItstepOptions{Schedule::sequential, Blocking::overlapped_rows},
                                           ItstepOptions{Schedule::overlapped, Blocking::overlapped_rows},
                                           ItstepOptions{Schedule::sequential, Blocking::skewed},
                                           ItstepOptions{Schedule::overlapped, Blocking::skewed}),
                         [](const auto& options) {
                           return std::string(options.param.schedule == Schedule::overlapped ? "Overlapped"
                                                                                             : "Sequential") +
                                  (options.param.blocking == Blocking::skewed ? "Skewed" : "Rows");
                         });

}  // namespace
}  // namespace stencil
