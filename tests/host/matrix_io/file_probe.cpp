// A program that calls pdlaread or pdlawrite; ended_runs_test looks at how it ends and at the remains.
//   file_probe read|copy PATH [COLUMN]   COLUMN: of the process that sees the file, 0 unless given
//   file_probe write|killed PATH         the last rank finds no room; rank 0 is killed on the way
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "block_cyclic.h"

#ifdef __SANITIZE_ADDRESS__
// This program is ended on purpose; leaks of Open MPI do not matter then.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int ranks = 0;
  int rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::int64_t context = block_cyclic_context(MPI_COMM_WORLD, 1, ranks);
  const std::int64_t n = 100;
  std::int64_t desc[DLEN_];
  descinit(desc, n, n, 10, 10, 0, 0, context, n, nullptr);
  std::vector<double> a(static_cast<std::size_t>(n * n), 0.0);
  const std::string mode = argv[1];
  const std::int64_t column = argc > 3 ? std::stol(argv[3]) : 0;
  int status = 0;
  if (mode == "read") {
    pdlaread(argv[2], a.data(), desc, 0, column, nullptr);
  } else if (mode == "copy") {
    for (std::int64_t j = 1; j <= n; ++j) {
      for (std::int64_t i = 1; i <= n; ++i) pdelset(a.data(), i, j, desc, static_cast<double>(1000 * i + j));
    }
    pdlawrite(argv[2], n, n, a.data(), 1, 1, desc, 0, column, nullptr);
    std::int64_t other[DLEN_];
    descinit(other, n, n, 7, 3, 0, 0, context, n, nullptr);
    std::vector<double> back(a.size(), 0.0);
    pdlaread(argv[2], back.data(), other, 0, column, nullptr);
    for (std::int64_t j = 1; j <= n; ++j) {
      for (std::int64_t i = 1; i <= n; ++i) {
        auto value = static_cast<double>(1000 * i + j);
        pdelget(" ", " ", &value, back.data(), i, j, other);
        if (value != static_cast<double>(1000 * i + j)) status = 1;
      }
    }
  } else if (mode == "killed") {
    // A write beyond the limit ends the process, unless it ignores the signal.
    const rlimit limit{rank == 0 ? rlim_t{10'000} : RLIM_INFINITY, RLIM_INFINITY};
    std::signal(SIGXFSZ, [](int) { std::raise(SIGKILL); });
    setrlimit(RLIMIT_FSIZE, &limit);
    pdlawrite(argv[2], n, n, a.data(), 1, 1, desc, 0, 0, nullptr);
  } else {
    // The last rank's write fails.
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{rank == ranks - 1 ? rlim_t{200'000} : RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    pdlawrite(argv[2], n, n, a.data(), 1, 1, desc, 0, 0, nullptr);
  }
  MPI_Finalize();
  return status;
}
