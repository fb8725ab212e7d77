// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/solver_stages.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace stencil {
namespace {

void sweep_on_host(const SolverData& data, const StripData& strip, const RowRange& rows) {
  const std::int64_t at = rows.first * strip.f->cols();
  golden_sweeps(rows.rows(), strip.f->cols(), strip.f->host() + at, strip.r->host() + at, data.weights, data.niter);
}

}  // namespace

std::unique_ptr<Stage> make_sweep_stage(SolverData& data, StripData& strip, Where where, bool measured) {
  std::vector<Access> accesses{reads(*strip.f), overwrites(*strip.f, strip.owned()),
                               spoils(*strip.f, strip.north_halo()), spoils(*strip.f, strip.south_halo()),
                               reads(*strip.r)};
  for (const Access& weight : data.weight_reads()) accesses.push_back(weight);
  if (measured) accesses.push_back(updates(data.change));
  auto on_host = [&data, &strip] { sweep_on_host(data, strip, strip.f->all()); };
  auto on_device = [&data, &strip] { data.sweeps.sweep(strip, strip.f->rows(), strip.owned(), data.niter); };
  const Side side = where == Where::accel ? Side::device : Side::host;
  return std::make_unique<Stage>("sweep", side, std::move(on_host), std::move(on_device), std::move(accesses));
}

std::unique_ptr<StageLB> make_split_stage(SolverData& data, StripData& strip, double share, std::int64_t halo,
                                          std::function<void(std::int64_t, double)> host_work) {
  const std::int64_t at = strip.owned().first;
  std::vector<SplitAccess> accesses{{strip.f.get(), Access::Kind::update, at, halo, halo, false},
                                    {strip.r.get(), Access::Kind::read, at, halo, halo, false}};
  for (const Access& weight : data.weight_reads()) accesses.push_back({weight.datum, weight.kind, 0, 0, 0, true});
  auto on_host = [&data, &strip, halo, host_work = std::move(host_work)](const RowRange& owned) {
    const std::int64_t first = std::max<std::int64_t>(strip.owned().first + owned.first - halo, 0);
    const RowRange rows{first, strip.f->rows()};
    const auto start = std::chrono::steady_clock::now();
    sweep_on_host(data, strip, rows);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    const std::int64_t points = std::max<std::int64_t>(rows.rows() - 2, 0) * (strip.f->cols() - 2) * data.niter;
    host_work(points, spent.count());
  };
  auto start = [&data, &strip, halo](const RowRange& owned) {
    const RowRange kept{strip.owned().first + owned.first, strip.owned().first + owned.last};
    data.sweeps.start(strip, std::min(kept.last + halo, strip.f->rows()), kept, data.niter);
  };
  auto wait = [&data](const RowRange&) { data.sweeps.wait(); };
  return std::make_unique<StageLB>("sweep", share, std::move(on_host), std::move(start), std::move(wait),
                                   strip.strip.owned, std::move(accesses));
}

}  // namespace stencil
