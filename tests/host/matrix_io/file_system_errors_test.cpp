// Matrix files that the system does not let be read or written: one error on every rank, and the old file stays.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>

#include "host/base/errors.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/mpi/agreement.hpp"
#include "tests/host/matrix_io/matrix_file_errors.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"
#include "tests/support/unprivileged.hpp"

namespace stencil::test {
namespace {

TEST_F(MatrixFileErrors, PathsThatCannotBeRead) {
  for (const auto read : {read_text_matrix, read_npy_matrix}) {
    const std::string missing = scratch_ / "missing";
    expect_agreed(exit_usage, missing + ": cannot be opened: No such file or directory",
                  [&] { read(missing, matrix_.view(), options_); });
    expect_agreed(exit_usage, scratch_.path() + ": not a regular file",
                  [&] { read(scratch_.path(), matrix_.view(), options_); });
    expect_agreed(exit_usage, "/dev/null: not a regular file", [&] { read("/dev/null", matrix_.view(), options_); });
  }
  EXPECT_EQ(matrix_.poisoned(), matrix_.places());
}

TEST_F(MatrixFileErrors, PathsWithoutPermission) {
  const std::string path = scratch_.put("secret", "3 2\n1\n2\n3\n4\n5\n6\n");
  if (comm_rank() == 0) std::filesystem::permissions(path, std::filesystem::perms::none);
  for (const auto read : {read_text_matrix, read_npy_matrix}) {
    const Unprivileged unprivileged;
    expect_agreed(exit_usage, path + ": cannot be opened: Permission denied",
                  [&] { read(path, matrix_.view(), options_); });
  }
  if (comm_rank() == 0) std::filesystem::permissions(scratch_.path(), std::filesystem::perms::owner_exec);
  for (const auto write : {write_text_matrix, write_npy_matrix}) {
    const Unprivileged unprivileged;
    expect_agreed(exit_usage, "cannot create a file there: Permission denied", [&] {
      write(scratch_ / "new", matrix_.view(), {0, 0, 3, 2}, options_);
    });
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (comm_rank() == 0) std::filesystem::permissions(scratch_.path(), std::filesystem::perms::owner_all);
}

// One rank that cannot open a file that the others can open ends them all.
TEST_F(MatrixFileErrors, PathsWithoutPermissionOnOneRank) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give up its rights on one rank";
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  const std::string path = scratch_.put("secret", "3 2\n1\n2\n3\n4\n5\n6\n");
  std::optional<Unprivileged> unprivileged;
  if (comm_rank() == comm_size() - 1) unprivileged.emplace();
  expect_agreed(exit_usage, path + ": cannot be opened: Permission denied",
                [&] { read_text_matrix(path, matrix_.view(), options_); });
}

// A rename would replace the file all the same.
TEST_F(MatrixFileErrors, AFileThatMayNotBeWrittenStays) {
  const std::string path = scratch_.put("kept", "what was there before");
  if (comm_rank() == 0) {
    std::filesystem::permissions(path, std::filesystem::perms(0444));
    std::filesystem::permissions(scratch_.path(), std::filesystem::perms(0777));
  }
  for (const auto write : {write_text_matrix, write_npy_matrix}) {
    MPI_Barrier(MPI_COMM_WORLD);
    const Unprivileged unprivileged;
    expect_agreed(exit_usage, path + ": cannot be written: Permission denied", [&] {
      write(path, matrix_.view(), {0, 0, 3, 2}, options_);
    });
    expect_agreed(exit_usage, "cannot create a file there: File name too long", [&] {
      write(scratch_ / std::string(256, 'x'), matrix_.view(), {0, 0, 3, 2}, options_);
    });
  }
  EXPECT_EQ(read_text(path), "what was there before");
  if (comm_rank() == 0) {
    EXPECT_EQ(scratch_.entries(), std::vector<std::string>{"kept"});
  }
}

TEST_F(MatrixFileErrors, PathsThatCannotBeWritten) {
  for (const auto write : {write_text_matrix, write_npy_matrix}) {
    const auto to = [&](const std::string& path) {
      return [this, path, write] { write(path, matrix_.view(), {0, 0, 3, 2}, options_); };
    };
    expect_agreed(exit_usage, "cannot create a file there: No such file or directory", to(scratch_ / "no/such"));
    expect_agreed(exit_usage, ": cannot be written, it exists and is not a regular file", to(scratch_.path()));
    expect_agreed(exit_usage, "/dev/full: cannot be written, it exists and is not a regular file", to("/dev/full"));
    expect_agreed(exit_usage, "the path is empty", to(""));
  }
}

// The system writes no byte beyond the limit, like a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : previous_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &previous_);
    const rlimit limited{bytes, previous_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limited), 0);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &previous_);
    std::signal(SIGXFSZ, previous_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*previous_handler_)(int);
  rlimit previous_{};
};

