// Measures one shape on one accelerator: the cycles of every block, and whether the result was right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "host/device/accelerator.hpp"
#include "models/compare.hpp"
#include "sim/app/explore/shape.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

struct Measurement {
  Shape shape;
  std::string refused;  // why this shape cannot work on this configuration; the report is then empty
  Report report;        // machine, blocks (step 0) and verdict, as of a run on one rank

  bool right() const { return refused.empty() && report.verdict.ok() == true; }
};

using DeviceMaker = std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)>;

// Makes the accelerator (options.config is taken from the shape), sweeps a seeded problem once and compares every value
// with the golden solver. For a shape that does not fit, the Measurement says why; that is no error.
// Throws ArgumentError for options that fit no shape (an unknown accelerator or configuration, a link out of range) and
// DeviceError when the device fails.
Measurement measure(const Shape& shape, AcceleratorOptions options, const DeviceMaker& make_device = make_accelerator);

// The first block whose measured and predicted cycles differ in some cause: "block 3: compute 5210, predicted 5208".
// Empty when there is none, as for devices without a clock.
std::string first_model_difference(const Measurement& measurement);

}  // namespace stencil
