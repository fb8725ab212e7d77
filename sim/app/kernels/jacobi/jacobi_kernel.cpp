// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/jacobi/jacobi_kernel.hpp"

#include <fmt/core.h>

#include <cmath>
#include <optional>
#include <string>

#include "host/base/errors.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {
namespace {

void check_spacing(const char* option, const std::optional<double>& value) {
  if (!value || (std::isfinite(*value) && *value != 0.0)) return;
  throw ArgumentError(fmt::format("{} is {}, must be a finite number other than 0", option, *value));
}

RunOption number_option(const char* name, const char* description, const char* fallback,
                        std::optional<double> GridOverrides::*number, const char* elsewhere) {
  const auto place = [number](auto& run) -> auto& {
    return kernel_as<JacobiKernel>(run).grid.*number;
  };
  return value_option<RunOptions>(name, "X", description, fallback, place, parse_number, elsewhere);
}

}  // namespace

std::vector<OptionGroup> JacobiKernel::option_groups() const {
  constexpr const char* no_spacings = "the average of five has no grid spacings";
  return sweep_option_groups(
      {number_option("--dx", "grid spacing between rows, finite, not 0", "1/(rows-1)", &GridOverrides::dx, no_spacings),
       number_option("--dy", "grid spacing between columns, finite, not 0", "1/(cols-1)", &GridOverrides::dy,
                     no_spacings),
       number_option("--beta", "factor of the weighted sum, finite", "1/(2*(1/dx^2+1/dy^2))", &GridOverrides::beta,
                     "the average of five has no factor")});
}

void JacobiKernel::check(const RunOptions& run) const {
  SweepKernel::check(run);
  check_spacing("--dx", grid.dx);
  check_spacing("--dy", grid.dy);
  if (grid.beta && !std::isfinite(*grid.beta)) {
    throw ArgumentError(fmt::format("--beta is {}, must be a finite number", *grid.beta));
  }
}

void JacobiKernel::settle(const Report& report) {
  SweepKernel::settle(report);
  grid = {report.problem->dx, report.problem->dy, report.problem->beta};
}

void JacobiKernel::describe(ReportProblem& problem) const {
  SweepKernel::describe(problem);
  const GridNumbers numbers = grid_numbers(problem.rows, problem.cols, grid);
  problem.dx = numbers.dx;
  problem.dy = numbers.dy;
  problem.beta = numbers.weights.beta;
}

}  // namespace stencil
