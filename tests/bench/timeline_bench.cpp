// The cost of run --timeline: whole runs with and without it, in turn, as ratios of their CPU and wall time: the median
// over the rounds and its 95 % interval, which more rounds narrow.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/app/diagnostics/diagnosed_run.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/kernels/sweeps/sweep_kernel.hpp"
#include "tests/bench/interleaved.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

std::string text_of(const bench::Spread& spread) {
  return fmt::format("{:.3f} ({:.3f} to {:.3f})", spread.median, spread.low, spread.high);
}

// Blocks of 15 rows kept, as run has them unless asked otherwise.
void compare(const std::string& accel, std::int64_t rows, std::int64_t cols, std::int64_t iterations, int rounds) {
  const testing_support::ScratchDirectory scratch;
  RunOptions options = default_run_options("jacobi");
  options.device.accel = accel;
  options.rows = rows;
  options.cols = cols;
  options.check = Check::off;
  sweep_options(options).iterations = iterations;
  std::int64_t cycles = 0;
  std::int64_t blocks = 0;
  std::vector<bench::Candidate> candidates(2);
  std::vector<std::vector<double>> cpu_s(2);
  for (std::size_t i = 0; i < 2; ++i) {
    RunOptions one = options;
    if (i == 1) one.timeline = scratch / "t.pftrace";
    candidates[i].work = [one, &cycles, &blocks, &spent = cpu_s[i]] {
      const std::clock_t began = std::clock();
      const RunOutcome outcome = run(MPI_COMM_WORLD, one);
      cycles = outcome.report.totals().cycles;
      blocks = outcome.report.count();
      spent.push_back(static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
      return static_cast<double>(cycles);
    };
  }
  bench::interleave(candidates, rounds, 1);
  const bench::Spread wall = bench::spread_of(bench::time_ratios(candidates[1], candidates[0]));
  std::vector<double> cpu;
  for (std::size_t round = 0; round < cpu_s[0].size(); ++round) cpu.push_back(cpu_s[1][round] / cpu_s[0][round]);
  const auto bytes = static_cast<double>(std::filesystem::file_size(scratch / "t.pftrace"));
  fmt::print("{:<6} {} x {}: {} cycles in {} blocks, {:.0f} kcycles/s without, {:.0f} bytes per block\n", accel, rows,
             cols, cycles, blocks, candidates[0].best() / 1e3, bytes / static_cast<double>(blocks));
  fmt::print("       with timeline / without (aim: at most 1.03): CPU {}, wall {}, the file's flush included\n",
             text_of(bench::spread_of(cpu)), text_of(wall));
}

}  // namespace
}  // namespace stencil

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 41;
  stencil::compare("rtl", 201, 77, 20, rounds);
  stencil::compare("model", 6000, 500, 100, rounds);
  MPI_Finalize();
  return 0;
}
