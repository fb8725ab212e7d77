// Parts of all ranks, joined: every byte once, in the order of the ranks; or nothing.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/trace_file.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "host/mpi/agreement.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

using testing_support::read_text;
using testing_support::ScratchDirectory;

// Repeats after 4 GiB at the earliest, and differs between ranks.
std::string part_of(int rank) {
  std::string bytes((std::size_t{5} << 19) + static_cast<std::size_t>(rank) * 1000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>((i * 2654435761u + static_cast<unsigned>(rank) * 40503u) >> 24);
  return bytes;
}

class TraceFiles : public ::testing::Test {
 protected:
  TraceFiles() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    if (rank_ == 0) scratch_ = std::make_unique<ScratchDirectory>();
    if (rank_ == 0) path_ = *scratch_ / "t";
    share_text(MPI_COMM_WORLD, path_);
  }

  std::unique_ptr<ScratchDirectory> scratch_;  // of rank 0
  std::string path_;
  int rank_ = 0;
  int ranks_ = 1;
};

TEST_F(TraceFiles, AreJoinedByteForByte) {
  {
    TraceFile file(path_, rank_);
    const std::string part = part_of(rank_);
    file.write(part.data(), 1000);
    file.write(part.data() + 1000, part.size() - 1000);
    file.commit(MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_ != 0) return;
  std::string expected;
  for (int rank = 0; rank < ranks_; ++rank) expected += part_of(rank);
  EXPECT_TRUE(read_text(path_) == expected);
  EXPECT_EQ(scratch_->entries(), std::vector<std::string>{"t"}) << "parts are left";
}

TEST_F(TraceFiles, WithoutCommitThereIsNone) {
  {
    TraceFile file(path_, rank_);
    file.write("abc", 3);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_ != 0) return;
  EXPECT_TRUE(scratch_->entries().empty());
}

}  // namespace
}  // namespace stencil
