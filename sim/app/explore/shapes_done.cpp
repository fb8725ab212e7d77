// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/shapes_done.hpp"

#include <algorithm>

#include "host/base/errors.hpp"
#include "sim/app/explore/predict.hpp"
#include "sim/device/platform/device_pulse.hpp"

namespace stencil {
namespace {

std::int64_t units_of(const Shape& shape, const AcceleratorOptions& device, bool has_clock) {
  if (!has_clock) return shape.rows * shape.cols * shape.scheme.interval;
  try {
    return predict_interval(device, shape);
  } catch (const ArgumentError&) {
    return 0;  // does not fit and will not be measured
  }
}

}  // namespace

ShapesDone::ShapesDone(const std::vector<Shape>& shapes, const AcceleratorOptions& device, int rank, int ranks)
    : has_clock_(device.accel == "rtl") {
  std::int64_t units = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (i % static_cast<std::size_t>(ranks) == static_cast<std::size_t>(rank))
      units += units_of(shapes[i], device, has_clock_);
    ends_.push_back(units);
  }
}

void ShapesDone::begin(std::size_t number) {
  device_clock.store(0, std::memory_order_relaxed);
  before_.store(number == 0 ? 0 : ends_[number - 1]);
  after_.store(ends_[number]);
}

double ShapesDone::share() const {
  if (ends_.empty() || ends_.back() == 0) return 0.0;
  const std::int64_t before = before_.load();
  const std::int64_t passed = has_clock_ ? device_clock.load(std::memory_order_relaxed) : 0;
  return static_cast<double>(std::min(before + passed, after_.load())) / static_cast<double>(ends_.back());
}

}  // namespace stencil
