// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/tune/verify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "host/base/errors.hpp"
#include "sim/app/explore/predict.hpp"
#include "sim/app/explore/shapes_done.hpp"
#include "sim/app/modules/built_module.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

void check_verifiable(const AcceleratorOptions& device) {
  try {
    check_accelerator_options(device);
  } catch (const ArgumentError& error) {
    throw ArgumentError(fmt::format("{}; --verify-cycles 0 only predicts", error.what()));
  }
}

Verification verify(const TuneJob& job, const AcceleratorOptions& options, std::int64_t most_cycles,
                    const BlockScheme& best, const DeviceMaker& make_device, ProgressLine& progress) {
  Verification verification;
  const BlockScheme first = with_interval(best, std::min(best.interval, job.iterations));
  const Shape shape{options.config, first, job.most_local_rows(best.interval), job.cols, job.kernel};
  verification.predicted_cycles = predict_interval(options, shape);
  if (verification.predicted_cycles > most_cycles) return verification;
  AcceleratorOptions device = options;
  if (needs_built_module(device)) {
    const auto print = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
    device.module = built_module(device, {print, &progress});
  }
  ShapesDone done({shape}, device, 0, 1);
  Work work(&progress, "verification of the best choice");
  work.poll([&done] { return done.share(); });
  done.begin(0);
  const Measurement measurement = measure(shape, device, make_device);
  verification.done = true;
  verification.measured_cycles = measurement.report.totals().cycles;
  verification.mismatches = measurement.report.verdict.mismatches;
  verification.difference = first_model_difference(measurement);
  return verification;
}

}  // namespace stencil
