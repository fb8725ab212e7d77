// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/trace_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {
namespace {

constexpr std::int64_t piece_bytes = std::int64_t{1} << 20;

std::string part_of(const std::string& path, int rank) {
  if (rank == 0) return path;
  if (!is_stream(path)) return fmt::format("{}.rank-{}", path, rank);
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  return (folder / fmt::format("stencil-cosim-{}.rank-{}", ::getpid(), rank)).string();
}

}  // namespace

TraceFile::TraceFile(const std::string& path, int rank) : rank_(rank), part_(part_of(path, rank)), file_(part_) {}

template <class Work>
void TraceFile::keep_failure(Work work) {
  if (failure_) return;
  try {
    work();
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void TraceFile::write(const char* bytes, std::size_t length) {
  keep_failure([&] { file_.write(bytes, length); });
}

void TraceFile::send_part(MPI_Comm communicator) const {
  std::ifstream part(file_.temporary_path(), std::ios::binary);
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(file_.temporary_path(), failed);
  // Rank 0 waits for the length, whatever happened.
  std::int64_t left = part && !failed ? static_cast<std::int64_t>(size) : -1;
  check_mpi(MPI_Send(&left, 1, MPI_INT64_T, 0, timeline_tag, communicator), "MPI_Send");
  std::vector<char> piece(static_cast<std::size_t>(piece_bytes));
  for (; left > 0; left -= piece_bytes) {
    const auto length = static_cast<int>(std::min(left, piece_bytes));
    part.read(piece.data(), length);
    check_mpi(MPI_Send(piece.data(), length, MPI_BYTE, 0, timeline_tag, communicator), "MPI_Send");
  }
}

void TraceFile::receive_part(MPI_Comm communicator, int from) {
  std::int64_t left = 0;
  check_mpi(MPI_Recv(&left, 1, MPI_INT64_T, from, timeline_tag, communicator, MPI_STATUS_IGNORE), "MPI_Recv");
  keep_failure([&] {
    if (left < 0) throw std::runtime_error(fmt::format("the part of the trace of rank {} cannot be read", from));
  });
  std::vector<char> piece(static_cast<std::size_t>(std::clamp<std::int64_t>(left, 0, piece_bytes)));
  for (; left > 0; left -= piece_bytes) {
    const auto length = static_cast<int>(std::min(left, piece_bytes));
    check_mpi(MPI_Recv(piece.data(), length, MPI_BYTE, from, timeline_tag, communicator, MPI_STATUS_IGNORE),
              "MPI_Recv");
    write(piece.data(), static_cast<std::size_t>(length));
  }
}

void TraceFile::commit(MPI_Comm communicator) {
  const auto agree_on_failure = [&] {
    agree(communicator, [this] {
      if (failure_) std::rethrow_exception(failure_);
    });
  };
  agree_on_failure();
  int ranks = 1;
  check_mpi(MPI_Comm_size(communicator, &ranks), "MPI_Comm_size");
  if (rank_ != 0) send_part(communicator);
  for (int from = 1; rank_ == 0 && from < ranks; ++from) receive_part(communicator, from);
  if (rank_ == 0) keep_failure([this] { file_.commit(); });
  agree_on_failure();
}

std::string TraceFile::commit_part() {
  if (failure_) std::rethrow_exception(failure_);
  file_.commit();
  return part_;
}

}  // namespace stencil
