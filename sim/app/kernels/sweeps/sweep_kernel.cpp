// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/sweep_kernel.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "sim/app/kernels/sweeps/sweep_session.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

SweepOptions& sweep_options(RunOptions& run) {
  return dynamic_cast<SweepKernel&>(*run.kernel).options;
}

const SweepOptions& sweep_options(const RunOptions& run) {
  return dynamic_cast<const SweepKernel&>(*run.kernel).options;
}

void SweepKernel::settle(const Report& report) {
  options.block_rows = report.problem->block_rows;
}

void SweepKernel::describe(ReportProblem& problem) const {
  problem.iterations = options.iterations;
  problem.stw = options.scheme.interval;
  problem.portion = options.scheme.portion;
  problem.schedule = name_of(options.schedule());
  problem.blocking = name_of(options.scheme.how.blocking);
  problem.distribution = name_of(options.distribution);
}

void SweepKernel::check_given(const Command& given) const {
  if (given.was_given("--clock") && options.sharing.host_points_per_cycle) {
    throw ArgumentError(
        fmt::format("--clock is {}, must come with --host-rate measured: only there the accelerator's clock counts",
                    given.text_of("--clock")));
  }
  if (given.was_given("--schedule") && options.place && options.scheme.how.schedule != Schedule::sequential) {
    throw ArgumentError(fmt::format("--schedule is {}, must be sequential with --place: stages come one after another",
                                    given.text_of("--schedule")));
  }
}

std::unique_ptr<Session> SweepKernel::make_session(MPI_Comm communicator, const RunOptions& run,
                                                   const ProblemFiles& files) const {
  return std::make_unique<SweepSession>(communicator, run, files);
}

}  // namespace stencil
