// How far a list of shapes is: by the clock of the device where there is one.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/shapes_done.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "sim/app/explore/predict.hpp"
#include "sim/device/platform/device_pulse.hpp"

namespace stencil {
namespace {

// Three that fit, of other costs, and one that does not.
std::vector<Shape> shapes() {
  const BlockScheme scheme{{Schedule::sequential, Blocking::overlapped_rows}, 15, 5};
  return {{"small", scheme, 30, 20}, {"small", scheme, 60, 20}, {"small", scheme, 30, 2000}, {"small", scheme, 90, 20}};
}

AcceleratorOptions on(const char* accel) {
  AcceleratorOptions options;
  options.accel = accel;
  return options;
}

TEST(ShapesDone, FollowsTheClockOfTheRtl) {
  const std::vector<Shape> all = shapes();
  std::vector<double> cycles;
  for (const std::size_t i : {0u, 1u, 3u}) cycles.push_back(static_cast<double>(predict_interval(on("rtl"), all[i])));
  const double sum = cycles[0] + cycles[1] + cycles[2];
  ShapesDone done(all, on("rtl"), 0, 1);
  device_clock.store(12345);  // of another device
  done.begin(0);
  EXPECT_EQ(done.share(), 0.0);
  device_clock.store(100);
  EXPECT_EQ(done.share(), 100 / sum);
  device_clock.store(1000000000);
  EXPECT_EQ(done.share(), cycles[0] / sum) << "no shape is more than itself";
  done.begin(1);
  EXPECT_EQ(done.share(), cycles[0] / sum);
  done.begin(2);
  EXPECT_EQ(done.share(), (cycles[0] + cycles[1]) / sum);
  device_clock.store(77);
  EXPECT_EQ(done.share(), (cycles[0] + cycles[1]) / sum) << "it is refused";
  done.begin(3);
  device_clock.store(77);
  EXPECT_EQ(done.share(), (cycles[0] + cycles[1] + 77) / sum);
}

TEST(ShapesDone, CountsThePointsOfARanksShapesOtherwise) {
  ShapesDone done(shapes(), on("model"), 1, 2);
  done.begin(1);
  device_clock.store(5000);
  EXPECT_EQ(done.share(), 0.0);
  done.begin(3);
  EXPECT_EQ(done.share(), 60.0 / 150.0);
}

}  // namespace
}  // namespace stencil
