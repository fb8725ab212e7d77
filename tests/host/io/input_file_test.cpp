// SPDX-License-Identifier: Apache-2.0
#include "host/io/input_file.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>
#include <fstream>

#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::input_file_test {
namespace {

using testing_support::ScratchDirectory;
using testing_support::write_text;

std::int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

TEST(InputFile, StaysTheSameWhenAnotherTakesItsName) {
  const ScratchDirectory scratch;
  write_text(scratch / "f", "text");
  const InputFile file(scratch / "f");
  write_text(scratch / "g", "other");
  std::rename((scratch / "g").c_str(), (scratch / "f").c_str());
  char text[4];
  file.read(0, text, 4, "it");
  EXPECT_EQ(std::string(text, 4), "text");
  EXPECT_NO_THROW(file.check_unchanged());
  EXPECT_NE(InputFile(scratch / "f").state(), file.state());
}

// A change shows after a tick of the file system's clock, however coarse.
TEST(InputFile, SettlesWhereItHasJustBeenModified) {
  const ScratchDirectory scratch;
  write_text(scratch / "f", "text");
  const InputFile file(scratch / "f");
  file.settle();
  EXPECT_GE(now_ns() - file.state().modified_ns, 20'000'000);
}

TEST(InputFile, DoesNotSettleWhileItIsWritten) {
  const ScratchDirectory scratch;
  write_text(scratch / "f", "text");
  const InputFile file(scratch / "f");
  write_text(scratch / "f", "text, longer");
  const std::string text = test::refusal([&] { file.settle(); });
  EXPECT_EQ(text.rfind((scratch / "f") + ": changed while it was read: 12 bytes, modified at ", 0), 0u) << text;
  EXPECT_NE(text.find(", were 4 bytes, modified at "), std::string::npos) << text;
}

TEST(InputFile, TellsAMissingFileFromOthers) {
  const ScratchDirectory scratch;
  write_text(scratch / "f", "text");
  EXPECT_THROW(InputFile(scratch / "none"), MissingFile);
  EXPECT_THROW(InputFile(scratch / "f/none"), MissingFile);
  EXPECT_EQ(test::refusal([&] { InputFile file(scratch.path()); }), scratch.path() + ": not a regular file");
}

}  // namespace
}  // namespace stencil::input_file_test
