// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/node/node_memory.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <string>

#include "host/mpi/check.hpp"

namespace stencil {
namespace {

// Null where it fails.
void* map_shared(const char* name, bool creates, std::size_t bytes) {
  const int file = shm_open(name, creates ? O_RDWR | O_CREAT | O_EXCL : O_RDWR, 0600);
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

NodeMemory::NodeMemory(MPI_Comm communicator, const char* name,
                       const std::function<std::size_t(std::size_t ranks)>& bytes) {
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(PMPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  int size = 0;
  int index = 0;
  int rank = 0;
  int all_ranks = 0;
  PMPI_Comm_size(node, &size);
  PMPI_Comm_rank(node, &index);
  PMPI_Comm_rank(communicator, &rank);
  PMPI_Comm_size(communicator, &all_ranks);
  ranks_.resize(static_cast<std::size_t>(size));
  mine_ = static_cast<std::size_t>(index);
  PMPI_Allgather(&rank, 1, MPI_INT, ranks_.data(), 1, MPI_INT, node);
  covers_all_ = size == all_ranks;
  bytes_ = bytes(ranks_.size());

  std::array<char, 64> path{};
  const std::string own = fmt::format("/stencil-cosim.{}.{}.{}", name, getuid(), getpid());
  own.copy(path.data(), path.size() - 1);
  PMPI_Bcast(path.data(), static_cast<int>(path.size()), MPI_CHAR, 0, node);
  if (index == 0) memory_ = map_shared(path.data(), true, bytes_);
  PMPI_Barrier(node);
  if (index != 0) memory_ = map_shared(path.data(), false, bytes_);
  int all = memory_ != nullptr ? 1 : 0;
  PMPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, node);
  // From here on the memory goes with its last process.
  if (index == 0) shm_unlink(path.data());
  if (all == 0 && memory_ != nullptr) {
    munmap(memory_, bytes_);
    memory_ = nullptr;
  }
  PMPI_Comm_free(&node);
}

NodeMemory::~NodeMemory() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

}  // namespace stencil
