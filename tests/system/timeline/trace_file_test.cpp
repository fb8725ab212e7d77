// The file of run --timeline: there whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/system/command.hpp"

namespace stencil {
namespace {

TEST(TimelineFile, IsRefusedBeforeAnythingRuns) {
  const ProgramResult result = alone({"run", "--timeline", "/no/such/t.pftrace"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "stencil-cosim: /no/such/t.pftrace: cannot create a file there: No such file or directory\n");
  const ScratchDirectory scratch;
  const ProgramResult twice = alone({"run", "--timeline", scratch / "t", "--report", scratch / "t"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_EQ(count(twice.err, "--report and --timeline both name"), 1) << twice.err;
}

// What stood there stays; every rank's part counts, also that of one that is not rank 0.
TEST(TimelineFile, IsNotLeftOnAFullDisk) {
  const ScratchDirectory scratch;
  write_text(scratch / "t.pftrace", "before");
  for (const char* rank : {"0", "1"}) {
    // 64 KiB for one rank, enough for the other. A part is larger than the pieces it is written in.
    const ProgramResult result =
        run_program({STENCIL_MPIEXEC, "-n", "2", "--oversubscribe", "bash", "-c",
                     "[ \"$OMPI_COMM_WORLD_RANK\" != \"$2\" ] || ulimit -f 64; trap '' XFSZ; exec \"$0\" run --accel "
                     "model --config "
                     "small --rows 400 --cols 12 --iterations 600 --stw 4 --portion 12 --timeline \"$1\"",
                     STENCIL_COSIM, scratch / "t.pftrace", rank});
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(count(result.err, "stencil-cosim: rank " + std::string(rank) + ": "), 1) << result.err;
    EXPECT_EQ(count(result.err, ": cannot write: File too large\n"), 1) << result.err;
    EXPECT_EQ(count(result.err, "MPI_ABORT"), 0) << result.err;
    EXPECT_EQ(scratch.entries(), std::vector<std::string>{"t.pftrace"});
    EXPECT_EQ(read_text(scratch / "t.pftrace"), "before");
  }
}

}  // namespace
}  // namespace stencil
