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
  std::string kernel;
  std::optional<std::uint64_t> seed;  // no value if every array came from a file
  std::string input;                  // file of f; empty: seeded

  // Of streaming sweeps only, dx, dy and beta where its numbers are those of a grid; no value or empty for other
  // kernels.
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

  // Of sweeps with coefficients: "aN,aS,aW,aE,aC,beta", with the digits that read back as the same numbers.
  std::string coefficients;

  // Of a kernel file only: its text, and "ax=0.2,ay=0.2", with the digits that read back as the same numbers.
  std::string formula;
  std::string numbers;

  // Of tiles only. iterations is 2*sweeps*rounds.
  std::string grid;   // process grid, "2x3": subdomains, P1 x P2
  std::string tiles;  // "2x2": tiles of each subdomain
  std::optional<std::int64_t> sweeps;
  std::optional<std::int64_t> rounds;
};

// In the order of the report's JSON. A field added to the struct but not here does not compile.
inline constexpr std::tuple problem_fields{
    NamedField{"rows", &ReportProblem::rows, "rows of the whole domain, with its boundary", "rows"},
    NamedField{"cols", &ReportProblem::cols, "columns, with the boundary", "columns"},
    NamedField{"iterations", &ReportProblem::iterations, "sweeps over the domain; of tiles: 2*sweeps*rounds",
               "iterations"},
    NamedField{"stw", &ReportProblem::stw, "sweeps between two exchanges of halo rows; null: not for its kernel",
               "sweeps between exchanges"},
    NamedField{"portion", &ReportProblem::portion, "rows that a block keeps; null: not for its kernel",
               "rows a block keeps"},
    NamedField{"kernel", &ReportProblem::kernel, "a name that --kernel takes, or its kernel file", "kernel"},
    NamedField{"schedule", &ReportProblem::schedule, "a name that --schedule takes; null: not for its kernel",
               "schedule"},
    NamedField{"blocking", &ReportProblem::blocking, "a name that --blocking takes; null: not for its kernel",
               "blocking"},
    NamedField{"distribution", &ReportProblem::distribution,
               "a name that --distribution takes; null: not for its kernel", "distribution"},
    NamedField{"block_rows", &ReportProblem::block_rows,
               "rows of a strip; null: blocked distribution, one strip per rank, with the number of the rank",
               "rows of a strip"},
    NamedField{"seed", &ReportProblem::seed, "number that the arrays were made of; null: all came from files", "seed"},
    NamedField{"input", &ReportProblem::input, "file of f; null: made of the seed", "field from"},
    NamedField{"rhs", &ReportProblem::rhs, "file of r; null: made of the seed, or not for its kernel",
               "right-hand side from"},
    NamedField{"dx", &ReportProblem::dx, "spacing of the grid between rows; null: its kernel has no --dx", "dx"},
    NamedField{"dy", &ReportProblem::dy, "spacing of the grid between columns; null: its kernel has no --dy", "dy"},
    NamedField{"beta", &ReportProblem::beta, "factor of the weighted sum; null: its kernel has no --beta", "beta"},
    NamedField{"coefficients", &ReportProblem::coefficients,
               "a text, \"aN,aS,aW,aE,aC,beta\", with the digits that read back as the same numbers; null: its kernel "
               "has no --coefficients",
               "coefficients"},
    NamedField{"formula", &ReportProblem::formula, "the kernel file, all of its text; null: not of a kernel file",
               "kernel file"},
    NamedField{"numbers", &ReportProblem::numbers,
               "a text, \"ax=0.2,ay=0.2\", with the digits that read back as the same numbers; null: not of a kernel "
               "file that has numbers",
               "its numbers"},
    NamedField{"grid", &ReportProblem::grid,
               "process grid, a text, \"2x3\": subdomains by rows and by columns; null: its kernel has no --grid",
               "subdomains"},
    NamedField{"tiles", &ReportProblem::tiles,
               "tiles of each subdomain, a text like that; null: its kernel has no --tiles", "tiles per subdomain"},
    NamedField{"sweeps", &ReportProblem::sweeps,
               "sweeps in one direction between messages; null: its kernel has no --sweeps", "sweeps one way"},
    NamedField{"rounds", &ReportProblem::rounds,
               "rounds of sweeps forward and as many backward; null: its kernel has no --rounds", "rounds"},
};
static_assert(sizeof(ReportProblem) == laid_out(problem_fields));

}  // namespace stencil
