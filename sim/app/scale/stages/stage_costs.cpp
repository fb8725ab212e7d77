// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/stages/stage_costs.hpp"

#include <fmt/core.h>

#include <memory>
#include <utility>

#include "host/base/errors.hpp"
#include "sim/app/explore/address_range.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/kernels/staged/staged_solver.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

// Memory that the host's sweeps and norm read and write; without those no value is ever touched.
class StageMemory {
 public:
  StageMemory(const Placement& place, std::int64_t words) {
    if (place.sweep == Where::accel && place.norm != Where::cpu)
      addresses_ = std::make_unique<AddressRange>(words);
    else
      values_.resize(static_cast<std::size_t>(words));
  }

  double* begin() { return addresses_ ? addresses_->begin() : values_.data(); }

 private:
  std::unique_ptr<AddressRange> addresses_;
  std::vector<double> values_;
};

}  // namespace

void check_predictable_stages(const SweepOptions& options) {
  if (!options.place) return;
  const Steps steps{options.iterations, options.scheme.interval};
  if (options.place->sweep == Where::split && !options.sharing.host_points_per_cycle)
    throw ArgumentError("--host-rate is measured, must be a number: what a host takes cannot be predicted");
  if (options.place->sweep != Where::accel && options.place->sweep != Where::split &&
      options.place->norm != Where::accel)
    throw ArgumentError(
        fmt::format("--place is {}: the devices do nothing, there are no cycles to predict", describe(*options.place)));
  if (steps.count() > most_staged_steps)
    throw ArgumentError(fmt::format("--iterations {} by --stw {} make {} steps, must be at most {} with --place",
                                    steps.iterations, steps.stw, steps.count(), most_staged_steps));
}

std::vector<std::int64_t> staged_step_cycles(const SweepOptions& options, const std::vector<Strip>& strips,
                                             std::int64_t cols, const SweepWeights& weights,
                                             const AcceleratorOptions& device) {
  const Steps steps{options.iterations, options.scheme.interval};
  const std::unique_ptr<Accelerator> dry = make_dry_accelerator(device);
  std::int64_t rows = 0;
  for (const Strip& strip : strips) rows += strip.local_rows();
  StageMemory f(*options.place, rows * cols), r(*options.place, rows * cols);
  std::vector<std::int64_t> cycles;
  std::int64_t before = dry->cycles().total();
  const auto end_step = [&] {
    const std::int64_t now = dry->cycles().total();
    cycles.push_back(now - before);
    before = now;
  };
  StagedSolver::Setting setting;
  setting.strips = strips;
  setting.cols = cols;
  setting.halo = steps.stw;
  setting.weights = weights;
  setting.f = f.begin();
  setting.r = r.begin();
  setting.placement = *options.place;
  setting.sharing = options.sharing;
  setting.exchange = end_step;
  StagedSolver solver(*dry, std::move(setting));
  for (std::int64_t step = 0; step < steps.count(); ++step) solver.step(steps.niter(step));
  solver.finish();
  end_step();
  return cycles;
}

}  // namespace stencil
