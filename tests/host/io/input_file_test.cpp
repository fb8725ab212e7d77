// SPDX-License-Identifier: Apache-2.0
#include "host/io/input_file.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "host/io/input_stream.hpp"
#include "tests/support/changed_in_place.hpp"
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

// The next change may be one whose time is put back, too.
TEST(InputFile, SettlesWhereItHasJustBeenChanged) {
  const ScratchDirectory scratch;
  write_text(scratch / "f", "text");
  std::filesystem::last_write_time(scratch / "f",
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  const InputFile file(scratch / "f");
  EXPECT_LT(file.state().modified_ns, file.state().changed_ns - 1'000'000'000);
  file.settle();
  EXPECT_GE(now_ns() - file.state().changed_ns, 20'000'000);
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

std::string after_change(const InputFile& file) {
  const std::string text = test::refusal([&] { file.check_unchanged(); });
  const std::string begin = file.path() + ": changed while it was read, at ";
  return text.rfind(begin, 0) == 0 ? "changed, size and time as before" : text;
}

// As rsync --inplace -t leaves it.
TEST(InputFile, AChangeWhoseTimeIsPutBackIsFound) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "f";
  write_text(path, "0123456789");
  const InputFile file(path);
  file.settle();
  EXPECT_EQ(after_change(file), "accepted");
  char bytes[5];
  file.read(0, bytes, 5, "it");
  testing_support::change_in_place(path, "abcdefghij");
  file.read(5, bytes, 5, "it");
  EXPECT_EQ(std::string(bytes, 5), "fghij");
  EXPECT_EQ(std::filesystem::file_size(path), 10u);
  EXPECT_EQ(InputFile(path).state().modified_ns, file.state().modified_ns);
  EXPECT_EQ(after_change(file), "changed, size and time as before");

  // Before the first read, and in bytes that are not read again.
  const InputFile second(path);
  second.settle();
  testing_support::change_in_place(path, "0123456789");
  EXPECT_EQ(after_change(second), "changed, size and time as before");
}

// With its name the file loses a link, which shows as a change of its state and may hide a change of its contents.
TEST(InputFile, AChangeBesideTheLossOfItsNameIsFound) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "f";
  for (const bool changed : {false, true}) {
    for (const bool replaced : {false, true}) {
      write_text(path, "0123456789");
      const InputFile file(path);
      file.settle();
      char bytes[5];
      file.read(0, bytes, 5, "it");
      if (changed) testing_support::change_in_place(path, "abcdefghij");
      if (replaced) {
        write_text(scratch / "g", "another");
        std::rename((scratch / "g").c_str(), path.c_str());
      } else {
        std::filesystem::remove(path);
      }
      file.read(5, bytes, 5, "it");
      EXPECT_EQ(after_change(file), changed ? "changed, size and time as before" : "accepted") << replaced;
    }
  }
}

TEST(InputFile, ItsOtherNameMayGo) {
  const ScratchDirectory scratch;
  write_text(scratch / "f", "text");
  const InputFile file(scratch / "f");
  file.settle();
  char bytes[4];
  file.read(0, bytes, 4, "it");
  std::rename((scratch / "f").c_str(), (scratch / "g").c_str());
  EXPECT_EQ(after_change(file), "accepted");
}

TEST(InputFile, IsReadWholeOrAsAStream) {
  const ScratchDirectory scratch;
  std::string text;
  for (int line = 0; line < 30'000; ++line) text += std::to_string(line) + "\n";
  ASSERT_GT(text.size(), std::size_t{1} << 17);
  for (const std::string& contents : {std::string(), text}) {
    write_text(scratch / "f", contents);
    EXPECT_EQ(read_whole_file(scratch / "f"), contents);
    const InputFile file(scratch / "f");
    InputStream in(file);
    std::string all;
    for (std::string line; std::getline(in, line);) all += line + "\n";
    EXPECT_EQ(all, contents);
    EXPECT_TRUE(in.eof());
  }
}

// Where a file ends early, a stream must not look like a shorter one.
TEST(InputFile, AStreamThrowsWhereTheFileIsCut) {
  const ScratchDirectory scratch;
  write_text(scratch / "f", std::string(100'000, '\n'));
  const InputFile file(scratch / "f");
  InputStream in(file);
  std::filesystem::resize_file(scratch / "f", 70'000);
  const std::string text = test::refusal([&] {
    for (std::string line; std::getline(in, line);) {
    }
  });
  EXPECT_EQ(text, (scratch / "f") + ": cut short, it ends inside its contents");
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
