// Every reader of the project refuses a file that is written in place while it is read, though size and time of
// modification are put back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <functional>
#include <string>

#include "host/matrix_io/matrix_file.hpp"
#include "host/mpi/agreed_error.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"
#include "tests/support/changed_in_place.hpp"
#include "tests/system/options/option_files.hpp"

namespace stencil {
namespace {

// Changes a file after the first read from it.
class ChangeDuringRead {
 public:
  // The byte at offset at_byte becomes another one.
  ChangeDuringRead(const std::string& path, std::size_t at_byte) : path_(path), text_(read_text(path)) {
    struct stat status {};
    ::stat(path.c_str(), &status);
    inode_ = status.st_ino;
    text_.at(at_byte) = static_cast<char>(text_.at(at_byte) ^ 1);
    armed = this;
  }
  ~ChangeDuringRead() { armed = nullptr; }
  ChangeDuringRead(const ChangeDuringRead&) = delete;
  ChangeDuringRead& operator=(const ChangeDuringRead&) = delete;

  void after_read(int descriptor) {
    struct stat status {};
    if (done_ || ::fstat(descriptor, &status) != 0 || status.st_ino != inode_) return;
    done_ = true;
    testing_support::change_in_place(path_, text_);
  }
  bool done() const { return done_; }

  static ChangeDuringRead* armed;

 private:
  std::string path_;
  std::string text_;
  ino_t inode_ = 0;
  bool done_ = false;
};
ChangeDuringRead* ChangeDuringRead::armed = nullptr;

}  // namespace
}  // namespace stencil

// In the place of the library's.
extern "C" ssize_t pread(int descriptor, void* target, std::size_t length_bytes, off_t offset_bytes) {
  const ssize_t got = ::syscall(SYS_pread64, descriptor, target, length_bytes, offset_bytes);
  if (stencil::ChangeDuringRead::armed != nullptr) stencil::ChangeDuringRead::armed->after_read(descriptor);
  return got;
}

namespace stencil {
namespace {

// Expects that `read`, which returns the text of the error, names the change.
void expect_refused(const std::string& path, std::size_t at_byte, const std::function<std::string()>& read) {
  SCOPED_TRACE(path);
  const std::string before = read_text(path);
  std::string text;
  {
    const ChangeDuringRead change(path, at_byte);
    text = read();
    EXPECT_TRUE(change.done()) << "nothing was read: " << text;
  }
  EXPECT_NE(text.find(path + ": changed while it was read, at "), std::string::npos) << text;
  write_text(path, before);
  EXPECT_EQ(read(), "") << "unchanged";
}

TEST(ChangedInput, IsRefusedByEveryCommand) {
  const OptionFiles files;
  ASSERT_EQ(in_this_process({"compare", files / "L.jsonl", files / "A.json", "--accept"}).status, 0);
  const auto expect_refused_by = [&](const std::string& name, const Words& words) {
    expect_refused(files / name, read_text(files / name).size() - 1, [&] {
      const ProgramResult ran = in_this_process(files.filled(words));
      EXPECT_EQ(ran.status, ran.err.empty() ? 0 : 2) << ran.out;
      return ran.err;
    });
  };
  const Words run{"run", "--accel", "software", "--input", "{scratch}/F.npy", "--rhs", "{scratch}/R.npy"};
  expect_refused_by("F.npy", run);
  expect_refused_by("R.npy", run);
  const Words tiles{"run", "--accel", "software", "--kernel", "gauss-seidel", "--input", "{scratch}/G.npy"};
  expect_refused_by("G.npy", tiles);
  expect_refused_by("C.capsule", {"replay", "{scratch}/C.capsule"});
  expect_refused_by("A.json", {"compare", "{scratch}/A.json", "{scratch}/L.jsonl"});
  expect_refused_by("L.jsonl", {"compare", "{scratch}/L.jsonl", "{scratch}/A.json"});
  expect_refused_by("A.json", {"report", "{scratch}/A.json", "-o", "{scratch}/page.html"});
  const Words page{"report",    "{scratch}/A.json",  "--baseline", "{scratch}/L.jsonl",
                   "--history", "{scratch}/H.jsonl", "-o",         "{scratch}/page.html"};
  expect_refused_by("L.jsonl", page);
  expect_refused_by("H.jsonl", page);
  expect_refused_by("H.jsonl", {"history", "{scratch}/H.jsonl"});
}

TEST(ChangedInput, IsRefusedByTheReadersOfMatrices) {
  const ScratchDirectory scratch;
  test::TestMatrix matrix({CyclicAxis(3, 3, 0, 1), CyclicAxis(2, 2, 0, 1)}, 0);
  matrix.fill();
  write_text_matrix(scratch / "m.txt", matrix.view(), {0, 0, 3, 2});
  write_npy_matrix(scratch / "m.npy", matrix.view(), {0, 0, 3, 2});
  const auto expect_refused_by = [&](const auto& read, const std::string& path) {
    expect_refused(path, read_text(path).size() - 2, [&]() -> std::string {
      try {
        read(path, matrix.view(), FileOptions{});
      } catch (const AgreedError& error) {
        EXPECT_EQ(error.status, 2);
        return error.what();
      }
      return "";
    });
  };
  expect_refused_by(read_text_matrix, scratch / "m.txt");
  expect_refused_by(read_npy_matrix, scratch / "m.npy");
}

}  // namespace
}  // namespace stencil
