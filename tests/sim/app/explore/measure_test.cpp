// Measures shapes on real accelerators of this build.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/measure.hpp"

#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "sim/app/explore/predict.hpp"

namespace stencil {
namespace {

const std::vector<ItstepOptions> all_ways = {{Schedule::sequential, Blocking::overlapped_rows},
                                             {Schedule::overlapped, Blocking::overlapped_rows},
                                             {Schedule::sequential, Blocking::skewed},
                                             {Schedule::overlapped, Blocking::skewed}};

AcceleratorOptions on(const char* accel) {
  AcceleratorOptions options;
  options.accel = accel;
  return options;
}

TEST(Measure, RtlAndModelAgreeInEveryBlockAndCauseAndAreRight) {
  for (const ItstepOptions& how : all_ways) {
    const Shape shape{"small", {how, 12, 4}, 48, 23};
    const Measurement rtl = measure(shape, on("rtl"));
    const Measurement model = measure(shape, on("model"));
    ASSERT_TRUE(rtl.right()) << readable(shape) << rtl.refused;
    ASSERT_TRUE(model.right()) << readable(shape);
    EXPECT_EQ(first_model_difference(rtl), "") << readable(shape);
    ASSERT_EQ(rtl.report.blocks.size(), model.report.blocks.size());
    for (std::size_t i = 0; i < rtl.report.blocks.size(); ++i) {
      EXPECT_EQ(rtl.report.blocks[i].cycles.total(), model.report.blocks[i].cycles.total()) << i;
    }
    EXPECT_EQ(predict_interval(on("rtl"), shape), rtl.report.totals().cycles) << readable(shape);
  }
}

TEST(Measure, AShapeThatDoesNotFitSaysSo) {
  const Measurement refused = measure({"small", {all_ways[1], 7, 4}, 100, 23}, on("model"));
  EXPECT_NE(refused.refused, "");
  EXPECT_FALSE(refused.right());
  EXPECT_TRUE(refused.report.blocks.empty());
}

TEST(Measure, AnUnknownConfigurationIsAnError) {
  EXPECT_THROW(measure({"none such", {all_ways[1], 10, 2}, 30, 23}, on("model")), ArgumentError);
}

}  // namespace
}  // namespace stencil
