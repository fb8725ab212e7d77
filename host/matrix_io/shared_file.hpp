// One file that the ranks of a communicator write, each at its own offsets (MPI-IO).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

namespace stencil {

// Opening and closing are collective. Writing is not: every rank writes one run of bytes, so that collective buffering
// would only send the data once more. Errors other than those of opening are DeviceError.
class SharedFile {
 public:
  // @pre the file exists, and each rank has checked that it can write it, since MPI_File_open hangs if only some ranks
  // can open a file (Open MPI 4.1.4). Throws AgreedError on all ranks. Errors name shown_path.
  SharedFile(MPI_Comm comm, const std::string& path, const std::string& shown_path);
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  // Throws DeviceError "PATH: cannot write ...", with the system's reason for any MPI-IO component, also when fewer
  // bytes are written.
  void write_at(std::int64_t offset_bytes, const void* bytes, std::int64_t length_bytes) const;

  // Collective. Flushes all written bytes to the disk. Throws DeviceError.
  void flush() const;

 private:
  std::string path_;
  std::string shown_path_;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace stencil
