// SPDX-License-Identifier: Apache-2.0
#include "host/io/atomic_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "host/errors.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::atomic_file_test {
namespace {

using testing_support::read_text;
using testing_support::ScratchDirectory;
using testing_support::write_text;

TEST(AtomicFile, AppearsWholeAtCommit) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "out.txt";
  AtomicFile file(path);
  file.write("first ");
  file.write("second");
  EXPECT_FALSE(std::filesystem::exists(path));
  file.commit();
  EXPECT_EQ(read_text(path), "first second");
  EXPECT_EQ(scratch.entries().size(), 1u);
  EXPECT_THROW(file.write("x"), std::logic_error);
  EXPECT_THROW(file.commit(), std::logic_error);
}

TEST(AtomicFile, WithoutCommitTheOldFileStands) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "out.txt";
  write_text(path, "old");
  {
    AtomicFile file(path);
    file.write("half of the new");
  }
  EXPECT_EQ(read_text(path), "old");
  EXPECT_EQ(scratch.entries().size(), 1u);
}

TEST(AtomicFile, FollowsASymbolicLink) {
  const ScratchDirectory scratch;
  write_text(scratch / "real.txt", "old");
  std::filesystem::create_symlink(scratch / "real.txt", scratch / "link.txt");
  AtomicFile file(scratch / "link.txt");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link.txt"));
  EXPECT_EQ(read_text(scratch / "real.txt"), "new");
}

TEST(AtomicFile, RefusesWhereNoFileCanBe) {
  const ScratchDirectory scratch;
  write_text(scratch / "plain", "x");
  const auto refusal = [](const std::string& path) -> std::string {
    try {
      check_writable(path);
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal(scratch / "none/out.txt"),
            (scratch / "none/out.txt") + ": cannot create a file there: No such file or directory");
  EXPECT_EQ(refusal(scratch / "plain/out.txt"),
            (scratch / "plain/out.txt") + ": cannot create a file there: Not a directory");
  EXPECT_EQ(refusal(scratch.path()), scratch.path() + ": cannot be written, it exists and is not a regular file");
  EXPECT_EQ(refusal("/dev/null"), "/dev/null: cannot be written, it exists and is not a regular file");
  EXPECT_EQ(refusal(""), "output file: the path is empty");
  EXPECT_EQ(refusal(scratch / "fine.txt"), "accepted");
  EXPECT_EQ(scratch.entries().size(), 1u);
}

}  // namespace
}  // namespace stencil::atomic_file_test
