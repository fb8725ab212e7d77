// A directory for one test under mpirun: the same on all ranks, made and removed by rank 0.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/scratch_directory.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {

// All ranks construct and destroy it together.
class SharedScratch {
 public:
  SharedScratch() {
    if (comm_rank() == 0) directory_ = std::make_unique<testing_support::ScratchDirectory>();
    std::string path = directory_ ? directory_->path() : "";
    auto length = static_cast<int>(path.size());
    MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
    path.resize(static_cast<std::size_t>(length));
    MPI_Bcast(path.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = path;
  }
  ~SharedScratch() { MPI_Barrier(MPI_COMM_WORLD); }
  SharedScratch(const SharedScratch&) = delete;
  SharedScratch& operator=(const SharedScratch&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }
  // The names of its entries on rank 0; empty on the others.
  std::vector<std::string> entries() const { return directory_ ? directory_->entries() : std::vector<std::string>{}; }

  // Rank 0 writes a file; all ranks may read it afterwards.
  std::string put(const std::string& name, const std::string& text) const {
    MPI_Barrier(MPI_COMM_WORLD);
    if (directory_) testing_support::write_text(*directory_ / name, text);
    MPI_Barrier(MPI_COMM_WORLD);
    return *this / name;
  }

 private:
  std::unique_ptr<testing_support::ScratchDirectory> directory_;
  std::string path_;
};

}  // namespace stencil::test
