// Main of every test that runs under mpirun: a failure on any rank fails the run on every rank.
// With STENCIL_TEST_MPI_THREADS=multiple in the environment, it requests MPI_THREAD_MULTIPLE from MPI.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

int main(int argc, char** argv) {
#ifdef __SANITIZE_ADDRESS__
  // Plug-ins that MPI_Init tries and unmaps again leak, and no suppression can match them by name afterwards.
  __lsan_disable();
#endif
  const char* const threads = std::getenv("STENCIL_TEST_MPI_THREADS");
  const bool multiple = threads != nullptr && std::strcmp(threads, "multiple") == 0;
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
#ifdef __SANITIZE_ADDRESS__
  __lsan_enable();
#endif
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
#ifdef __SANITIZE_ADDRESS__
  // Called before MPI_Finalize, while MPI still owns its memory: afterwards its plug-ins are unmapped, and their leaks
  // can neither be reached nor be named in a suppression. This call ends the process if it finds a leak.
  __lsan_do_leak_check();
#endif
  MPI_Finalize();
  return failed_anywhere;
}
