// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/board/board.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

constexpr std::size_t header_words = 2 + board_keys;

// Null where it fails.
void* map_shared(const std::string& name, bool creates, std::size_t bytes) {
  const int file = shm_open(name.c_str(), creates ? O_RDWR | O_CREAT | O_EXCL : O_RDWR, 0600);
  if (file < 0) return nullptr;
  void* memory = nullptr;
  // Takes the pages now: a full /dev/shm would show later as SIGBUS.
  if (!creates || posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0) {
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

Board::Board() {
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  int size = 0;
  int index = 0;
  int rank = 0;
  int world = 0;
  PMPI_Comm_size(node, &size);
  PMPI_Comm_rank(node, &index);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &world);
  ranks_.resize(static_cast<std::size_t>(size));
  mine_ = static_cast<std::size_t>(index);
  PMPI_Allgather(&rank, 1, MPI_INT, ranks_.data(), 1, MPI_INT, node);
  covers_all_ = size == world;
  most_needs_ = std::max<std::size_t>(64, 2 * ranks_.size());
  bytes_ = (header_words + rows() * row_words()) * sizeof(BoardWord);

  std::string name = fmt::format("/stencil-cosim.{}.{}", getuid(), getpid());
  share_text(node, name);
  if (index == 0) memory_ = map_shared(name, true, bytes_);
  PMPI_Barrier(node);
  if (index != 0) memory_ = map_shared(name, false, bytes_);
  int all = memory_ != nullptr ? 1 : 0;
  PMPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, node);
  // From here on the memory goes with its last process.
  if (index == 0) shm_unlink(name.c_str());
  if (all == 0 && memory_ != nullptr) {
    munmap(memory_, bytes_);
    memory_ = nullptr;
  }
  PMPI_Comm_free(&node);
}

Board::~Board() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

std::int64_t Board::row_of(int rank) const {
  const auto found = std::lower_bound(ranks_.begin(), ranks_.end(), rank);
  return found == ranks_.end() || *found != rank ? -1 : found - ranks_.begin();
}

std::size_t Board::row_words() const {
  return (sizeof(BoardRow) + most_needs_ * sizeof(BoardNeed)) / sizeof(BoardWord) + counts * rows() * board_keys;
}

// Fresh pages are zero, which is what all words begin with.
BoardRow& Board::row(std::size_t index) const {
  return *reinterpret_cast<BoardRow*>(words() + header_words + index * row_words());
}

BoardNeed* Board::needs(std::size_t index) const {
  return reinterpret_cast<BoardNeed*>(&row(index) + 1);
}

BoardWord& Board::count(Count which, std::size_t index, std::size_t peer, std::size_t key) const {
  auto* const first = reinterpret_cast<BoardWord*>(needs(index) + most_needs_);
  return first[(which * rows() + peer) * board_keys + key];
}

std::int64_t Board::key(std::int64_t communicator, int tag) const {
  const std::int64_t wanted = communicator << 32 | (static_cast<std::int64_t>(tag) + 1);
  for (std::size_t i = 0; i < board_keys; ++i) {
    std::int64_t there = words()[2 + i].load(std::memory_order_relaxed);
    if (there == 0 && words()[2 + i].compare_exchange_strong(there, wanted)) there = wanted;
    if (there == wanted) return static_cast<std::int64_t>(i);
  }
  return -1;
}

int Board::tag_of(std::size_t key) const {
  return static_cast<int>(words()[2 + key].load(std::memory_order_relaxed) & 0xffffffff) - 1;
}

}  // namespace stencil
