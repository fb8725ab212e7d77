// Memory that the ranks of a node share, gone with the last of their processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace stencil {

// Zeros at first. What is in it stays readable for the others when a rank dies.
class NodeMemory {
 public:
  // Collective. Calls PMPI functions alone, so that the hang detector does not record these calls as the program's.
  // name: distinguishes several blocks of memory of one process. bytes: how many to share among that many ranks. get()
  // is null on all ranks of the node where one of them cannot map shared memory.
  NodeMemory(MPI_Comm communicator, const char* name, const std::function<std::size_t(std::size_t ranks)>& bytes);
  ~NodeMemory();
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  void* get() const { return memory_; }  // null: there is none
  // Ranks of the node in the communicator, in their order, and the place of this one among them.
  const std::vector<int>& ranks() const { return ranks_; }
  std::size_t mine() const { return mine_; }
  // Whether the node has all ranks of the communicator.
  bool covers_all() const { return covers_all_; }

 private:
  std::vector<int> ranks_;
  std::size_t mine_ = 0;
  bool covers_all_ = true;
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
};

}  // namespace stencil
