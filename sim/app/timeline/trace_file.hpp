// The file of a trace: every rank writes its own part, rank 0 joins them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <exception>
#include <string>

#include "host/io/output_file.hpp"

namespace stencil {

// A trace is a list of packets: parts one after another are a trace. The parts of other ranks than 0 stand beside the
// file as PATH.rank-N.part.*, on their own machine, and go to rank 0 as messages; of a stream they stand in the folder
// for temporary files, as stencil-cosim-PID.rank-N.part.*.
class TraceFile {
 public:
  // Throws ArgumentError as OutputFile.
  TraceFile(const std::string& path, int rank);

  // A run does not end because its trace does not fit the disk: the first failure is kept, and nothing is written any
  // more.
  void write(const char* bytes, std::size_t length);
  // Collective: the file is there, whole, when this returns. Throws AgreedError with the first failure, of write() too;
  // then there is none.
  void commit(MPI_Comm communicator);
  // The part of this rank becomes a file of its own, that name without .part.*, of rank 0 PATH; returns the name.
  // Throws the first failure.
  std::string commit_part();

 private:
  template <class Work>
  void keep_failure(Work work);
  void send_part(MPI_Comm communicator) const;
  void receive_part(MPI_Comm communicator, int from);

  int rank_;
  std::string part_;
  OutputFile file_;  // the part; on rank 0 the whole
  std::exception_ptr failure_;
};

}  // namespace stencil
