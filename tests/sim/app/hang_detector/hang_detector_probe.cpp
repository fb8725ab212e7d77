// Ranks that are watched and go wrong: hang_detector_probe SCENARIO [SEED]. Rank 0 prints "done" if all end well.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "host/mpi/mpi_leaks.hpp"
#include "sim/app/hang_detector/board/recorder.hpp"
#include "sim/app/hang_detector/hang_detector.hpp"

namespace {

using stencil::HangDetector;
using stencil::HostPhase;

int rank = 0;
int ranks = 1;
int word = 0;
int asked_mpi = 0;  // calls of MPI_T_init_thread
stencil::HostObserver* observer = nullptr;

constexpr int large = 1 << 20;  // words: more than MPI takes without a receiver

void send(int to, int tag) {
  MPI_Send(&word, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}
void receive(int from, int tag) {
  MPI_Recv(&word, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void sleep_s(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// One step of an exchange with both neighbours.
void exchange(std::int64_t step) {
  const HostPhase phase(observer, "exchange", step);
  std::array<MPI_Request, 2> receives{};
  std::array<MPI_Request, 2> sends{};
  std::array<int, 2> got{};
  const int below = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int above = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Irecv(&got[0], 1, MPI_INT, below, 5, MPI_COMM_WORLD, &receives[0]);
  MPI_Irecv(&got[1], 1, MPI_INT, above, 5, MPI_COMM_WORLD, &receives[1]);
  MPI_Isend(&word, 1, MPI_INT, below, 5, MPI_COMM_WORLD, &sends[0]);
  MPI_Isend(&word, 1, MPI_INT, above, 5, MPI_COMM_WORLD, &sends[1]);
  for (int left = 0; left < 2; ++left) {
    int index = 0;
    MPI_Waitany(2, receives.data(), &index, MPI_STATUS_IGNORE);
  }
  MPI_Waitall(2, sends.data(), MPI_STATUSES_IGNORE);
}

// Random phases, pauses, messages of all sizes and collective calls, in the same order on all ranks.
void legal_traffic(unsigned seed) {
  std::mt19937 shared(seed);
  std::mt19937 own(seed + 1000u * static_cast<unsigned>(rank + 1));
  std::vector<int> data(large);
  std::vector<int> into(large);
  for (int round = 0; round < 60; ++round) {
    const auto what = shared() % 7;
    const int root = static_cast<int>(shared() % static_cast<unsigned>(ranks));
    const int shift = 1 + static_cast<int>(shared() % static_cast<unsigned>(ranks - 1));
    const int count = shared() % 4 == 0 ? large : 1 + static_cast<int>(shared() % 3000);
    const int to = (rank + shift) % ranks;
    const int from = (rank + ranks - shift) % ranks;
    const int tag = static_cast<int>(shared() % 5);
    if (own() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(static_cast<long>(own() % 20000)));
    if (what == 0) exchange(round);
    if (what == 1) MPI_Bcast(data.data(), count, MPI_INT, root, MPI_COMM_WORLD);
    if (what == 2) MPI_Allreduce(MPI_IN_PLACE, data.data(), count, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (what == 3) {
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Irecv(into.data(), large, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
      MPI_Send(data.data(), count, MPI_INT, to, tag, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    if (what == 4) {
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Isend(data.data(), count, MPI_INT, to, tag, MPI_COMM_WORLD, &request);
      MPI_Status status;
      MPI_Probe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      MPI_Recv(into.data(), large, MPI_INT, from, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (what == 5) {
      MPI_Comm part = MPI_COMM_NULL;
      MPI_Comm_split(MPI_COMM_WORLD, (rank + shift) % 2, rank, &part);
      MPI_Allreduce(MPI_IN_PLACE, data.data(), 1, MPI_INT, MPI_MAX, part);
      MPI_Barrier(part);
      MPI_Comm_free(&part);
    }
    if (what == 6) MPI_Exscan(data.data(), into.data(), 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
}

// Exchanges with and without records, in turns: prints how much longer the recorded ones take.
void cost(unsigned rounds) {
  std::array<double, 2> best{1e9, 1e9};
  stencil::Recorder* const recorder = stencil::mpi_recorder();
  for (unsigned round = 0; round < 2 * rounds; ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    stencil::set_mpi_recorder(round % 2 == 0 ? recorder : nullptr);
    const double began = MPI_Wtime();
    for (int step = 0; step < 2000; ++step) exchange(step);
    best[round % 2] = std::min(best[round % 2], MPI_Wtime() - began);
    stencil::set_mpi_recorder(recorder);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0) std::printf("exchange: %.0f ns recorded, %.0f ns not\n", best[0] / 2e-6, best[1] / 2e-6);
}

using Scenario = std::function<void(unsigned)>;

const std::map<std::string, Scenario> scenarios{
    {"crossed", [](unsigned) { receive(1 - rank, 7); }},
    {"skip",
     [](unsigned) {
       for (int step = 0; step < 5; ++step) {
         if (rank != 1 || step != 3) exchange(step);
       }
     }},
    {"leaves",
     [](unsigned) {
       for (int step = 0; step < (rank == 2 ? 2 : 4); ++step) exchange(step);
     }},
    {"large-sends",
     [](unsigned) {
       const std::vector<int> data(large);
       MPI_Send(data.data(), large, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD);
     }},
    {"other-call",
     [](unsigned) {
       if (rank == 1) MPI_Allreduce(MPI_IN_PLACE, &word, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
       MPI_Barrier(MPI_COMM_WORLD);
     }},
    {"any-leaves",
     [](unsigned) {
       if (rank == 0) receive(MPI_ANY_SOURCE, 3);
       if (rank == 1) MPI_Sendrecv(&word, 1, MPI_INT, 0, 4, &word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
     }},
    {"no-barrier", [](unsigned) { rank == 1 ? receive(0, 3) : static_cast<void>(MPI_Barrier(MPI_COMM_WORLD)); }},
    {"wrong-tag", [](unsigned) { rank == 0 ? (send(1, 3), receive(1, 3)) : receive(0, 4); }},
    {"half",
     [](unsigned) {
       if (rank == 1) return send(0, 5), receive(0, 7);
       std::array<MPI_Request, 2> receives{};
       std::array<int, 2> got{};
       MPI_Irecv(&got[0], 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &receives[0]);
       MPI_Irecv(&got[1], 1, MPI_INT, 1, 6, MPI_COMM_WORLD, &receives[1]);
       MPI_Waitall(2, receives.data(), MPI_STATUSES_IGNORE);
     }},
    {"killed",
     [](unsigned) {
       exchange(0);
       if (rank == 1) raise(SIGKILL);
       exchange(1);
     }},
    {"slow",
     [](unsigned) {
       for (int step = 0; step < 3; ++step) {
         if (rank == 1) sleep_s(1.5);
         exchange(step);
       }
     }},
    {"stopped",
     [](unsigned) {
       exchange(0);
       if (rank == 1) {
         if (fork() == 0) {
           sleep_s(2.0);
           kill(getppid(), SIGCONT);
           _exit(0);
         }
         raise(SIGSTOP);
       }
       exchange(1);
     }},
    {"waits",
     [](unsigned) {
       exchange(0);
       const HostPhase phase(rank == 1 ? observer : nullptr, "sweep", 1);
       if (rank == 1) {
         std::printf("ready\n");
         std::fflush(stdout);
         sleep_s(20.0);
       }
       exchange(1);
     }},
    {"traffic", legal_traffic},
    {"cost", cost},
    {"to-itself",
     [](unsigned) {
       MPI_Barrier(MPI_COMM_WORLD);
       const int before = asked_mpi;
       MPI_Sendrecv(&word, 1, MPI_INT, rank, 4, &word, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
       MPI_Sendrecv(&word, 1, MPI_INT, rank, 4, &word, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
       if (rank == 0) std::printf("asked %d, with messages %d\n", before, asked_mpi);
     }},
};

}  // namespace

extern "C" int MPI_T_init_thread(int required, int* provided) {
  ++asked_mpi;
  return PMPI_T_init_thread(required, provided);
}

int main(int argc, char** argv) {
  {
    const stencil::MpiMayLeak tries_plugins;
    MPI_Init(&argc, &argv);
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const auto scenario = scenarios.find(argc > 1 ? argv[1] : "");
  if (scenario == scenarios.end()) MPI_Abort(MPI_COMM_WORLD, 2);
  {
    HangDetector watch;
    observer = &watch.observer(nullptr);
    if (argc > 3) watch.set_graph(argv[3]);
    scenario->second(argc > 2 ? static_cast<unsigned>(std::stoul(argv[2])) : 1u);
  }
  if (rank == 0) std::printf("done\n");
  stencil::check_leaks_before_finalize();
  MPI_Finalize();
  return 0;
}
