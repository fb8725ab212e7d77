// The problem of a run in its report: what all kernels have, and what each adds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "sim/app/json/named_field.hpp"
#include "sim/app/kernels/five_point/reported/coefficient_problem.hpp"
#include "sim/app/kernels/from_file/reported/file_problem.hpp"
#include "sim/app/kernels/gauss_seidel/reported/tiles_problem.hpp"
#include "sim/app/kernels/jacobi/reported/grid_problem.hpp"

namespace stencil {

struct CommonProblem {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t iterations = 0;
  std::string kernel;
  std::optional<std::uint64_t> seed;  // no value if every array came from a file
  std::string input;                  // file of f; empty: seeded

  // Of streaming sweeps only; no value or empty for other kernels.
  std::optional<std::int64_t> stw;
  std::optional<std::int64_t> portion;
  std::string schedule;                    // name_of(Schedule)
  std::string blocking;                    // name_of(Blocking)
  std::string distribution;                // name_of(Distribution)
  std::optional<std::int64_t> block_rows;  // rows of a strip; no value: blocked distribution
  std::string rhs;                         // file of r; empty: seeded

  static constexpr auto fields() {
    return std::tuple{
        NamedField{"rows", &CommonProblem::rows, "rows of the whole domain, with its boundary", "rows"},
        NamedField{"cols", &CommonProblem::cols, "columns, with the boundary", "columns"},
        NamedField{"iterations", &CommonProblem::iterations, "sweeps over the domain; of tiles: 2*sweeps*rounds",
                   "iterations"},
        NamedField{"stw", &CommonProblem::stw, "sweeps between two exchanges of halo rows; null: not for its kernel",
                   "sweeps between exchanges"},
        NamedField{"portion", &CommonProblem::portion, "rows that a block keeps; null: not for its kernel",
                   "rows a block keeps"},
        NamedField{"kernel", &CommonProblem::kernel, "a name that --kernel takes, or its kernel file", "kernel"},
        NamedField{"schedule", &CommonProblem::schedule, "a name that --schedule takes; null: not for its kernel",
                   "schedule"},
        NamedField{"blocking", &CommonProblem::blocking, "a name that --blocking takes; null: not for its kernel",
                   "blocking"},
        NamedField{"distribution", &CommonProblem::distribution,
                   "a name that --distribution takes; null: not for its kernel", "distribution"},
        NamedField{"block_rows", &CommonProblem::block_rows,
                   "rows of a strip; null: blocked distribution, one strip per rank, with the number of the rank",
                   "rows of a strip"},
        NamedField{"seed", &CommonProblem::seed, "number that the arrays were made of; null: all came from files",
                   "seed"},
        NamedField{"input", &CommonProblem::input, "file of f; null: made of the seed", "field from"},
        NamedField{"rhs", &CommonProblem::rhs, "file of r; null: made of the seed, or not for its kernel",
                   "right-hand side from"},
    };
  }
};

// The parts of a problem, each with all its fields in its list.
template <class... Part>
struct ProblemOf : Part... {
  static_assert(((sizeof(Part) == laid_out(Part::fields())) && ...), "a field that is not in the list");
  static constexpr auto all_fields() { return std::tuple_cat(Part::fields()...); }
};

// A kernel that adds fields has a row here. The order is that of the report's JSON.
struct ReportProblem : ProblemOf<CommonProblem, GridProblem, CoefficientProblem, FileProblem, TilesProblem> {};

inline constexpr auto problem_fields = ReportProblem::all_fields();

}  // namespace stencil
