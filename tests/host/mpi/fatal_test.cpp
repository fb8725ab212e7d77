// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/fatal.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>

#include "host/mpi/border.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "tests/support/run_program.hpp"

namespace stencil {
namespace {

using test::expect_fatal;

struct Ended {
  int status = -1;     // exit status, -1 when ended by a signal
  std::string output;  // both streams
};

Ended run(const std::string& command) {
  Ended ended;
  std::FILE* pipe = popen(("timeout -k 5 60 " + command + " 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) ended.output.append(buffer.data(), n);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  return ended;
}

Ended run_alone(const std::string& mode) {
  return run(FATAL_PROBE " " + mode);
}
// With a second of grace: without it, mpiexec of Open MPI 4.1.4 may crash or hang where a rank ends while another is in
// MPI_Finalize (mode "unended").
Ended run_on_two(const std::string& mode) {
  return run(std::string("env ") + testing_support::second_of_grace +
             " " MPIEXEC " -n 2 --oversubscribe " FATAL_PROBE " " + mode);
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Fatal, GivesTheHandlerStatusAndOneLine) {
  expect_fatal(2, "stencil: f_to_accel: length = -1, must be >= 0",
               [] { fatal("f_to_accel", exit_usage, "length = -1, must be >= 0"); });
}

TEST(Fatal, SetHandlerReturnsTheOneBefore) {
  const FatalHandler mine = [](int, const std::string&) {};
  EXPECT_EQ(set_fatal_handler(mine), nullptr);
  EXPECT_EQ(set_fatal_handler(nullptr), mine);
  EXPECT_EQ(set_fatal_handler(nullptr), nullptr);
}

TEST(FatalDeathTest, AHandlerThatReturnsDoesNotSaveTheProcess) {
  EXPECT_EXIT(
      {
        set_fatal_handler([](int, const std::string&) {});
        fatal("itstep_accel", exit_device, "lost");
      },
      ::testing::ExitedWithCode(3), "^stencil: itstep_accel: lost\n$");
}

TEST(CBorder, ReturnsWhatTheBodyReturns) {
  EXPECT_EQ(c_border("f", [] { return 42; }), 42);
}

TEST(CBorder, TurnsEachKindOfExceptionIntoItsStatus) {
  expect_fatal(2, "stencil: f: an argument", [] { c_border("f", [] { throw ArgumentError("an argument"); }); });
  expect_fatal(3, "stencil: f: a device", [] { c_border("f", [] { throw DeviceError("a device"); }); });
  expect_fatal(3, "stencil: f: std::bad_alloc", [] { c_border("f", [] { throw std::bad_alloc(); }); });
  expect_fatal(3, "stencil: f: an exception that is not", [] { c_border("f", [] { throw 7; }); });
}

TEST(FatalProcess, EndsWithItsStatusWithoutMpi) {
  for (const char* mode : {"before_init", "vsda_before_init"}) {
    const Ended ended = run_alone(mode);
    EXPECT_EQ(ended.status, 2) << ended.output;
  }
  EXPECT_EQ(run_alone("before_init").output, "stencil: early: before MPI_Init\n");
  EXPECT_EQ(run_alone("vsda_before_init").output,
            "stencil: VSDA_Create: called outside MPI, must be between MPI_Init and MPI_Finalize\n");
}

TEST(FatalProcess, KeepsWhatWasPrintedBefore) {
  EXPECT_EQ(run_alone("stdout_first").output, "printed before stencil: late: the error\n");
}

TEST(FatalProcess, ASecondErrorOnTheWayOutEndsAtOnce) {
  const Ended ended = run_alone("twice");
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(ended.output, "stencil: first: the first error\nstencil: at_exit: a second fatal error\n");
}

TEST(FatalProcess, DoesItsLastWorkOnceBetweenTheLineAndTheEnd) {
  const Ended ended = run_alone("last_work");
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(
      ended.output,
      "stencil: first: the first error\nlast work: 2, stencil: first: the first error\nstencil: at_exit: a second "
      "fatal error\n");
}

TEST(FatalProcess, EndsWithItsStatusAfterFinalize) {
  const Ended alone = run_alone("after_finalize");
  EXPECT_EQ(alone.status, 3) << alone.output;
  EXPECT_NE(alone.output.find("stencil: late: after MPI_Finalize\n"), std::string::npos) << alone.output;
  EXPECT_EQ(run_on_two("after_finalize").status, 3);
}

TEST(FatalProcess, AbortsTheWholeRunWithRankAndStatus) {
  const struct {
    const char* mode;
    int status;
    const char* line;
  } cases[] = {
      {"argument", 2, "stencil: rank 1: f_to_accel: length = -1, must be >= 0\n"},
      {"device", 3, "stencil: rank 1: itstep_accel: no answer within 100 cycles\n"},
      {"vsda", 2, "stencil: rank 1: VSDA_Create: globsize = -4, must be >= 0\n"},
      {"unended", 2, "stencil: rank 1: MPI_Finalize: 1 operation never ended: VSDA_Update_begin with token 0x"},
  };
  for (const auto& one : cases) {
    const Ended ended = run_on_two(one.mode);
    EXPECT_EQ(ended.status, one.status) << one.mode << "\n" << ended.output;
    EXPECT_EQ(occurrences(ended.output, one.line), 1u) << one.mode << "\n" << ended.output;
    EXPECT_EQ(occurrences(ended.output, "stencil: "), 1u) << one.mode << "\n" << ended.output;
  }
}

// The program has set no error handler: MPI's default one would end it with MPI's text and status.
TEST(FatalProcess, MpisOwnErrorsEndWithOurLineAndStatus) {
  for (const char* mode : {"truncated", "truncated_dup"}) {
    const Ended ended = run_on_two(mode);
    EXPECT_EQ(ended.status, 3) << ended.output;
    EXPECT_EQ(occurrences(ended.output, "stencil: rank 0: VSDA_Update_end: MPI_Wait failed: MPI_ERR_TRUNCATE"), 1u)
        << ended.output;
    EXPECT_EQ(occurrences(ended.output, "*** "), 0u) << ended.output;
  }
}

// mpirun sometimes loses the text of the default handler, with or without ours before it, but never the status.
TEST(FatalProcess, TheProgramsOwnMpiErrorsStayMpis) {
  const Ended ended = run_on_two("own_mpi_error");
  EXPECT_EQ(ended.status, MPI_ERR_TRUNCATE) << ended.output;
  EXPECT_EQ(occurrences(ended.output, "stencil: "), 0u) << ended.output;
}

TEST(FatalProcess, TheProbeItselfEndsWell) {
  const Ended ended = run_on_two("nothing");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_EQ(ended.output, "");
}

}  // namespace
}  // namespace stencil
