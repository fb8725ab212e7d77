// SPDX-License-Identifier: Apache-2.0
#include "host/io/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>

#include "host/base/errors.hpp"
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

TEST(AtomicFile, FollowsLinksThatDangle) {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch / "deep");
  std::filesystem::create_symlink("deep/second", scratch / "first");
  std::filesystem::create_symlink("../new.txt", scratch / "deep/second");
  AtomicFile file(scratch / "first");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "deep/second"));
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(scratch / "new.txt")));
  EXPECT_EQ(read_text(scratch / "new.txt"), "new");
}

TEST(AtomicFile, RefusesLinksThatLeadNowhere) {
  const ScratchDirectory scratch;
  std::filesystem::create_symlink("round", scratch / "round");
  std::filesystem::create_symlink("none/file", scratch / "lost");
  std::filesystem::create_symlink("/dev/null", scratch / "device");
  const auto refusal = [](const std::string& path) -> std::string {
    try {
      const AtomicFile file(path);
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal(scratch / "round"), (scratch / "round") + ": cannot be written: Too many levels of symbolic links");
  EXPECT_EQ(refusal(scratch / "lost"), (scratch / "lost") + ": cannot create a file there: No such file or directory");
  EXPECT_EQ(refusal(scratch / "device"),
            (scratch / "device") + ": cannot be written, it exists and is not a regular file");
  EXPECT_EQ(scratch.entries().size(), 3u);
}

TEST(AtomicFile, KeepsThePermissionsOfTheFileItReplaces) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "out.txt";
  const auto mode = [](const std::string& of) {
    return static_cast<unsigned>(std::filesystem::status(of).permissions());
  };
  for (const unsigned kept : {0640u, 0644u, 0777u, 0600u}) {
    write_text(path, "old");
    std::filesystem::permissions(path, std::filesystem::perms(kept));
    AtomicFile file(path);
    EXPECT_EQ(mode(file.temporary_path()), 0600u);
    file.write("new");
    file.commit();
    EXPECT_EQ(mode(path), kept);
    EXPECT_EQ(read_text(path), "new");
    std::filesystem::remove(path);
  }
  const mode_t before = ::umask(027);
  AtomicFile file(path);
  file.commit();
  ::umask(before);
  EXPECT_EQ(mode(path), 0640u);
}

TEST(AtomicFile, OtherNamesOfTheOldFileKeepIt) {
  const ScratchDirectory scratch;
  write_text(scratch / "out.txt", "old");
  std::filesystem::create_hard_link(scratch / "out.txt", scratch / "other.txt");
  AtomicFile file(scratch / "out.txt");
  file.write("new");
  file.commit();
  EXPECT_EQ(read_text(scratch / "other.txt"), "old");
  EXPECT_EQ(read_text(scratch / "out.txt"), "new");
}

// Another host or container may have a process of the same number.
TEST(AtomicFile, LeavesTheUnfinishedFilesOfOthersAlone) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "out.txt";
  const std::string others = path + ".part." + std::to_string(::getpid());
  write_text(others, "half of another job's");
  {
    AtomicFile file(path);
    file.write("ours");
    file.commit();
  }
  EXPECT_EQ(read_text(others), "half of another job's");
  EXPECT_EQ(read_text(path), "ours");
}

TEST(AtomicFile, TwoWritersOfOneTargetDoNotMeet) {
  const ScratchDirectory scratch;
  AtomicFile first(scratch / "out.txt");
  AtomicFile second(scratch / "out.txt");
  first.write("first");
  second.write("second, longer");
  EXPECT_EQ(scratch.entries().size(), 2u);
  second.commit();
  first.commit();
  EXPECT_EQ(read_text(scratch / "out.txt"), "first");
  EXPECT_EQ(scratch.entries().size(), 1u);
}

// The next writer removes the file of a killed writer, and keeps that of a living one.
TEST(AtomicFile, RemovesWhatAKilledWriterLeft) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "out.txt";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(path);
    file.write("half");
    if (::write(ready[1], "x", 1) == 1) ::pause();
    ::_exit(1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  { const AtomicFile probe(path); }
  EXPECT_EQ(scratch.entries().size(), 1u);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(scratch.entries().size(), 1u);
  {
    AtomicFile next(path);
    EXPECT_EQ(scratch.entries().size(), 1u);
    next.commit();
  }
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{"out.txt"});
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(AtomicFile, RefusesWhereNoFileCanBe) {
  const ScratchDirectory scratch;
  write_text(scratch / "plain", "x");
  const auto refusal = [](const std::string& path) -> std::string {
    try {
      const AtomicFile file(path);
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
