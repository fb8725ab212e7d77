// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/shared_output.hpp"

#include "host/matrix_io/agreement.hpp"
#include "host/mpi_check.hpp"

namespace stencil {

SharedOutput::SharedOutput(MPI_Comm comm, const std::string& path, const std::string& head) : comm_(comm) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  std::string temporary;
  together(comm, [&] {
    if (rank != 0) return;
    atomic_ = std::make_unique<AtomicFile>(path);
    atomic_->write(head);
    temporary = atomic_->temporary_path();
  });
  share_text(comm, temporary);
  file_ = std::make_unique<SharedFile>(comm, temporary, SharedFile::Mode::write, path);
}

void SharedOutput::commit() {
  together(comm_, [&] { file_->flush(); });
  file_.reset();
  together(comm_, [&] {
    if (atomic_) atomic_->commit();
  });
}

}  // namespace stencil
