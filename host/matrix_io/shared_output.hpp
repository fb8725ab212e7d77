// A file that all ranks write together and that appears whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>

#include "host/io/atomic_file.hpp"
#include "host/matrix_io/file_ranks.hpp"
#include "host/matrix_io/shared_file.hpp"

namespace stencil {

// The named rank makes the temporary file (host/io/atomic_file.hpp) and writes its head. All ranks that see the file
// write the rest; ranks on machines without that file system write nothing.
class SharedOutput {
 public:
  // Collective. Throws AgreedError if the file cannot be made, or a rank sees the file but cannot write it.
  SharedOutput(MPI_Comm comm, const std::string& path, const std::string& head, int named);
  ~SharedOutput();
  SharedOutput(const SharedOutput&) = delete;
  SharedOutput& operator=(const SharedOutput&) = delete;

  const FileRanks& writers() const { return writers_; }

  // Not collective; only on writers(). Offsets count from the start of the file. Throws DeviceError.
  void write_at(std::int64_t offset_bytes, const void* bytes, std::int64_t length_bytes) const {
    file_->write_at(offset_bytes, bytes, length_bytes);
  }

  // Collective: flushes the file to the disk, then gives it its name. Throws AgreedError.
  void commit();

 private:
  MPI_Comm comm_;
  MPI_Comm some_ = MPI_COMM_NULL;  // of the writers, if not all ranks write
  FileRanks writers_;
  std::unique_ptr<AtomicFile> atomic_;  // on the named rank only
  std::unique_ptr<SharedFile> file_;    // on the writers
};

}  // namespace stencil
