// How a program ends whose matrix file is bad: one line, one status, nothing left behind.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/run_program.hpp"

namespace stencil::testing_support {
namespace {

ProgramResult run_on_four(const std::string& mode, const std::string& path) {
  return run_program({MPIEXEC, "-n", "4", "--oversubscribe", FILE_PROBE, mode, path});
}

// Lines of ours among those of mpirun.
std::vector<std::string> our_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("stencil: ", 0) == 0) lines.push_back(line);
  }
  return lines;
}

TEST(EndedRuns, AMissingFileIsReportedOnce) {
  const ScratchDirectory scratch;
  const ProgramResult result = run_on_four("read", scratch / "missing");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(our_lines(result.err), std::vector<std::string>{"stencil: rank 0: pdlaread: " + (scratch / "missing") +
                                                            ": cannot be opened: No such file or directory"});
}

// The rank that reads the bad line speaks, and no other.
TEST(EndedRuns, ABadLineIsReportedOnceWithItsNumber) {
  const ScratchDirectory scratch;
  std::string text = "100 100\n";
  for (int k = 0; k < 10'000; ++k) text += k == 6'000 ? "none\n" : "0.5\n";
  write_text(scratch / "bad", text);
  const ProgramResult result = run_on_four("read", scratch / "bad");
  EXPECT_EQ(result.status, 2);
  const auto lines = our_lines(result.err);
  ASSERT_EQ(lines.size(), 1u) << result.err;
  EXPECT_EQ(lines[0].rfind("stencil: rank 2: pdlaread: " + (scratch / "bad") + ": line 6002: 'none': not a number", 0),
            0u)
      << lines[0];
}

// The last rank fails, rank 0 removes the unfinished file before the program ends.
TEST(EndedRuns, AFullDiskLeavesNothingBehind) {
  const ScratchDirectory scratch;
  const ProgramResult result = run_on_four("write", scratch / "new");
  EXPECT_EQ(result.status, 3);
  const auto lines = our_lines(result.err);
  ASSERT_EQ(lines.size(), 1u) << result.err;
  EXPECT_EQ(lines[0].rfind("stencil: rank 3: pdlawrite: " + (scratch / "new") +
                               ": cannot write 77500 bytes at offset 232525: File too large",
                           0),
            0u)
      << lines[0];
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{});
}

}  // namespace
}  // namespace stencil::testing_support
