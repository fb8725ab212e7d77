// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/sweep_session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/kernels/blocks/required_kernel.hpp"
#include "sim/app/kernels/staged/gather_stages.hpp"
#include "sim/app/kernels/sweeps/golden_rows.hpp"
#include "sim/app/kernels/sweeps/run_scheme.hpp"
#include "sim/app/kernels/sweeps/whole_domain.hpp"

namespace stencil {
namespace {

std::optional<std::int64_t> block_rows(const SweepOptions& options, std::int64_t rows, int ranks) {
  if (options.distribution == Distribution::blocked) return std::nullopt;
  if (options.block_rows) return options.block_rows;
  return default_strip_rows(rows, ranks, options.scheme.interval);
}

// "cyclic distribution: 12 strips of 5 rows, the last of 2, dealt in turn: 3 or 4 a rank"
std::string strips_line(const Strips& strips) {
  const std::int64_t height = strips.all().front().owned, last = strips.all().back().owned;
  const std::size_t most = strips.of(0).size(), fewest = strips.of(strips.ranks() - 1).size();
  return fmt::format(
      "cyclic distribution: {} of {}{},\n  dealt in turn: {} per rank", counted(strips.all().size(), "strip"),
      counted(height, "row"), last == height ? "" : fmt::format(", the last of {}", with_commas(last)),
      fewest == most ? with_commas(most) : fmt::format("{} or {}", with_commas(fewest), with_commas(most)));
}

}  // namespace

SweepSession::SweepSession(MPI_Comm communicator, const RunOptions& options, const ProblemFiles& files)
    : Session(communicator, options, files),
      kernel_(dynamic_cast<const SweepKernel&>(*options_.kernel)),
      sweep_(kernel_.options),
      weights_(kernel_.weights(source_.rows(), source_.cols())),
      steps_{sweep_.iterations, sweep_.scheme.interval},
      distribution_(communicator, source_.rows(), source_.cols(), steps_.stw,
                    block_rows(sweep_, source_.rows(), ranks_),
                    sweep_.place ? std::optional(sweep_.scheme.portion) : std::nullopt) {
  check_run_schedule(sweep_);
  if (options.fidelity.mixed && joined())
    throw ArgumentError(
        "--schedule is joined, must be another with --accel mixed: blocks of two steps are in the device at once");
  if (options.fidelity.mixed && options.fidelity.rtl_steps.which == RtlStepsChoice::Which::each_class && sweep_.place &&
      sweep_.place->sweep == Where::split && !sweep_.sharing.share)
    throw ArgumentError(
        "--rtl-steps is class, must be first, a share or a list with --share dynamic: blocks change from step to step");
  plan_steps(steps_.count(), steps_of_each_class(), sweep_.place || sweep_.schedule() == Schedule::resident);
}

// Full steps are alike, but for the places of a resident strip's one block, which are those of its steps.
std::vector<std::int64_t> SweepSession::steps_of_each_class() const {
  std::vector<std::int64_t> steps{0};
  const std::int64_t last = steps_.last();
  const bool resident = sweep_.scheme.how.schedule == Schedule::resident;
  if (resident && last > 1) steps.push_back(1);
  if (last > 0 && (resident || steps_.niter(last) != steps_.niter(0))) steps.push_back(last);
  return steps;
}

void SweepSession::check_device(const Capabilities& device) const {
  require_operator(device, weights_);
  if (sweep_.place) {
    check_stages(device, *sweep_.place, distribution_.mine(), source_.cols());
    return;
  }
  const BlockScheme scheme = this->scheme();
  const auto check_links = [&](const Strip& strip, const char* sweeps, std::int64_t niter) {
    if (scheme.how.blocking != Blocking::skewed) return;
    if (plan_strip(strip.local_rows(), with_interval(scheme, niter)).size() == 1) return;
    check_chain(device, sweeps, niter, source_.cols());
  };
  for (const Strip& strip : distribution_.mine()) {
    check_blocking(device, strip.local_rows(), source_.cols(), scheme.portion, scheme.interval, scheme.how);
    check_links(strip, "stw", scheme.interval);
    // A shorter last step has smaller blocks: where there was one there may be two, which form a chain.
    check_links(strip, "sweeps of the last step", steps_.niter(steps_.last()));
  }
}

// With a row behind it: the device must not read it.
std::int64_t SweepSession::most_block_words() const {
  std::int64_t rows = 0;
  for (const Strip& strip : distribution_.mine()) rows = std::max(rows, strip.local_rows());
  const BlockScheme scheme = this->scheme();
  return (std::min(rows, scheme.portion + 2 * scheme.interval) + 1) * source_.cols();
}

RunPlan SweepSession::plan() const {
  const std::string blocks =
      sweep_.schedule() == Schedule::resident
          ? "the rows of a rank stay in one buffer"
          : fmt::format("blocks of up to {}, {} schedule, {} blocking", counted(sweep_.scheme.portion, "row"),
                        name_of(sweep_.schedule()), name_of(sweep_.scheme.how.blocking));
  std::vector<std::string> lines{fmt::format(
      "problem {} x {}, {} of {}, exchange every {},\n"
      "  {}",
      with_commas(source_.rows()), with_commas(source_.cols()), counted(sweep_.iterations, "iteration"),
      std::filesystem::path(kernel_.name()).filename().string(), with_commas(sweep_.scheme.interval), blocks)};
  if (sweep_.place) lines.push_back(stages_line());
  if (sweep_.distribution == Distribution::cyclic) lines.push_back(strips_line(distribution_.strips()));
  return {lines, most_block_words(), !sweep_.place};
}

std::string SweepSession::stages_line() const {
  const SharingOptions& sharing = sweep_.sharing;
  std::string text = fmt::format("stages: {}; {}", stencil::describe(*sweep_.place),
                                 counted(distribution_.strips().all().size(), "strip"));
  if (sweep_.place->sweep != Where::split) return text;
  text += sharing.share ? fmt::format(",\n  {} of the rows for the accelerator", *sharing.share) : ",\n  rows balanced";
  return text + (sharing.host_points_per_cycle
                     ? fmt::format(", host: {} points per cycle", *sharing.host_points_per_cycle)
                     : fmt::format(", host measured, clock {} MHz", sharing.clock_mhz));
}

void SweepSession::read_problem() {
  const auto cells = static_cast<std::size_t>(distribution_.local_rows() * source_.cols());
  f_.resize(cells);
  r_.resize(cells);
  for (const Strip& strip : distribution_.mine()) {
    const std::int64_t at = strip.at * source_.cols();
    source_.read_rows(ProblemArray::f, strip.first_local(), strip.local_rows(), f_.data() + at);
    source_.read_rows(ProblemArray::r, strip.first_local(), strip.local_rows(), r_.data() + at);
    if (options_.check == Check::each_block) {
      checks_.emplace_back(strip, source_.cols(), f_.data() + at, r_.data() + at, weights_);
    }
  }
  if (sweep_.place) make_stages();
}

void SweepSession::make_stages() {
  StagedSolver::Setting setting;
  setting.strips = distribution_.mine();
  setting.cols = source_.cols();
  setting.halo = steps_.stw;
  setting.weights = weights_;
  setting.f = f_.data();
  setting.r = r_.data();
  setting.placement = *sweep_.place;
  setting.sharing = sweep_.sharing;
  setting.on_rtl = ledger_.on_rtl;
  setting.exchange = [this] { distribution_.exchange(f_.data(), host_observer()); };
  stages_ = std::make_unique<StagedSolver>(*device_, std::move(setting));
}

BlockScheme SweepSession::scheme() const {
  std::int64_t most_rows = 0;
  for (const Strip& strip : distribution_.strips().all()) most_rows = std::max(most_rows, strip.local_rows());
  BlockScheme scheme = run_scheme(sweep_, most_rows);
  if (device_) {
    std::vector<std::int64_t> rows;
    for (const Strip& strip : distribution_.mine()) rows.push_back(strip.local_rows());
    const bool all = rows.size() == distribution_.strips().all().size();
    scheme = cut_finer(scheme, device(), rows, source_.cols(), !all || scheme.how.schedule != Schedule::joined);
  }
  if (!options_.one_by_one()) return scheme;
  if (scheme.how.schedule == Schedule::joined) scheme.how.schedule = Schedule::overlapped;
  if (scheme.how.schedule == Schedule::resident) scheme.how.schedule = Schedule::sequential;
  return scheme;
}

RankWork SweepSession::work() {
  RankWork work;
  for (const Strip& strip : distribution_.mine()) {
    work.halos.push_back({strip.before, strip.after});
    const std::int64_t at = f_.empty() ? 0 : strip.at * source_.cols();  // empty before the problem is read
    work.strips.push_back({strip.local_rows(), source_.cols(), f_.data() + at, r_.data() + at});
  }
  work.exchanges = distribution_.strips().all().size() > 1;
  work.whole_field = work.strips.size() == distribution_.strips().all().size();
  work.weights = weights_;
  work.scheme = scheme();
  work.iterations = sweep_.iterations;
  // Where each step is compared, a step has ended before halo rows change.
  work.in_turn = work.scheme.how.schedule == Schedule::resident && distribution_.ranks() > 2 && checks_.empty();
  return work;
}

CostEstimate SweepSession::estimate(Accelerator* dry) {
  return dry == nullptr ? sweep_cost(work()) : sweep_cost(work(), *dry);
}

GoldenSolution SweepSession::golden() const {
  return golden_solution(source_, weights_, steps_, has_changes(), progress());
}

std::optional<GoldenSolution> SweepSession::golden_of_all() const {
  std::optional<GoldenRows> rows;
  agree(communicator_, [&] { rows.emplace(communicator_, source_, weights_); });
  return rows->solve(steps_, has_changes(), progress());
}

std::vector<double> SweepSession::collect(const RowSink& sink) const {
  distribution_.collect(f_.data(), sink);
  return has_changes() ? largest_changes(communicator_, stages_->norms()) : std::vector<double>();
}

void SweepSession::describe(Report& report) const {
  Session::describe(report);
  if (sweep_.distribution == Distribution::cyclic) {
    report.problem->block_rows = distribution_.strips().all().front().owned;
  }
  if (stages_) report.parts.put(gather_stages(communicator_, *sweep_.place, *stages_));
}

}  // namespace stencil
