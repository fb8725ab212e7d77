// Outputs by name: files that are replaced, files that must not be, and what can only be written into.
// SPDX-License-Identifier: Apache-2.0
#include "host/io/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/unprivileged.hpp"

namespace stencil::output_file_test {
namespace {

using test::refusal;
using testing_support::read_text;
using testing_support::ScratchDirectory;
using testing_support::Unprivileged;
using testing_support::write_text;

struct stat state_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status;
}

// Both for a probe before the work and for the write itself.
void expect_refused(const std::string& path, const std::string& why) {
  EXPECT_EQ(refusal([&] { check_writable(path); }), path + ": " + why);
  EXPECT_EQ(refusal([&] { write_output(path, "new"); }), path + ": " + why);
}

class OpenFolder : public ::testing::Test {
 protected:
  OpenFolder() { std::filesystem::permissions(scratch_.path(), std::filesystem::perms(0777)); }
  std::string put(const std::string& name, unsigned mode, uid_t user) {
    write_text(scratch_ / name, "old");
    if (::geteuid() == 0) {
      EXPECT_EQ(::chown((scratch_ / name).c_str(), user, 0), 0);
    }
    std::filesystem::permissions(scratch_ / name, std::filesystem::perms(mode));
    return scratch_ / name;
  }

  ScratchDirectory scratch_;
};

TEST_F(OpenFolder, AFileThatTheUserMayNotWriteStays) {
  const std::string own = put("own", 0444, 65534);
  const std::string other = put("other", 0644, 1);
  const Unprivileged unprivileged;
  expect_refused(own, "cannot be written: Permission denied");
  EXPECT_EQ(read_text(own), "old");
  if (::getuid() != 0) GTEST_SKIP() << "only root can make a file of another user";
  expect_refused(other, "cannot be written: Permission denied");
  EXPECT_EQ(read_text(other), "old");
  EXPECT_EQ(scratch_.entries().size(), 2u);
}

TEST_F(OpenFolder, AFileOfAnotherUserStaysThoughAnyoneMayWriteIt) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can make a file of another user";
  const std::string path = put("out", 0666, 1);
  {
    const Unprivileged unprivileged;
    expect_refused(path,
                   "cannot be replaced: it belongs to user 1 and group 0, the file in its place would belong to user "
                   "65534 and group 0");
  }
  EXPECT_EQ(read_text(path), "old");
  EXPECT_EQ(scratch_.entries(), std::vector<std::string>{"out"});
  // Root can give the file to its owner.
  write_output(path, "new");
  EXPECT_EQ(read_text(path), "new");
  EXPECT_EQ(state_of(path).st_uid, 1u);
  EXPECT_EQ(state_of(path).st_mode & 0777u, 0666u);
}

TEST_F(OpenFolder, ANameThatIsTooLongIsRefusedAtOnce) {
  write_output(scratch_ / std::string(255, 'x'), "longest");
  expect_refused(scratch_ / std::string(256, 'x'), "cannot create a file there: File name too long");
  EXPECT_EQ(scratch_.entries().size(), 1u);
}

// Standard output on a file of its own while it lives.
class StandardOutputIn {
 public:
  explicit StandardOutputIn(const std::string& path, int flags = O_WRONLY | O_CREAT) : before_(::dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    const int file = ::open(path.c_str(), flags, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
  }
  ~StandardOutputIn() {
    std::fflush(stdout);
    ::dup2(before_, STDOUT_FILENO);
    ::close(before_);
  }
  StandardOutputIn(const StandardOutputIn&) = delete;
  StandardOutputIn& operator=(const StandardOutputIn&) = delete;

 private:
  int before_;
};

// As in `run --report /dev/stdout > log`: what is printed before and after stays, in its order.
TEST(OutputFile, GoesIntoItsDescriptorWhereItStands) {
  const ScratchDirectory scratch;
  const std::string log = scratch / "log";
  for (const char* name : {"/dev/stdout", "/proc/self/fd/1", "/dev/fd/1", "-"}) {
    const ino_t inode = [&] {
      const StandardOutputIn stream(log, O_WRONLY | O_CREAT | O_TRUNC);
      std::printf("before\n");
      EXPECT_TRUE(is_stream(name));
      EXPECT_EQ(refusal([&] { check_writable(name); }), "accepted");
      write_output(name, "report\n");
      std::printf("after\n");
      return state_of("/dev/stdout").st_ino;
    }();
    EXPECT_EQ(read_text(log), "before\nreport\nafter\n") << name;
    EXPECT_EQ(state_of(log).st_ino, inode) << name << ": replaced";
  }
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{"log"});
}

