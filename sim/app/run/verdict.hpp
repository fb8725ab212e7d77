// Compares the result of a run with a golden solution and says where the first difference was made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "models/compare.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/kernels/jacobi/block_check.hpp"
#include "sim/app/run/problem_source.hpp"
#include "sim/app/kernels/jacobi/steps.hpp"

namespace stencil {

// The whole domain solved by models/.
class GoldenSolution {
 public:
  // By Jacobi sweeps. Needs two arrays of rows x cols while it is made, one afterwards.
  GoldenSolution(const ProblemSource& source, std::int64_t iterations);
  // f: rows of `cols` values, packed.
  GoldenSolution(std::int64_t cols, std::vector<double> f) : cols_(cols), f_(std::move(f)) {}

  // Rows of a result, numbered from first_row.
  Comparison compare(std::int64_t first_row, std::int64_t rows, const double* values) const;

 private:
  std::int64_t cols_;
  std::vector<double> f_;
};

// A difference in the final result: rank and strip that own the row, the last step, the block of that step that
// wrote the row last, the last sweep of that block. An earlier cause is what --check block finds.
LocatedMismatch locate_in_result(const Strips& strips, const Steps& steps, std::int64_t portion, Blocking blocking,
                                 const Mismatch& mismatch);

// What the block checks of one rank found together; the first difference is the earliest by step, strip and block.
Verdict verdict_of(const std::vector<BlockCheck>& checks);

// Collective: sums what the ranks' block checks found. On rank 0 `first_mismatch` is the earliest by step, rank,
// strip and block; elsewhere the verdict is empty.
Verdict gather_block_checks(MPI_Comm communicator, const Verdict& mine);

}  // namespace stencil
