// One file that ranks of a communicator write at places of their own (MPI-IO).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

namespace stencil {

// Opening and closing are collective; writing is not, and every rank's share is one run of bytes, so that nothing is
// gained by collective buffering, which would send the data round once more.
// Errors other than those of opening are DeviceError.
class SharedFile {
 public:
  // The file exists already, and each rank has found that it can be written: MPI_File_open never returns where one rank
  // alone cannot open the file (Open MPI 4.1.4). Throws AgreedError on all ranks. Errors speak of shown_path.
  SharedFile(MPI_Comm comm, const std::string& path, const std::string& shown_path);
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  // Throws DeviceError "PATH: cannot write ...", with the system's reason, whichever component of MPI does the work,
  // also when it takes less than it was given.
  void write_at(std::int64_t offset_bytes, const void* bytes, std::int64_t length_bytes) const;

  // Collective. Everything written is on the disk of this rank's machine; throws DeviceError.
  void flush() const;

 private:
  std::string path_;
  std::string shown_path_;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace stencil
