// A program whose call of pdlaread or pdlawrite fails; ended_runs_test looks at the remains.
//   file_probe read|write PATH
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "block_cyclic.h"

#ifdef __SANITIZE_ADDRESS__
// This program ends in the middle of things on purpose, and what Open MPI leaves behind is not its subject.
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
  if (std::string(argv[1]) == "read") {
    pdlaread(argv[2], a.data(), desc, 0, 0, nullptr);
  } else {
    // The last rank's share finds no room.
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{rank == ranks - 1 ? rlim_t{200'000} : RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    pdlawrite(argv[2], n, n, a.data(), 1, 1, desc, 0, 0, nullptr);
  }
  MPI_Finalize();
  return 0;
}
