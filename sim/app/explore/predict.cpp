// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/predict.hpp"

#include <algorithm>

#include <memory>

#include "sim/app/explore/address_range.hpp"
#include "sim/app/kernels/sweeps/cost.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

std::int64_t predicted(const std::unique_ptr<Accelerator>& dry, const Shape& shape, std::int64_t iterations) {
  const AddressRange f(shape.rows * shape.cols);
  const AddressRange r(shape.rows * shape.cols);
  RankWork work;
  work.strips = {{shape.rows, shape.cols, f.begin(), r.begin()}};
  // The weights do not matter, since nothing is computed; they exist for two rows and columns or more.
  work.weights = shape.kernel->weights(std::max<std::int64_t>(shape.rows, 2), std::max<std::int64_t>(shape.cols, 2));
  work.scheme = shape.scheme;
  work.iterations = iterations;
  return sweep_cost(work, *dry).cycles();
}

}  // namespace

Capabilities predicted_capabilities(const AcceleratorOptions& options) {
  return make_dry_accelerator(options)->capabilities();
}

std::int64_t predict_cycles(const Capabilities& device, const LinkOptions& link, const TuneJob& job,
                            const BlockScheme& candidate) {
  const Shape shape{device.config, candidate, job.most_local_rows(candidate.interval), job.cols, job.kernel};
  return predicted(make_dry_accelerator(device, link), shape, job.iterations);
}

std::int64_t predict_interval(AcceleratorOptions options, const Shape& shape) {
  options.config = shape.config;
  return predicted(make_dry_accelerator(options), shape, shape.scheme.interval);
}

}  // namespace stencil
