// One file that all ranks of a communicator read, or write, at places of their own (MPI-IO).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

namespace stencil {

// Opening and closing are collective; reading and writing are not, and every rank's share is one run of bytes, so that
// nothing is gained by collective buffering, which would send the data round once more.
// Errors other than those of opening are DeviceError: a file that is readable and then fails is no bad input.
class SharedFile {
 public:
  enum class Mode { read, write };

  // Throws AgreedError on all ranks when it cannot be opened on one. The file exists already.
  // Errors speak of shown_path, if there is one.
  SharedFile(MPI_Comm comm, const std::string& path, Mode mode, const std::string& shown_path = "");
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  // Throws DeviceError "PATH: cannot read: ..." or ArgumentError "PATH: cut short while it was read ...".
  void read_at(std::int64_t offset_bytes, void* target, std::int64_t length_bytes) const;

  // Throws DeviceError "PATH: cannot write ...", with the system's reason, also when it takes less than it was given.
  void write_at(std::int64_t offset_bytes, const void* bytes, std::int64_t length_bytes) const;

  // Collective. Everything written is on the disk of this rank's machine; throws DeviceError.
  void flush() const;

 private:
  std::string path_;
  std::string shown_path_;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace stencil
