// Bad files and failing systems: one error, the same on every rank, with file, line, the text found and the allowed
// one.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>

#include "host/base/errors.hpp"
#include "host/io/npy_header.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/mpi/agreement.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"
#include "tests/support/unprivileged.hpp"

namespace stencil::test {
namespace {

using testing_support::read_text;
using testing_support::Unprivileged;

// All ranks must end with this status and text; one of them prints it.
void expect_agreed(int status, const std::string& text, const std::function<void()>& call) {
  int speaks = 0;
  try {
    call();
    ADD_FAILURE() << "accepted, expected: " << text;
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.status, status) << error.what();
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what() << "\nlacks: " << text;
    speaks = error.speaks ? 1 : 0;
  }
  int speakers = 0;
  MPI_Allreduce(&speaks, &speakers, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(speakers, 1);
}

// 3 x 2 over all ranks, one column block per rank; small limits, so that errors occur in any round and on any rank.
class MatrixFileErrors : public ::testing::Test {
 protected:
  MatrixFileErrors() : matrix_({CyclicAxis(3, 2, 0, 1), CyclicAxis(2, 1, 0, comm_size())}, 1) {
    options_.values = 2;
    options_.text_bytes = 7;
    options_.written_values = 1;
  }

  // Expects this error when the text is read, for any limits.
  void expect_bad_text(const std::string& text, const std::string& expected) {
    SCOPED_TRACE(text.substr(0, 80));
    const std::string path = scratch_.put("bad", text);
    for (const std::int64_t bytes : {1, 7, 1000}) {
      options_.text_bytes = bytes;
      expect_agreed(exit_usage, path + ": " + expected, [&] { read_text_matrix(path, matrix_.view(), options_); });
    }
  }

  void expect_bad_npy(const std::string& bytes, const std::string& expected) {
    const std::string path = scratch_.put("bad.npy", bytes);
    expect_agreed(exit_usage, path + ": " + expected, [&] { read_npy_matrix(path, matrix_.view(), options_); });
  }

  SharedScratch scratch_;
  TestMatrix matrix_;
  FileOptions options_;
};

TEST_F(MatrixFileErrors, HeadersThatAreNone) {
  const std::string must = ": the header must be two integers, rows and columns, >= 0";
  expect_bad_text("", "empty, its first line must be the header: rows and columns");
  expect_bad_text("\n\n \n", "empty, its first line must be the header: rows and columns");
  expect_bad_text("three two\n1\n", "line 1: 'three two'" + must);
  expect_bad_text("3\n", "line 1: '3'" + must);
  expect_bad_text("3 -2\n1\n", "line 1: '3 -2'" + must);
  expect_bad_text("3 2.0\n1\n", "line 1: '3 2.0'" + must);
  expect_bad_text("3 2 1\n1\n", "line 1: '3 2 1': more than two values in the header");
  expect_bad_text(std::string(20'000, '\n') + "3 2\n", "no header in its first 16384 bytes");
  EXPECT_EQ(matrix_.poisoned(), matrix_.places());
}

TEST_F(MatrixFileErrors, ShapesThatAreNotTheMatrix) {
  const std::string must = ", must be at most 3 x 2, the matrix";
  expect_bad_text("4 2\n1\n2\n3\n4\n5\n6\n7\n8\n", "line 1: the header says 4 x 2" + must);
  expect_bad_text("2 3\n1\n2\n3\n4\n5\n6\n", "line 1: the header says 2 x 3" + must);
  expect_bad_text("\n5000000000 5000000000\n", "line 2: the header says 5000000000 x 5000000000" + must);
  EXPECT_EQ(matrix_.poisoned(), matrix_.places());
}

TEST_F(MatrixFileErrors, TooFewValuesAndTooMany) {
  expect_bad_text("3 2\n1\n2\n3\n4\n5\n", "line 6: cut short, 5 values where the header says 3 x 2 = 6");
  expect_bad_text("3 2\n1\n2\n3\n4\n5", "line 6: '5': the file ends inside this line, cut short");
  expect_bad_text("3 2\n1\n2\n3\n4\n5\n6", "line 7: '6': the file ends inside this line, cut short");
  expect_bad_text("3\n2\n1\n", "line 3: cut short, 1 value where the header says 3 x 2 = 6");
  expect_bad_text("3 1\n1\n2\n", "line 3: cut short, 2 values where the header says 3 x 1 = 3");
  expect_bad_text("3 1\n1\n2\n3\n4\n", "line 5: values left over, the header says 3 x 1 = 3");
  expect_bad_text("3 0\n1\n", "line 2: values left over, the header says 3 x 0 = 0");
  expect_bad_text("3 2\n", "line 1: cut short, 0 values where the header says 3 x 2 = 6");
  expect_bad_text("3 2", "line 1: '3 2': the file ends inside this line, cut short");
  expect_bad_text("3 2\n1\n2\n3\n4\n5\n6\n7\n", "line 8: values left over, the header says 3 x 2 = 6");
  expect_bad_text("3 2\n1\n2\n3\n\n4\n5\n\n6\n\n7\n8\n9", "line 11: values left over, the header says 3 x 2 = 6");
}

TEST_F(MatrixFileErrors, LinesThatAreNoNumber) {
  const std::string must = ": not a number; allowed is one number per line, as 0.5D+01";
  for (int bad = 0; bad < 6; ++bad) {
    std::string text = "3 2\n";
    for (int k = 0; k < 6; ++k) text += k == bad ? "two\n" : "  0.1D+01\n";
    expect_bad_text(text, "line " + std::to_string(bad + 2) + ": 'two'" + must);
  }
  expect_bad_text("3 2\n1\n\n2\n3\n1.0D\n5\n6\n", "line 6: '1.0D'" + must);
  expect_bad_text("3 2\n1 2 3 4 5 6\n", "line 2: '1 2 3 4 5 6': several values, one number per line is allowed");
  expect_bad_text("3 2\n1\n2\n3*4.0\n", "line 4: '3*4.0'" + must);
  expect_bad_text("3 2\n1\n2,\n", "line 3: '2,'" + must);
  expect_bad_text("3 2\n1\n1D309\n", "line 3: '1D309': beyond binary64");
  expect_bad_text("3 2\n1\n" + std::string(3000, ' ') + "2\n", "line 3: '" + std::string(60, ' ') + "...': a line of");
}

// The first of several errors is reported, whichever rank reads its line.
TEST_F(MatrixFileErrors, TheFirstBadLineIsNamed) {
  expect_bad_text("3 2\n1\nx\ny\nz\nx\ny\nz\nx\ny\n", "line 3: 'x'");
}

TEST_F(MatrixFileErrors, NpyFilesThatAreNot) {
  const std::string data(48, '\0');
  expect_bad_npy("", "not a .npy file");
  expect_bad_npy("3 2\n1\n2\n3\n4\n5\n6\n", "not a .npy file");
  expect_bad_npy(npy_file_head(3, 2, true) + data.substr(1),
                 "cut short, 175 bytes where shape (3, 2) needs exactly 176");
  expect_bad_npy(npy_file_head(3, 2, true) + data + "x", "longer than it should be, 177 bytes");
  expect_bad_npy(npy_file_head(2, 3, false) + data, "shape is (2, 3), must be (3, 2)");
  expect_bad_npy(npy_file_head(6, 1, true) + data, "shape is (6, 1), must be (3, 2)");
  expect_bad_npy("\x93NUMPY\x03" + std::string(5, '\0'), ".npy format version 3.0, must be 1.0 or 2.0");
  EXPECT_EQ(matrix_.poisoned(), matrix_.places());
}

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
