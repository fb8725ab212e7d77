// stencil_joined_begin over parts that are the whole field: the device takes halo rows from the parts that own them.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
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

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return std::make_unique<FakeAccelerator>(200, 20, FakeAccelerator::Happens::at_wait, 2, 2);
}
namespace {

constexpr long rows = 40, cols = 10, sweeps = 3, iterations = 11;
constexpr double weights[3] = {1.0, 0.5, 0.25};

// Cuts rows 0 .. 39 into parts; each part has arrays of its own, with halo rows.
class JoinedParts : public ::testing::Test {
 protected:
  JoinedParts() {
    for (const char* variable : {"STENCIL_BLOCKING", "STENCIL_PORTION", "STENCIL_CHECK", "STENCIL_PARANOID",
                                 "STENCIL_ACCEL", "STENCIL_CONFIG", "STENCIL_KERNEL"})
      unsetenv(variable);
    reset_steps();
    reset_process_accelerator();
    for (long i = 0; i < rows * cols; ++i) {
      field_.push_back(static_cast<double>((i * 31 + i / cols * 17) % 13));
      source_.push_back(static_cast<double>(i * 5 % 7));
    }
  }
  ~JoinedParts() override { reset_steps(); }

  void cut(const std::vector<long>& heights, long stride) {
    arrays_.resize(2 * heights.size());
    long first = 0;
    for (std::size_t k = 0; k < heights.size(); first += heights[k++]) {
      const long above = std::min(sweeps, first), below = std::min(sweeps, rows - first - heights[k]);
      const long all = above + heights[k] + below;
      for (std::size_t n = 0; n < 2; ++n) {
        std::vector<double>& array = arrays_[2 * k + n];
        array.assign(static_cast<std::size_t>(all * stride), -7.0);
        for (long row = 0; row < all; ++row)
          std::copy_n((n == 0 ? field_ : source_).begin() + (first - above + row) * cols, cols,
                      array.begin() + row * stride);
      }
      stencil_part part{};
      part.f = arrays_[2 * k].data();
      part.r = arrays_[2 * k + 1].data();
      part.rows = all;
      part.cols = cols;
      part.stride = stride;
      part.first_owned = above;
      part.owned = heights[k];
      part.global_row = first;
      parts_.push_back(part);
    }
  }
  double* row_of(std::size_t part, long row) const { return parts_[part].f + row * parts_[part].stride; }
  // Sets the halo rows of each part to the rows of the parts beside it.
  void exchange() {
    for (std::size_t k = 1; k < parts_.size(); ++k) {
      const stencil_part &north = parts_[k - 1], &south = parts_[k];
      const long end = north.first_owned + north.owned;
      for (long row = 0; row < south.first_owned; ++row)
        std::copy_n(row_of(k - 1, end - south.first_owned + row), cols, row_of(k, row));
      for (long row = end; row < north.rows; ++row)
        std::copy_n(row_of(k, south.first_owned + row - end), cols, row_of(k - 1, row));
    }
  }
  void begin(long left) {
    stencil_joined_begin(parts_.data(), static_cast<long>(parts_.size()), "jacobi", weights, sweeps, left, "skewed", 9);
  }
  std::vector<double> result() const {
    std::vector<double> all;
    for (std::size_t k = 0; k < parts_.size(); ++k)
      for (long row = 0; row < parts_[k].owned; ++row) {
        const double* const words = row_of(k, parts_[k].first_owned + row);
        all.insert(all.end(), words, words + cols);
      }
    return all;
  }
  std::vector<double> golden(long made) const {
    std::vector<double> swept = field_;
    golden_sweeps(rows, cols, swept.data(), source_.data(), JacobiWeights{weights[0], weights[1], weights[2]}, made);
    return swept;
  }

  std::vector<double> field_, source_;
  std::vector<std::vector<double>> arrays_;
  std::vector<stencil_part> parts_;
};

TEST_F(JoinedParts, OfAWholeFieldGiveItsResultAfterEachStep) {
  for (const long stride : {cols, cols + 3}) {
    parts_.clear();
    cut({13, 14, 13}, stride);
    for (long left = iterations; left > 0; left -= sweeps) {
      if (left < iterations) exchange();
      begin(left);
      stencil_step_wait();
      EXPECT_EQ(result(), golden(iterations - std::max(left - sweeps, 0L))) << left << " left, stride " << stride;
    }
  }
}

TEST_F(JoinedParts, OfAWholeFieldRefuseHaloRowsOfOthersThanTheirOwners) {
  for (const bool south : {true, false}) {
    reset_steps();
    parts_.clear();
    cut({13, 14, 13}, cols);
    begin(iterations);
    stencil_step_wait();
    exchange();
    double& word = south ? row_of(1, 2)[4] : row_of(0, 14)[7];
    const double right = word;
    word = 100.0;
    expect_fatal(
        exit_usage,
        fmt::format("stencil_joined_begin: row {} of f of part {}, a halo row, has 100 in column {}, must have {} as "
                    "part {}, which owns it, row {} of the field: ",
                    south ? 2 : 14, south ? 1 : 0, south ? 4 : 7, right, south ? 0 : 1, south ? 12 : 14),
        [&] { begin(iterations - sweeps); });
  }
}

// Such as those of a field of which other ranks have the end, or rows between these parts.
TEST_F(JoinedParts, ThatAreNotAWholeFieldTakeWhatTheProgramSets) {
  for (const long missing : {2, 1}) {
    reset_steps();
    parts_.clear();
    cut({13, 14, 13}, cols);
    parts_.erase(parts_.begin() + missing);
    begin(2 * sweeps);
    stencil_step_wait();
    row_of(0, 14)[7] = 100.0;
    std::vector<double> expected;
    for (const stencil_part& part : parts_) {
      std::vector<double> swept(part.f, part.f + part.rows * cols);
      golden_sweeps(part.rows, cols, swept.data(), part.r, JacobiWeights{weights[0], weights[1], weights[2]}, sweeps);
      expected.insert(expected.end(), swept.begin() + part.first_owned * cols,
                      swept.begin() + (part.first_owned + part.owned) * cols);
    }
    begin(sweeps);
    stencil_step_wait();
    EXPECT_EQ(result(), expected) << "without part " << missing;
  }
}

}  // namespace
}  // namespace stencil
