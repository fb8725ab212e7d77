// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/shared_output.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

// True if this rank sees the temporary file. No other file has its name, so a file of that name is this one.
bool sees(const std::string& temporary, const std::string& path) {
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::close(descriptor);
    return true;
  }
  if (errno == ENOENT || errno == ENOTDIR) return false;
  throw ArgumentError(fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
}

std::vector<char> gather_flags(MPI_Comm comm, bool mine) {
  int ranks = 0;
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  std::vector<char> flags(static_cast<std::size_t>(ranks));
  const char flag = mine ? 1 : 0;
  check_mpi(MPI_Allgather(&flag, 1, MPI_CHAR, flags.data(), 1, MPI_CHAR, comm), "MPI_Allgather");
  return flags;
}

}  // namespace

SharedOutput::SharedOutput(MPI_Comm comm, const std::string& path, const std::string& head, int named)
    : comm_(comm), writers_({}) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  std::string temporary;
  together(comm, [&] {
    if (rank != named) return;
    atomic_ = std::make_unique<AtomicFile>(path);
    atomic_->write(head);
    temporary = atomic_->temporary_path();
  });
  share_text(comm, temporary, named);
  bool mine = false;
  together(comm, [&] { mine = sees(temporary, path); });
  writers_ = FileRanks(gather_flags(comm, mine));
  const bool all = writers_.count() == writers_.ranks();
  if (!all) check_mpi(MPI_Comm_split(comm, mine ? 0 : MPI_UNDEFINED, rank, &some_), "MPI_Comm_split");
  if (mine) file_ = std::make_unique<SharedFile>(all ? comm : some_, temporary, path);
}

SharedOutput::~SharedOutput() {
  file_.reset();
  if (some_ != MPI_COMM_NULL) MPI_Comm_free(&some_);
}

void SharedOutput::commit() {
  together(comm_, [&] {
    if (file_) file_->flush();
  });
  file_.reset();
  together(comm_, [&] {
    if (atomic_) atomic_->commit();
  });
}

}  // namespace stencil