TEST(OutputFile, DoesNotReplaceTheFileOfStandardOutput) {
  const ScratchDirectory scratch;
  const std::string log = scratch / "log";
  std::string text;
  {
    const StandardOutputIn stream(log);
    text = refusal([&] { write_output(log, "report"); });
  }
  EXPECT_EQ(text, log + ": cannot be replaced: standard output of this process goes there; /dev/stdout names it");
}

TEST(OutputFile, AnotherDescriptorCanBeTheDash) {
  const ScratchDirectory scratch;
  const int file = ::open((scratch / "results").c_str(), O_WRONLY | O_CREAT, 0600);
  const int before = set_dash_descriptor(file);
  write_output("-", "results");
  EXPECT_EQ(set_dash_descriptor(before), file);
  ::close(file);
  EXPECT_EQ(read_text(scratch / "results"), "results");
  EXPECT_EQ(before, STDOUT_FILENO);
}

TEST(OutputFile, APipeTakesItAndIsNotOpenedBefore) {
  const ScratchDirectory scratch;
  const std::string pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  check_writable(pipe);  // would wait for a reader, or end one
  std::string read;
  std::thread reader([&] { read = read_text(pipe); });
  write_output(pipe, "report");
  reader.join();
  EXPECT_EQ(read, "report");
  EXPECT_EQ(state_of(pipe).st_mode & S_IFMT, static_cast<unsigned>(S_IFIFO));
}

TEST(OutputFile, ADeviceTakesItOrIsFull) {
  write_output("/dev/null", "report");
  EXPECT_EQ(refusal<std::runtime_error>([] { write_output("/dev/full", "report"); }),
            "/dev/full: cannot write: No space left on device");
  EXPECT_EQ(refusal([] { check_writable("/dev"); }), "/dev: cannot be written, it exists and is not a regular file");
}

TEST(OutputFile, ADescriptorForReadingIsRefused) {
  const ScratchDirectory scratch;
  write_text(scratch / "in", "old");
  {
    const StandardOutputIn stream(scratch / "in", O_RDONLY);
    EXPECT_EQ(refusal([] { check_writable("-"); }), "standard output: cannot be written: it is open for reading only");
  }
  const std::string none = "/proc/self/fd/987";
  EXPECT_NE(refusal([&] { check_writable(none); }), "accepted");
}

TEST(OutputFile, TwoNamesOfOneFileAreRefused) {
  const ScratchDirectory scratch;
  write_text(scratch / "a", "x");
  std::filesystem::create_symlink("a", scratch / "link");
  std::filesystem::create_symlink("new", scratch / "dangling");
  const auto refused = [](const std::string& one, const std::string& other) {
    return refusal([&] { refuse_same_outputs({{"--report", one}, {"--output", other}}); });
  };
  const std::string must = ", must be different files";
  EXPECT_EQ(refused("-", "-"), "--report and --output both name -" + must);
  EXPECT_EQ(refused("-", "/dev/stdout"), "--report and --output both name - (/dev/stdout)" + must);
  EXPECT_EQ(refused(scratch / "n", scratch / "n"), "--report and --output both name " + (scratch / "n") + must);
  for (const auto& [one, other] : {std::pair("a", "link"), std::pair("new", "dangling"), std::pair("n", "./n")}) {
    EXPECT_NE(refused(scratch / one, scratch / other), "accepted") << one;
  }
  EXPECT_EQ(refused(scratch / "a", scratch / "b"), "accepted");
  EXPECT_EQ(refused("-", scratch / "b"), "accepted");
}

}  // namespace
}  // namespace stencil::output_file_test
