// Programs of two ranks and more that begin VSDA operations as their argument names; paranoid_test looks at the end.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "vsda.h"

#ifdef __SANITIZE_ADDRESS__
// It ends on purpose; leaks of Open MPI do not matter then.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

namespace {

struct Program {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  int ranks = 0;
  MPI_Request token[4] = {};
  MPI_Request other_token[4] = {};
  std::vector<double> x = std::vector<double>(40, 1.0);
  std::vector<double> y = std::vector<double>(40, 2.0);

  bool is_last() const { return rank == ranks - 1; }

  VSDA array(long globsize, long width, std::vector<long> distribution = {}) const {
    VSDA made;
    VSDA_Create(comm, VSDA_BLOCKED, 0, globsize, 8, width, distribution.empty() ? nullptr : distribution.data(),
                nullptr, &made);
    return made;
  }
  void update(VSDA array) {
    VSDA_Update_begin(&array, token, x.data());
    VSDA_Update_end(token);
  }
  // Between elements of the first rank: no rank needs another.
  void copy_at_home(VSDA array) {
    VSDA_Copy(&array, 0, y.data(), &array, 1, x.data(), 2, token);
    VSDA_Update_end(token);
  }
  void begin_in_order(VSDA first, VSDA second) {
    const bool swaps = is_last();
    VSDA_Update_begin(swaps ? &second : &first, swaps ? other_token : token, swaps ? y.data() : x.data());
    VSDA_Update_begin(swaps ? &first : &second, swaps ? token : other_token, swaps ? x.data() : y.data());
    VSDA_Update_end(token);
    VSDA_Update_end(other_token);
  }
};

void run(const std::string& mode, Program& program) {
  const long ranks = program.ranks;
  if (mode == "order") {
    const VSDA first = program.array(8 * ranks, 1);
    program.begin_in_order(first, program.array(8 * ranks, 1));
  }
  if (mode == "distribution") {
    // Elements 8 .. 15 of the last two ranks differ.
    std::vector<long> owned(static_cast<std::size_t>(ranks), 8);
    owned.front() += program.is_last() ? 1 : 0;
    owned[1] -= program.is_last() ? 1 : 0;
    program.update(program.array(8 * ranks, 1, owned));
  }
  if (mode == "width") program.update(program.array(8 * ranks, program.is_last() ? 1 : 0));
  if (mode == "copy") {
    VSDA array = program.array(8 * ranks, 0);
    VSDA_Copy(&array, 0, program.y.data(), &array, program.is_last() ? 8 : 9, program.x.data(), 2, program.token);
    VSDA_Update_end(program.token);
  }
  VSDA array = program.array(8 * ranks, 1);
  if (mode == "alone" && program.is_last()) program.update(array);
  if (mode == "alone later" && program.is_last()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    program.update(array);
  }
  if (mode == "alone at home" && program.is_last()) program.copy_at_home(array);
  if (mode == "alone before free") {
    MPI_Comm_dup(MPI_COMM_WORLD, &program.comm);
    array = program.array(8 * ranks, 1);
    if (program.is_last()) program.copy_at_home(array);
    MPI_Comm_free(&program.comm);
  }
  if (mode == "slow") {
    if (program.is_last()) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    program.update(array);
    program.copy_at_home(array);
  }
  if (mode == "late") {
    // Right: an operation that needs no other rank may end before others begin it.
    if (program.is_last()) MPI_Recv(program.y.data(), 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < 3; ++k) program.copy_at_home(array);
    if (program.rank == 0) MPI_Send(program.x.data(), 1, MPI_DOUBLE, program.ranks - 1, 5, MPI_COMM_WORLD);
  }
  if (mode == "right") {
    // MPI uses handles of communicators again. VSDA_Destroy is local.
    for (int k = 0; k < 20; ++k) {
      MPI_Comm_dup(MPI_COMM_WORLD, &program.comm);
      VSDA wide = program.array(8 * ranks, 2);
      if (program.rank == 0) VSDA_Destroy(&array);
      array = program.array(8 * ranks, 1);
      VSDA again = program.array(8 * ranks, 1);
      program.update(array);
      program.update(wide);
      program.copy_at_home(again);
      MPI_Comm_free(&program.comm);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Program program;
  program.comm = MPI_COMM_WORLD;
  MPI_Comm_rank(MPI_COMM_WORLD, &program.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &program.ranks);
  run(argc > 1 ? argv[1] : "", program);
  std::puts("at the end");
  MPI_Finalize();
  return 0;
}
