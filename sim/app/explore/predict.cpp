// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/predict.hpp"

#include <memory>

#include "sim/app/explore/address_range.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "sim/app/run/estimate.hpp"

namespace stencil {
namespace {

std::int64_t predicted(const AcceleratorOptions& options, const Shape& shape, const Steps& steps) {
  const AddressRange f(shape.rows * shape.cols);
  const AddressRange r(shape.rows * shape.cols);
  RankWork work;
  work.strips = {{shape.rows, f.begin(), r.begin()}};
  work.cols = shape.cols;
  work.coefficients = JacobiWeights{1.0, 1.0, 0.25};
  work.portion = shape.portion;
  work.options = shape.how;
  work.steps = steps;
  const std::unique_ptr<Accelerator> dry = make_dry_accelerator(options);
  return CostEstimate(work, *dry).cycles();
}

}  // namespace

Capabilities predicted_capabilities(const AcceleratorOptions& options) {
  return make_dry_accelerator(options)->capabilities();
}

std::int64_t predict_cycles(const AcceleratorOptions& options, const TuneJob& job, const Candidate& candidate) {
  const Shape shape{options.config, candidate.how,     job.most_local_rows(candidate.stw),
                    job.cols,       candidate.portion, candidate.stw};
  return predicted(options, shape, {job.iterations, candidate.stw});
}

std::int64_t predict_interval(AcceleratorOptions options, const Shape& shape) {
  options.config = shape.config;
  return predicted(options, shape, {shape.niter, shape.niter});
}

}  // namespace stencil
