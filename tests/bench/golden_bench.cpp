// The golden loops against the one loop that there was before: in the cache, on 20 million points, on several ranks.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/kernels/sweeps/golden_rows.hpp"
#include "tests/bench/interleaved.hpp"

namespace {

using namespace stencil;

constexpr JacobiWeights weights{0.3, 0.2, 0.9};

// The loop as it was: for the instructions of every x86-64, one sweep after another, two old rows kept aside.
void row_before(std::int64_t cols, const double* __restrict north, const double* __restrict row,
                const double* __restrict south, const double* __restrict r, double* __restrict out) {
  for (std::ptrdiff_t j = 1; j < cols - 1; ++j) {
    out[j] = canonical_nan(((north[j] + south[j]) * weights.rdx2 + (row[j - 1] + row[j + 1]) * weights.rdy2 - r[j]) *
                           weights.beta);
  }
}

void sweeps_before(std::int64_t rows, std::int64_t cols, double* f, const double* r, std::int64_t niter) {
  std::vector<double> north(static_cast<std::size_t>(cols)), middle(north.size());
  for (std::int64_t sweep = 0; sweep < niter; ++sweep) {
    std::copy_n(f, cols, middle.begin());
    for (std::int64_t i = 1; i < rows - 1; ++i) {
      std::swap(north, middle);
      double* const row = f + i * cols;
      std::copy_n(row, cols, middle.begin());
      row_before(cols, north.data(), middle.data(), row + cols, r + i * cols, row);
    }
  }
}

struct Problem {
  Problem(std::int64_t its_rows, std::int64_t its_cols)
      : rows(its_rows), cols(its_cols), f(static_cast<std::size_t>(rows * cols)), r(f.size()) {
    fill_problem_rows(1, ProblemArray::f, 0, rows, cols, f.data());
    fill_problem_rows(1, ProblemArray::r, 0, rows, cols, r.data());
  }
  std::int64_t rows, cols;
  std::vector<double> f, r;
};

// False where the two do not give the same bits.
bool compare(std::int64_t rows, std::int64_t cols, std::int64_t sweeps, int rounds) {
  Problem before(rows, cols), now(rows, cols);
  const double points = static_cast<double>((rows - 2) * (cols - 2) * sweeps);
  std::vector<bench::Candidate> candidates{{"the loop before",
                                            [&] {
                                              sweeps_before(rows, cols, before.f.data(), before.r.data(), sweeps);
                                              return points;
                                            },
                                            {}},
                                           {"golden sweeps",
                                            [&] {
                                              golden_sweeps(rows, cols, now.f.data(), now.r.data(), weights, sweeps);
                                              return points;
                                            },
                                            {}}};
  bench::interleave(candidates, rounds, 1, bench::cpu_seconds);
  const std::vector<double> ratios = bench::time_ratios(candidates[0], candidates[1]);
  const bench::Spread spread = bench::spread_of(ratios);
  fmt::print("{} x {}, {} sweeps: {:.2f} 10^9 points/s before, {:.2f} with {}; ratio {:.2f} ({:.2f} .. {:.2f})\n", rows,
             cols, sweeps, candidates[0].median() / 1e9, candidates[1].median() / 1e9, name_of(instructions_in_use()),
             spread.median, spread.low, spread.high);
  return std::memcmp(before.f.data(), now.f.data(), now.f.size() * sizeof(double)) == 0;
}

// Wall time, since ranks take the CPU of each other where there are too few cores.
void compare_ranks(int rank, int ranks, int rounds) {
  RunOptions options = default_run_options();
  options.rows = 4000;
  options.cols = 2000;
  const ProblemSource source(options);
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    double took[2];
    for (const int turn : {round % 2, 1 - round % 2}) {
      const bool all = turn == 1;
      GoldenRows rows(all ? MPI_COMM_WORLD : MPI_COMM_SELF, source, weights);
      MPI_Barrier(MPI_COMM_WORLD);
      const double began = MPI_Wtime();
      if (all || rank == 0) rows.solve({64, 64}, false, nullptr);
      took[turn] = MPI_Wtime() - began;
      MPI_Barrier(MPI_COMM_WORLD);
    }
    ratios.push_back(took[0] / took[1]);
  }
  const bench::Spread spread = bench::spread_of(ratios);
  if (rank == 0)
    fmt::print("4000 x 2000, 64 sweeps: one rank takes {:.2f} ({:.2f} .. {:.2f}) of the wall time of {}\n",
               spread.median, spread.low, spread.high, ranks);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1, status = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  if (ranks > 1) {
    compare_ranks(rank, ranks, rounds);
  } else if (!compare(64, 512, 200, rounds) || !compare(4000, 5000, 32, std::min(rounds, 5))) {
    fmt::print(stderr, "the two did not do the same\n");
    status = 1;
  }
  MPI_Finalize();
  return status;
}
