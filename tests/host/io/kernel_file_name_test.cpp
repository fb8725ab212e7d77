// Files with the name of a built-in kernel.
// SPDX-License-Identifier: Apache-2.0
#include "host/io/kernel_file_name.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

// In a folder of its own while it lives.
class KernelFileName : public ::testing::Test {
 protected:
  KernelFileName() { fs::current_path(scratch_ / "."); }
  ~KernelFileName() override { fs::current_path(before_); }

  static void write(const std::string& name, const std::string& bytes) { testing_support::write_text(name, bytes); }
  static std::string refusal() {
    return test::refusal([] { refuse_file_of_kernel_name("--kernel is 'jacobi'", "jacobi"); });
  }

  const fs::path before_ = fs::current_path();
  const testing_support::ScratchDirectory scratch_;
};

TEST_F(KernelFileName, OfATextIsRefusedWithWhatToWrite) {
  EXPECT_EQ(refusal(), "accepted");
  for (const std::string& text : {std::string(), std::string("kernel k"), std::string(5000, '#') + '\0'}) {
    write("jacobi", text);
    EXPECT_EQ(refusal(),
              "--kernel is 'jacobi', a kernel and also a file here: must be ./jacobi for the file; for the kernel, the "
              "file must have another name")
        << text.size();
  }
}

TEST_F(KernelFileName, OfAFolderAProgramOrADeviceIsNoFileThatCouldBeMeant) {
  fs::create_directory("jacobi");
  EXPECT_EQ(refusal(), "accepted");
  fs::remove("jacobi");
  fs::copy_file("/proc/self/exe", "jacobi");
  EXPECT_EQ(refusal(), "accepted");
  fs::remove("jacobi");
  fs::create_symlink("/dev/zero", "jacobi");
  EXPECT_EQ(refusal(), "accepted");
  fs::remove("jacobi");
  fs::create_symlink("absent", "jacobi");
  EXPECT_EQ(refusal(), "accepted");
  write("absent", "kernel k");
  EXPECT_NE(refusal(), "accepted") << "a link to a text is one";
}

TEST_F(KernelFileName, IsHintedAtWhereThereIsOne) {
  EXPECT_EQ(hint_at_file("heat"), "");
  write("heat", "kernel heat");
  EXPECT_EQ(hint_at_file("heat"), "; write ./heat for the file heat");
  EXPECT_EQ(hint_at_file("./heat"), "") << "says so already";
  EXPECT_EQ(hint_at_file(""), "");
}

}  // namespace
}  // namespace stencil
