// The problem of a run in its report, with one list of its fields.
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
  std::optional<std::uint64_t> seed;  // no value if every array came from a file
  std::string input;                  // file of f; empty: seeded

  // Of streaming sweeps only, dx, dy and beta of Jacobi only; no value or empty for other kernels.
  std::optional<std::int64_t> stw;
  std::optional<std::int64_t> portion;
  std::string schedule;                    // name_of(Schedule)
  std::string blocking;                    // name_of(Blocking)
  std::string distribution;                // name_of(Distribution)
  std::optional<std::int64_t> block_rows;  // rows of a strip; no value: blocked distribution
  std::string rhs;                         // file of r; empty: seeded
  std::optional<double> dx;
  std::optional<double> dy;
  std::optional<double> beta;

  // Of the five-point kernel only: "aN,aS,aW,aE,aC,beta", with the digits that read back as the same numbers.
  std::string coefficients;

  // Of Gauss-Seidel only. iterations is 2*sweeps*rounds.
  std::string grid;   // process grid, "2x3": subdomains, P1 x P2
  std::string tiles;  // "2x2": tiles of each subdomain
  std::optional<std::int64_t> sweeps;
  std::optional<std::int64_t> rounds;
};

// In the order of the report's JSON. A field added to the struct but not here does not compile.
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