TEST_F(MatrixFileErrors, AFailedWriteLeavesTheOldFileAndNothingElse) {
  TestMatrix large({CyclicAxis(100, 7, 0, 1), CyclicAxis(20, 3, 0, comm_size())}, 0);
  large.fill();
  const std::string path = scratch_.put("kept", "what was there before");
  options_.values = 100;
  for (const rlim_t bytes : {100u, 5000u, 9000u}) {  // in the head of .npy, and somewhere in the data
    for (const auto write : {write_text_matrix, write_npy_matrix}) {
      const FileSizeLimit limit(bytes);
      expect_agreed(exit_device, path + ": cannot write", [&] {
        write(path, large.view(), {0, 0, 100, 20}, options_);
      });
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_EQ(read_text(path), "what was there before");
    if (comm_rank() == 0) {
      EXPECT_EQ(scratch_.entries(), std::vector<std::string>{"kept"}) << bytes;
    }
  }
}

// None of them may divide by zero, or go on for ever.
TEST_F(MatrixFileErrors, LimitsOfZero) {
  const std::string path = scratch_ / "a";
  for (const auto& [name, field] :
       {std::pair{"values", &FileOptions::values}, std::pair{"text_bytes", &FileOptions::text_bytes},
        std::pair{"written_values", &FileOptions::written_values}}) {
    FileOptions options;
    options.*field = 0;
    const std::string text = std::string(name) + " = 0, must be >= 1";
    expect_agreed(exit_usage, text, [&] { write_text_matrix(path, matrix_.view(), {0, 0, 3, 2}, options); });
    expect_agreed(exit_usage, text, [&] { read_npy_matrix(path, matrix_.view(), options); });
    options.*field = -7;
    expect_agreed(exit_usage, std::string(name) + " = -7, must be >= 1",
                  [&] { read_text_matrix(path, matrix_.view(), options); });
  }
}

TEST_F(MatrixFileErrors, DifferentCallsOnDifferentRanks) {
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  const bool other = comm_rank() == comm_size() - 1;
  const std::string path = scratch_ / (other ? "b" : "a");
  const std::string last = std::to_string(comm_size() - 1);
  const std::string text = "function, file name, part, process or distribution differ between the ranks; rank 0 has ";
  expect_agreed(exit_usage,
                text + scratch_.path() + "/a: rows 0 + 3 (of 3 in blocks of 2 over 1 from 0), columns 0 + 2", [&] {
                  write_text_matrix(path, matrix_.view(), {0, 0, 3, 2}, options_);
                });
  expect_agreed(exit_usage, text, [&] { read_text_matrix(path, matrix_.view(), options_); });
  expect_agreed(exit_usage, text, [&] { read_npy_matrix(path, matrix_.view(), options_); });
  expect_agreed(exit_usage, text, [&] {
    write_npy_matrix(scratch_ / "a", matrix_.view(), {other ? 1 : 0, 0, 2, 2}, options_);
  });
  // Another function, of another format or direction; another process.
  const std::string tail = "columns 0 + 2 (of 2 in blocks of 1 over " + std::to_string(comm_size()) + " from 0), ";
  const auto differ = [&](const std::string& ours, const std::string& theirs) {
    return tail + ours + "; rank " + last + " has " + scratch_.path() +
           "/a: rows 0 + 3 (of 3 in blocks of 2 over 1 from 0), " + tail + theirs;
  };
  const std::string a = scratch_ / "a";
  expect_agreed(exit_usage, differ("text written by rank 0", ".npy written by rank 0"), [&] {
    (other ? write_npy_matrix : write_text_matrix)(a, matrix_.view(), {0, 0, 3, 2}, options_);
  });
  expect_agreed(exit_usage, differ("text read by rank 0", ".npy read by rank 0"),
                [&] { (other ? read_npy_matrix : read_text_matrix)(a, matrix_.view(), options_); });
  expect_agreed(exit_usage, differ("text written by rank 0", "text read by rank 0"), [&] {
    if (other) return read_text_matrix(a, matrix_.view(), options_);
    write_text_matrix(a, matrix_.view(), {0, 0, 3, 2}, options_);
  });
  options_.rank = other ? 1 : 0;
  expect_agreed(exit_usage, differ("text written by rank 0", "text written by rank 1"), [&] {
    write_text_matrix(a, matrix_.view(), {0, 0, 3, 2}, options_);
  });
  expect_agreed(exit_usage, differ("text read by rank 0", "text read by rank 1"),
                [&] { read_text_matrix(a, matrix_.view(), options_); });
  if (comm_rank() == 0) {
    EXPECT_TRUE(scratch_.entries().empty());
  }
}

}  // namespace
}  // namespace stencil::test
