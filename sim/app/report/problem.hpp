// The problem of a run, as its report tells it: one list of fields.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "sim/app/report/named_field.hpp"

namespace stencil {

struct ReportProblem {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t iterations = 0;
  std::string kernel = "jacobi";
  std::optional<std::uint64_t> seed;  // none when every array came from a file
  std::string input;                  // file of f, empty when seeded

  // Of streaming sweeps alone, dx, dy and beta of Jacobi; without values or empty for another.
  std::optional<std::int64_t> stw;
  std::optional<std::int64_t> portion;
  std::string schedule;                    // name_of(Schedule)
  std::string blocking;                    // name_of(Blocking)
  std::string distribution;                // name_of(Distribution)
  std::optional<std::int64_t> block_rows;  // rows of a strip; none when blocked
  std::string rhs;                         // file of r, empty when seeded
  std::optional<double> dx;
  std::optional<double> dy;
  std::optional<double> beta;

  // Of the five-point kernel alone: "aN,aS,aW,aE,aC,beta", each so that it reads back as the same number.
  std::string coefficients;

  // Of Gauss-Seidel alone. iterations is 2*sweeps*rounds.
  std::string grid;   // "2x3": subdomains, P1 x P2
  std::string tiles;  // "2x2": of each of them
  std::optional<std::int64_t> sweeps;
  std::optional<std::int64_t> rounds;
};

// In the order of the report's JSON. One that is added to the problem and not here does not compile.
inline constexpr std::tuple problem_fields{
    NamedField{"rows", &ReportProblem::rows},
    NamedField{"cols", &ReportProblem::cols},
    NamedField{"iterations", &ReportProblem::iterations},
    NamedField{"stw", &ReportProblem::stw},
    NamedField{"portion", &ReportProblem::portion},
    NamedField{"kernel", &ReportProblem::kernel},
    NamedField{"schedule", &ReportProblem::schedule},
    NamedField{"blocking", &ReportProblem::blocking},
    NamedField{"distribution", &ReportProblem::distribution},
    NamedField{"block_rows", &ReportProblem::block_rows},
    NamedField{"seed", &ReportProblem::seed},
    NamedField{"input", &ReportProblem::input},
    NamedField{"rhs", &ReportProblem::rhs},
    NamedField{"dx", &ReportProblem::dx},
    NamedField{"dy", &ReportProblem::dy},
    NamedField{"beta", &ReportProblem::beta},
    NamedField{"coefficients", &ReportProblem::coefficients},
    NamedField{"grid", &ReportProblem::grid},
    NamedField{"tiles", &ReportProblem::tiles},
    NamedField{"sweeps", &ReportProblem::sweeps},
    NamedField{"rounds", &ReportProblem::rounds},
};
static_assert(sizeof(ReportProblem) == laid_out(problem_fields));

}  // namespace stencil
