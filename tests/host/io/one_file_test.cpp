// SPDX-License-Identifier: Apache-2.0
#include "host/io/ranks/one_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "host/mpi/agreed_error.hpp"
#include "tests/support/changed_in_place.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/shared_scratch.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {
namespace {

using testing_support::write_text;

// Every rank in a folder of its own, so that the same relative path names different files.
class OneFileTest : public ::testing::Test {
 protected:
  OneFileTest() : started_in_(std::filesystem::current_path()) {
    if (comm_size() == 1) return;
    const std::string folder = scratch_ / std::to_string(comm_rank());
    std::filesystem::create_directory(folder);
    std::filesystem::current_path(folder);
  }
  ~OneFileTest() override { std::filesystem::current_path(started_in_); }

  static int last() { return comm_size() - 1; }

  // Another name in this rank's folder for a file of all ranks. A link changes the file's time of change, which the
  // ranks compare, so no rank goes on before all have made theirs.
  static void link_on_all(const std::string& path, const std::string& name) {
    std::filesystem::remove(name);
    std::filesystem::create_hard_link(path, name);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  // The text of the refusal, which must be the same on all ranks, with status 2.
  static std::string refusal(const std::string& path, int named, Unseen unseen, const FileOpener& opener = {}) {
    try {
      open_one_file(MPI_COMM_WORLD, path, named, unseen, opener);
    } catch (const AgreedError& error) {
      EXPECT_EQ(error.status, 2);
      int speakers = error.speaks ? 1 : 0;
      MPI_Allreduce(MPI_IN_PLACE, &speakers, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      EXPECT_EQ(speakers, 1);
      return error.what();
    }
    return "accepted";
  }

  // A machine of its own for each rank.
  static FileOpener own_machine() { return on_machine(comm_rank()); }

  static FileOpener on_machine(int number) {
    FileOpener opener;
    opener.boot = 1000 + static_cast<std::uint64_t>(number);
    return opener;
  }

  const SharedScratch scratch_;
  const std::filesystem::path started_in_;
};

TEST_F(OneFileTest, IsSeenByAll) {
  const OneFile one = open_one_file(MPI_COMM_WORLD, scratch_.put("f", "text"), 0, Unseen::refused);
  ASSERT_NE(one.file, nullptr);
  EXPECT_EQ(one.seen, std::vector<char>(static_cast<std::size_t>(comm_size()), 1));
  char text[4];
  one.file->read(0, text, 4, "it");
  EXPECT_EQ(std::string(text, 4), "text");
  EXPECT_NO_THROW(check_unchanged(MPI_COMM_WORLD, one));
}

TEST_F(OneFileTest, TheNamedRankMustSeeIt) {
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  if (comm_rank() != last()) write_text("f", "text");
  EXPECT_EQ(refusal("f", last(), Unseen::allowed), "f: cannot be opened: No such file or directory");
}

TEST_F(OneFileTest, OthersNeedNotWhereThatIsAllowed) {
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  if (comm_rank() == last()) write_text("f", "text");
  EXPECT_EQ(refusal("f", last(), Unseen::refused), "f: no such file on rank 0, rank " + std::to_string(last()) +
                                                       " sees one; must be on a file system that all ranks share");
  const OneFile one = open_one_file(MPI_COMM_WORLD, "f", last(), Unseen::allowed);
  EXPECT_EQ(one.file != nullptr, comm_rank() == last());
  for (int rank = 0; rank < comm_size(); ++rank) {
    EXPECT_EQ(one.seen[static_cast<std::size_t>(rank)], rank == last() ? 1 : 0);
  }
  EXPECT_NO_THROW(check_unchanged(MPI_COMM_WORLD, one));
}

TEST_F(OneFileTest, AStaleCopyOnOneRankIsRefused) {
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  // One inode for all ranks but one.
  const std::string path = scratch_.put("f", "text");
  const std::string past = scratch_.put("past", "past");
  link_on_all(comm_rank() == last() ? past : path, "f");
  for (const Unseen unseen : {Unseen::refused, Unseen::allowed}) {
    const std::string text = refusal("f", 0, unseen);
    EXPECT_EQ(text.rfind("f: another file on rank " + std::to_string(last()) + " (4 bytes, inode ", 0), 0u) << text;
    EXPECT_NE(text.find(") than on rank 0 (4 bytes, inode "), std::string::npos) << text;
    EXPECT_NE(text.find("), must be the same on all ranks that see one"), std::string::npos) << text;
  }
}

// Between machines contents are compared, since inodes mean nothing there.
TEST_F(OneFileTest, CopiesOnOtherMachinesMustHaveTheSameContents) {
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  std::string text(9'000'001, 'a');
  for (std::size_t k = 0; k < text.size(); ++k) text[k] = static_cast<char>('a' + k % 23);
  write_text("f", text);
  const OneFile one = open_one_file(MPI_COMM_WORLD, "f", 0, Unseen::refused, own_machine());
  EXPECT_EQ(one.seen, std::vector<char>(static_cast<std::size_t>(comm_size()), 1));
  // The second piece is not among those compared where inode and time are equal.
  for (const std::size_t at : {std::size_t{0}, std::size_t{70'000}, text.size() - 1}) {
    std::string stale = text;
    stale[at] = '!';
    if (comm_rank() == last()) write_text("f", stale);
    const std::string found = refusal("f", 0, Unseen::allowed, own_machine());
    EXPECT_EQ(found.rfind("f: other contents on rank " + std::to_string(last()) + " (9000001 bytes, inode ", 0), 0u)
        << at << ": " << found;
  }
  if (comm_rank() == last()) write_text("f", text + "a");
  EXPECT_EQ(refusal("f", 0, Unseen::allowed, own_machine()).rfind("f: another file on rank ", 0), 0u);
}

// Two ranks per machine share the comparison; a shared file system shows the same inode and time.
TEST_F(OneFileTest, AFileThatMachinesShareIsAccepted) {
  const FileOpener pairs = on_machine(comm_rank() / 2);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{65'536}, std::size_t{9'000'000}}) {
    const std::string path = scratch_.put("f", std::string(bytes, 'x'));
    EXPECT_EQ(refusal(path, last(), Unseen::refused, pairs), "accepted") << bytes;
  }
}

TEST_F(OneFileTest, MachinesOfTwoRanksEachCompareWholeCopies) {
  if (comm_size() < 4) GTEST_SKIP() << "two machines of two ranks";
  // Ranks 0 and 1 have the file; all others a copy, which they share, of another time.
  const int machine = comm_rank() < 2 ? 1 : 2;
  const std::string text(1'000'000, 'x');
  const std::string here = scratch_.put("here", text);
  const auto with_copy = [&](const std::string& copy) {
    const std::string there = scratch_.put("there", copy);
    link_on_all(machine == 1 ? here : there, "f");
    return refusal("f", 1, Unseen::allowed, on_machine(machine));
  };
  EXPECT_EQ(with_copy(text), "accepted");
  for (const std::size_t at : {std::size_t{3}, std::size_t{70'000}, std::size_t{999'999}}) {
    std::string stale = text;
    stale[at] = 'y';
    EXPECT_EQ(with_copy(stale).rfind("f: other contents on rank 2 (1000000 bytes", 0), 0u) << at;
  }
}

// A rename while the ranks open the file is no error, unless the renames never end.
TEST_F(OneFileTest, OpensAnewWhereAnotherFileHasTakenTheName) {
  if (comm_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  const std::string path = scratch_.put("f", "text");
  const std::string old = scratch_.put("old", "text");
  int opened = 0;
  int late = 15;
  FileOpener opener;
  opener.open = [&](const std::string& asked) {
    const bool is_late = comm_rank() == last() && ++opened <= late;
    return std::make_shared<const InputFile>(is_late ? old : asked);
  };
  EXPECT_EQ(refusal(path, 0, Unseen::refused, opener), "accepted");
  EXPECT_EQ(opened, comm_rank() == last() ? 16 : 0);
  opened = 0;
  late = 16;
  EXPECT_EQ(refusal(path, 0, Unseen::refused, opener).rfind(path + ": another file on rank ", 0), 0u);
}

TEST_F(OneFileTest, AChangeInPlaceIsFoundAndAReplacementIsNone) {
  const std::string path = scratch_.put("f", "text");
  const OneFile one = open_one_file(MPI_COMM_WORLD, path, 0, Unseen::refused);
  // Another file takes its name: the open one does not change.
  scratch_.put("g", "next");
  if (comm_rank() == 0) std::rename((scratch_ / "g").c_str(), path.c_str());
  MPI_Barrier(MPI_COMM_WORLD);
  char text[4];
  one.file->read(0, text, 4, "it");
  EXPECT_EQ(std::string(text, 4), "text");
  EXPECT_NO_THROW(check_unchanged(MPI_COMM_WORLD, one));

  // The same bytes written anew at once: no rank can tell whether it read before or after.
  const OneFile two = open_one_file(MPI_COMM_WORLD, path, 0, Unseen::refused);
  MPI_Barrier(MPI_COMM_WORLD);
  if (comm_rank() == last()) std::fstream(path, std::ios::in | std::ios::out) << "n";
  MPI_Barrier(MPI_COMM_WORLD);
  try {
    check_unchanged(MPI_COMM_WORLD, two);
    ADD_FAILURE() << "accepted";
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.status, 2);
    EXPECT_EQ(std::string(error.what()).rfind(path + ": changed while it was read: 4 bytes, modified at ", 0), 0u);
  }
}

// On every rank, whichever of them may have read both versions.
TEST_F(OneFileTest, AChangeWhoseTimeIsPutBackIsFound) {
  const std::string path = scratch_.put("f", "text");
  const OneFile one = open_one_file(MPI_COMM_WORLD, path, 0, Unseen::refused);
  MPI_Barrier(MPI_COMM_WORLD);
  if (comm_rank() == last()) testing_support::change_in_place(path, "next");
  MPI_Barrier(MPI_COMM_WORLD);
  try {
    check_unchanged(MPI_COMM_WORLD, one);
    ADD_FAILURE() << "accepted";
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.status, 2);
    EXPECT_EQ(std::string(error.what()).rfind(path + ": changed while it was read, at ", 0), 0u) << error.what();
  }
}

// However soon after the open: it waits for a tick of the file system's clock.
TEST_F(OneFileTest, AChangeRightAfterOpeningIsFound) {
  for (int round = 0; round < 10; ++round) {
    const std::string path = scratch_.put("f", "text");
    const OneFile one = open_one_file(MPI_COMM_WORLD, path, 0, Unseen::refused);
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    EXPECT_GE(std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec - one.file->state().modified_ns, 20'000'000);
    scratch_.put("f", "TEXT");
    EXPECT_THROW(check_unchanged(MPI_COMM_WORLD, one), AgreedError) << round;
  }
}

TEST_F(OneFileTest, APipeIsRefusedAndNotWaitedFor) {
  const std::string path = scratch_ / "pipe";
  if (comm_rank() == 0) {
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(refusal(path, 0, Unseen::allowed), path + ": not a regular file");
}

}  // namespace
}  // namespace stencil::test
