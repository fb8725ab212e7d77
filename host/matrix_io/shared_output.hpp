// A file that all ranks write together and that appears whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>

#include "host/io/atomic_file.hpp"
#include "host/matrix_io/shared_file.hpp"

namespace stencil {

// Rank 0 makes the temporary file (host/io/atomic_file.hpp) and its head; all ranks write the rest.
class SharedOutput {
 public:
  // Collective. Throws AgreedError where no file can be made.
  SharedOutput(MPI_Comm comm, const std::string& path, const std::string& head);

  // Not collective. Offsets count from the beginning of the file. Throws DeviceError.
  void write_at(std::int64_t offset_bytes, const void* bytes, std::int64_t length_bytes) const {
    file_->write_at(offset_bytes, bytes, length_bytes);
  }

  // Collective: on the disk, then under its name. Throws AgreedError.
  void commit();

 private:
  MPI_Comm comm_;
  std::unique_ptr<AtomicFile> atomic_;  // on rank 0 only
  std::unique_ptr<SharedFile> file_;
};

}  // namespace stencil
