// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/solver_stages.hpp"

#include <utility>

#include "models/jacobi.hpp"
#include "models/largest_change.hpp"

namespace stencil {

namespace {

// Adds the change of one sweep of a strip, whose results are not stored.
void add_sweep(LargestChange& largest, const StripData& strip, const SweepWeights& weights) {
  const std::int64_t cols = strip.f->cols();
  std::vector<double> swept(static_cast<std::size_t>(cols));
  for (std::int64_t row = 1; row < strip.f->rows() - 1; ++row) {
    const double* f = strip.f->host() + row * cols;
    sweep_row(cols, f - cols, f, f + cols, strip.r->host() + row * cols, swept.data(), weights);
    largest.add_row(cols, f, swept.data());
  }
}

}  // namespace

std::unique_ptr<Stage> make_norm_stage(SolverData& data) {
  std::vector<Access> accesses;
  for (StripData& strip : data.strips.all()) {
    accesses.push_back(reads(*strip.f));
    accesses.push_back(reads(*strip.r));
  }
  for (const Access& weight : data.weight_reads()) accesses.push_back(weight);
  accesses.push_back(overwrites(data.change));
  auto on_host = [&data] {
    LargestChange largest;
    for (const StripData& strip : data.strips.all()) add_sweep(largest, strip, data.weights);
    data.change.set_value(largest.value());
  };
  return std::make_unique<Stage>("norm", Side::host, std::move(on_host), Stage::Function{}, std::move(accesses));
}

std::unique_ptr<Stage> make_reset_stage(SolverData& data) {
  auto on_device = [&data] { data.memory.device().reset_change(); };
  return std::make_unique<Stage>("norm", Side::device, Stage::Function{}, std::move(on_device),
                                 std::vector<Access>{overwrites(data.change)});
}

std::vector<std::unique_ptr<Stage>> make_probe_stages(SolverData& data) {
  std::vector<std::unique_ptr<Stage>> stages;
  for (StripData& strip : data.strips.all()) {
    std::vector<Access> accesses{consumes(*strip.f), reads(*strip.r), updates(data.change)};
    for (const Access& weight : data.weight_reads()) accesses.push_back(weight);
    auto on_device = [&data, &strip] { data.sweeps.sweep(strip, strip.f->rows(), {0, 0}, 1); };
    stages.push_back(
        std::make_unique<Stage>("norm", Side::device, Stage::Function{}, std::move(on_device), std::move(accesses)));
  }
  return stages;
}

std::unique_ptr<Stage> make_read_stage(SolverData& data) {
  return std::make_unique<Stage>(
      "norm", Side::host, [] {}, Stage::Function{}, std::vector<Access>{reads(data.change)});
}

}  // namespace stencil
