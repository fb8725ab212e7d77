// SPDX-License-Identifier: Apache-2.0
#include "host/io/part_name.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>

#include "tests/support/scratch_directory.hpp"

namespace stencil::part_name_test {
namespace {

using testing_support::ScratchDirectory;
using testing_support::write_text;

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename();
}

TEST(PartName, IsReadBack) {
  const PartName name = fresh_part_name(Reach::this_machine);
  EXPECT_TRUE(name.locked);
  EXPECT_FALSE(fresh_part_name(Reach::others).locked);
  EXPECT_EQ(name.pid, ::getpid());
  EXPECT_GT(name.start, 0);
  const std::string path = part_path("/some/where/out.txt", name);
  EXPECT_EQ(path.rfind("/some/where/out.txt.part.", 0), 0u) << path;
  const auto back = parse_part_name("/some/where/out.txt", file_name(path));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->space, name.space);
  EXPECT_EQ(back->pid, name.pid);
  EXPECT_EQ(back->start, name.start);
  EXPECT_EQ(back->random, name.random);
  EXPECT_TRUE(back->locked);
}

TEST(PartName, IsNeverTheSameTwice) {
  std::set<std::string> paths;
  for (int k = 0; k < 1000; ++k) paths.insert(part_path("out", fresh_part_name(Reach::others)));
  EXPECT_EQ(paths.size(), 1000u);
}

TEST(PartName, WhatIsNoneIsLeftAlone) {
  const std::string good = "out.part.0123456789abcdef.17.123456.fedcba9876543210";
  EXPECT_TRUE(parse_part_name("/d/out", good));
  EXPECT_FALSE(parse_part_name("/d/out", good)->locked);
  for (const char* other :
       {"out", "out.part.", "out.part.17", "out.part.0123456789abcdef.17.123456",
        "out.part.0123456789abcdef.17.123456.", "out.part.0123456789abcdef.17.123456.fedcba987654321",
        "out.part.0123456789abcdef.17.123456.fedcba98765432100", "out.part.0123456789abcdeg.17.123456.fedcba9876543210",
        "out.part.0123456789abcdef.-7.123456.fedcba9876543210", "out.part.0123456789abcdef..123456.fedcba9876543210",
        "out.part.0123456789abcdef.17.123456.fedcba9876543210.x", "out.part..locked",
        "out.part.0123456789abcdef.17.123456.fedcba9876543210.locked.locked",
        "xout.part.0123456789abcdef.17.123456.fedcba9876543210",
        "out2.part.0123456789abcdef.17.123456.fedcba9876543210"}) {
    EXPECT_FALSE(parse_part_name("/d/out", other)) << other;
  }
}

// File systems allow names of at most 255 bytes.
TEST(PartName, FitsBesideTheLongestTarget) {
  const ScratchDirectory scratch;
  for (const std::size_t length : {150u, 151u, 255u}) {
    const std::string target = scratch / std::string(length, 'n');
    const std::string path = part_path(target, fresh_part_name(Reach::others));
    EXPECT_LE(file_name(path).size(), 255u);
    EXPECT_TRUE(parse_part_name(target, file_name(path)));
    EXPECT_FALSE(parse_part_name(scratch / (std::string(length - 1, 'n') + "m"), file_name(path)));
  }
}

// A child process that has ended; not reaped if `reap` is false.
class Child {
 public:
  explicit Child(bool ends) : pid_(::fork()) {
    if (pid_ != 0) return;
    if (!ends) ::pause();
    ::_exit(0);
  }
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  // Waits until it has ended; it stays a zombie.
  void wait_for_end() const {
    siginfo_t ignored;
    ::waitid(P_PID, static_cast<id_t>(pid_), &ignored, WEXITED | WNOWAIT);
  }

 private:
  pid_t pid_;
};

// Where other machines may hold locks, only the end of a process of this SPACE proves that the writer is dead.
TEST(Orphans, BeyondThisMachineAreThoseOfProcessesThatHaveEnded) {
  const ScratchDirectory scratch;
  const PartName mine = fresh_part_name(Reach::others);
  const auto removed = [&](const PartName& name) {
    const std::string path = part_path(scratch / "out", name);
    write_text(path, "half");
    const bool result = remove_orphan(path, name, Reach::others);
    EXPECT_EQ(std::filesystem::exists(path), !result);
    return result;
  };
  EXPECT_FALSE(removed(mine));
  PartName earlier = mine;
  --earlier.start;  // another process with our number
  EXPECT_TRUE(removed(earlier));

  const Child runs(false);
  const Child ended(true);
  ended.wait_for_end();
  PartName other = mine;
  other.pid = ended.pid();
  EXPECT_TRUE(removed(other));
  ++other.space;  // of another machine, boot or container
  EXPECT_FALSE(removed(other));
  other = mine;
  other.pid = runs.pid();
  other.start = 0;
  EXPECT_TRUE(removed(other));
}

// On a file system of this machine only the lock counts, not the name.
TEST(Orphans, OfThisMachineAreThoseThatNoProcessHasLocked) {
  const ScratchDirectory scratch;
  const Reach reach = reach_of(scratch.path());
  if (reach == Reach::others) GTEST_SKIP() << "a file system that others may have too";
  PartName name = fresh_part_name(reach);
  ++name.space;
  const std::string path = part_path(scratch / "out", name);
  write_text(path, "half");
  const int writer = ::open(path.c_str(), O_WRONLY);
  ASSERT_EQ(::flock(writer, LOCK_EX), 0);
  EXPECT_FALSE(remove_orphan(path, name, Reach::this_machine));
  remove_orphans(scratch / "out");
  EXPECT_EQ(scratch.entries().size(), 1u);
  ::close(writer);
  write_text(part_path(scratch / "other", name), "of another target");
  remove_orphans(scratch / "out");
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{file_name(part_path(scratch / "other", name))});
  // Where the folder is exported, a writer on another machine has no lock here.
  name.locked = false;
  write_text(part_path(scratch / "out", name), "half");
  remove_orphans(scratch / "out");
  EXPECT_EQ(scratch.entries().size(), 2u);
}

}  // namespace
}  // namespace stencil::part_name_test
