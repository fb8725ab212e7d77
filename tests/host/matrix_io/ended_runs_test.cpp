// The end of a program with a bad matrix file: one line, one status, no files left.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/run_program.hpp"

namespace stencil::testing_support {
namespace {

ProgramResult run_on_four(const std::string& mode, const std::string& path,
                          const std::vector<std::string>& environment = {}) {
  return run_program({MPIEXEC, "-n", "4", "--oversubscribe", FILE_PROBE, mode, path}, environment);
}

// Our lines among those of mpirun.
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

// Only the rank that reads the bad line prints the error.
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

// The last rank fails, and rank 0 removes the unfinished file before the program ends. The error gives the system's
// reason for any MPI-IO component of Open MPI, although OMPIO hides it and ROMIO says "Other I/O error".
class FullDisk : public ::testing::TestWithParam<const char*> {};

TEST_P(FullDisk, LeavesNothingBehind) {
  const ScratchDirectory scratch;
  const ProgramResult result = run_on_four("write", scratch / "new", {std::string("OMPI_MCA_io=") + GetParam()});
  EXPECT_EQ(result.status, 3);
  const auto lines = our_lines(result.err);
  ASSERT_EQ(lines.size(), 1u) << result.err;
  EXPECT_EQ(lines[0], "stencil: rank 3: pdlawrite: " + (scratch / "new") +
                          ": cannot write 77500 bytes at offset 232525: File too large");
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(EndedRuns, FullDisk, ::testing::Values("ompio", "romio321"),
                         [](const auto& component) { return std::string(component.param); });

// The next writer of the same file removes the file that a killed job left.
TEST(EndedRuns, AKilledWriterIsCleanedUpByTheNext) {
  const ScratchDirectory scratch;
  EXPECT_NE(run_on_four("killed", scratch / "new").status, 0);
  const auto left = scratch.entries();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].rfind("new.part.", 0), 0u) << left[0];
  EXPECT_EQ(run_on_four("copy", scratch / "new").status, 0);
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{"new"});
}

// Emulates a machine with another file system at the path: a mount namespace of its own, and an empty folder.
std::vector<std::string> elsewhere(const std::string& folder, const std::vector<std::string>& words,
                                   const std::string& before = "true") {
  std::string command = "mount -t tmpfs none " + shell_quoted(folder) + " && " + before + " && exec";
  for (const std::string& word : words) command += " " + shell_quoted(word);
  return {"unshare", "--mount", "sh", "-c", command};
}

class OtherMachines : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run_program(elsewhere(scratch_.path(), {"true"})).status != 0) {
      GTEST_SKIP() << "mount namespaces need the rights of root";
    }
  }

  // Four ranks, of which only rank `sees` has the folder.
  ProgramResult run_apart(int sees, const std::string& mode, const std::string& before = "true") {
    std::vector<std::string> words{MPIEXEC, "--oversubscribe"};
    const std::vector<std::string> probe{FILE_PROBE, mode, scratch_ / "matrix", std::to_string(sees)};
    for (int rank = 0; rank < 4; ++rank) {
      if (rank > 0) words.emplace_back(":");
      words.insert(words.end(), {"-n", "1"});
      const auto theirs = rank == sees ? probe : elsewhere(scratch_.path(), probe, before);
      words.insert(words.end(), theirs.begin(), theirs.end());
    }
    return run_program(words);
  }

  const ScratchDirectory scratch_;
};

// icwrit and icread name the process that sees the file.
TEST_F(OtherMachines, OneProcessWritesAndReadsForAll) {
  for (const int sees : {0, 2}) {
    const ProgramResult result = run_apart(sees, "copy");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(scratch_.entries(), std::vector<std::string>{"matrix"});
    std::filesystem::remove(scratch_ / "matrix");
  }
}

TEST_F(OtherMachines, AnotherProcessThanTheOneNamedDoesNotCount) {
  const ProgramResult result = run_apart(3, "read");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(our_lines(result.err), std::vector<std::string>{"stencil: rank 3: pdlaread: " + (scratch_ / "matrix") +
                                                            ": cannot be opened: No such file or directory"});
}

// The others have a file of that name, of another time.
TEST_F(OtherMachines, AStaleCopyIsRefused) {
  std::string text = "100 100\n";
  for (int k = 0; k < 10'000; ++k) text += "0.5\n";
  write_text(scratch_ / "matrix", text);
  const ProgramResult result =
      run_apart(1, "read", "{ echo 100 100; yes 0.7 | head -n 10000; } >" + shell_quoted(scratch_ / "matrix"));
  EXPECT_EQ(result.status, 2);
  const auto lines = our_lines(result.err);
  ASSERT_EQ(lines.size(), 1u) << result.err;
  EXPECT_EQ(
      lines[0].rfind(
          "stencil: rank 0: pdlaread: " + (scratch_ / "matrix") + ": another file on rank 0 (40008 bytes, inode ", 0),
      0u)
      << lines[0];
  EXPECT_NE(lines[0].find(" than on rank 1 (40008 bytes, inode "), std::string::npos) << lines[0];
}

}  // namespace
}  // namespace stencil::testing_support
