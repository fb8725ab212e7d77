// Joined steps as the C library predicts them, against what the model counts.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "host/c/steps/joined/joined_parts.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "sim/device/backends/registry.hpp"

namespace stencil {
namespace {

constexpr std::int64_t predicted_iterations = 14;

// Parts of so many own rows, one behind another, with halo rows where the field goes on.
struct PredictedParts {
  static constexpr std::int64_t cols = 20, sweeps = 4;

  // Other ranks have as many rows of the field between two parts as `between` says.
  PredictedParts(const std::vector<long>& heights, bool ends, long between) {
    long first = ends ? 0 : sweeps;
    for (std::size_t k = 0; k < heights.size(); first += between + heights[k++]) {
      stencil_part part{};
      part.first_owned = k > 0 || !ends ? sweeps : 0;
      part.owned = heights[k];
      part.rows = part.first_owned + part.owned + (k + 1 < heights.size() || !ends ? sweeps : 0);
      part.cols = cols;
      part.global_row = first;
      given.push_back(part);
      arrays.emplace_back(2 * part.rows * cols, 1.0);
    }
  }
  std::vector<HaloStrip> strips(bool whole) {
    std::vector<HaloStrip> all;
    for (std::size_t k = 0; k < given.size(); ++k) {
      const stencil_part& part = given[k];
      const RowHalo halo{part.first_owned, part.rows - part.first_owned - part.owned};
      all.push_back({{part.rows, cols, arrays[k].data(), arrays[k].data() + part.rows * cols}, halo, whole && k > 0});
    }
    return all;
  }
  StepShape shape() const {
    StepShape shape{0, cols, sweeps, JacobiWeights{1.0, 0.5, 0.25}};
    for (const stencil_part& part : given) shape.rows = std::max<std::int64_t>(shape.rows, part.rows);
    return shape;
  }

  std::vector<stencil_part> given;
  std::vector<std::vector<double>> arrays;
};

// Returns whether they would take other cycles if no halo rows travelled.
bool expect_predicted(const std::vector<long>& heights, bool ends, long between, Blocking blocking) {
  PredictedParts parts(heights, ends, between);
  const bool whole = ends && (between == 0 || heights.size() == 1);
  const StepShape shape = joined_shape(parts.shape(), parts.given, predicted_iterations);
  EXPECT_EQ(shape.whole_field, whole);
  AcceleratorOptions options;
  options.accel = "model";
  options.config = "small";
  const auto counted = make_accelerator(options), dry = make_dry_accelerator(options),
             without = make_dry_accelerator(options);
  const BlockScheme scheme =
      choose_scheme({Schedule::joined, blocking, 24}, shape, counted->capabilities(), {}, nullptr);
  itsteps(
      *counted, parts.strips(whole), shape.weights, scheme, predicted_iterations, [](std::int64_t) {}, nullptr);
  EXPECT_EQ(predicted_cycles(*dry, shape, scheme), counted->cycles().total());
  StepShape alone = shape;
  alone.halos.assign(alone.halos.size(), {});
  alone.whole_field = false;
  return predicted_cycles(*without, alone, scheme) != counted->cycles().total();
}

TEST(PredictedSteps, TakeWhatTheModelCounts) {
  bool halos_matter = false;
  for (const Blocking blocking : all_blockings) {
    for (const std::vector<long>& heights : {std::vector<long>{30, 30, 9}, {20, 20, 20, 20}, {50}, {9, 40}}) {
      for (const bool ends : {true, false}) {
        SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(heights) << ", " << name_of(blocking) << ends);
        for (const long between : {0, 30})
          halos_matter = expect_predicted(heights, ends, between, blocking) || halos_matter;
      }
    }
  }
  EXPECT_TRUE(halos_matter);
}

}  // namespace
}  // namespace stencil
