// Ranks exchange numbered messages and sum them up as they arrive: prints the order in which rank 0 got its messages.
// SPDX-License-Identifier: Apache-2.0
// Status 1 if messages of one rank overtook one another.
#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr int rounds = 8;
constexpr int each = 3;  // messages to every other rank per round

}  // namespace

#ifdef __SANITIZE_ADDRESS__
// Its leaks are those of Open MPI. The shim's are looked for in stencil-cosim, which is run with it too.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::string order;
  int overtaken = 0;
  double sum = 0.0;
  const auto others = static_cast<std::size_t>((ranks - 1) * each);
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> sent, got(others), sources;
    std::vector<MPI_Request> receives, sends;
    sent.reserve(others);
    for (int other = 0; other < ranks; ++other) {
      for (int i = 0; i < each && other != rank; ++i) {
        receives.push_back(MPI_REQUEST_NULL);
        MPI_Irecv(&got[receives.size() - 1], 1, MPI_INT, other, 7, MPI_COMM_WORLD, &receives.back());
        sources.push_back(other);
      }
    }
    for (int other = 0; other < ranks; ++other) {
      for (int i = 0; i < each && other != rank; ++i) {
        sent.push_back(round * each + i);
        sends.push_back(MPI_REQUEST_NULL);
        MPI_Isend(&sent.back(), 1, MPI_INT, other, 7, MPI_COMM_WORLD, &sends.back());
      }
    }
    for (std::size_t left = receives.size(); left > 0; --left) {
      int index = MPI_UNDEFINED;
      MPI_Waitany(static_cast<int>(receives.size()), receives.data(), &index, MPI_STATUS_IGNORE);
      const auto i = static_cast<std::size_t>(index);
      // Receives from one rank match in the order posted, so each has its own number, whichever ends first.
      if (got[i] != round * each + index % each) overtaken = 1;
      order += std::to_string(sources[i]);
      sum = sum / 3.0 + sources[i];  // a sum that depends on the order, as floating-point sums do
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
    for (const MPI_Request request : sends) overtaken |= request != MPI_REQUEST_NULL;
  }
  MPI_Allreduce(MPI_IN_PLACE, &overtaken, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%s %a\n", order.c_str(), sum);
  MPI_Finalize();
  return overtaken;
}
