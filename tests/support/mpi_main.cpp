// Main of every test that runs under mpirun: a failure on any rank fails the run on every rank.
// With STENCIL_TEST_MPI_THREADS=multiple in the environment, it requests MPI_THREAD_MULTIPLE from MPI.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host/mpi/mpi_leaks.hpp"

int main(int argc, char** argv) {
  const char* const threads = std::getenv("STENCIL_TEST_MPI_THREADS");
  const bool multiple = threads != nullptr && std::strcmp(threads, "multiple") == 0;
  int level = MPI_THREAD_SINGLE;
  {
    const stencil::MpiMayLeak tries_plugins;
    MPI_Init_thread(&argc, &argv, multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
  }
  ::testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Rank 0 prints progress; the others print failures only.
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) delete listeners.Release(listeners.default_result_printer());

  class PrintFailures : public ::testing::EmptyTestEventListener {
   public:
    explicit PrintFailures(int rank) : rank_(rank) {}
    void OnTestPartResult(const ::testing::TestPartResult& part) override {
      if (!part.failed()) return;
      std::fprintf(stderr, "[rank %d] %s:%d: %s\n", rank_, part.file_name() ? part.file_name() : "?",
                   part.line_number(), part.summary());
    }

   private:
    int rank_;
  };
  if (rank != 0) listeners.Append(new PrintFailures(rank));

  int failed = RUN_ALL_TESTS();
  if (::testing::UnitTest::GetInstance()->test_to_run_count() == 0) failed = 1;
  int failed_anywhere = 0;
  MPI_Allreduce(&failed, &failed_anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  stencil::check_leaks_before_finalize();
  MPI_Finalize();
  return failed_anywhere;
}
