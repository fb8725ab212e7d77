// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/shared_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"

namespace stencil {
namespace {

// Most bytes per call, whose count is an int.
constexpr std::int64_t piece_bytes = std::int64_t{1} << 30;

std::string reason(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  return std::string(text, static_cast<std::size_t>(length));
}

// The system's error for a failed write; empty if a second attempt succeeds. Writes once more, because MPI hides the
// error: Open MPI reports success with 0 bytes written, ROMIO "Input/output error" for everything.
std::string system_reason(const std::string& path, std::int64_t offset_bytes, const char* bytes, std::int64_t length) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : 0;
  while (error == 0 && length > 0) {
    const ssize_t written = ::pwrite(descriptor, bytes, static_cast<std::size_t>(length), offset_bytes);
    if (written < 0 && errno != EINTR) error = errno;
    if (written == 0) error = ENOSPC;
    if (written <= 0) continue;
    offset_bytes += written;
    bytes += written;
    length -= written;
  }
  if (descriptor >= 0) {
    if (error == 0 && ::fsync(descriptor) != 0 && errno != EINVAL) error = errno;
    ::close(descriptor);
  }
  return error == 0 ? "" : std::strerror(error);
}

std::int64_t moved_bytes(const MPI_Status& status) {
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  return count == MPI_UNDEFINED ? 0 : count;
}

}  // namespace

SharedFile::SharedFile(MPI_Comm comm, const std::string& path, const std::string& shown_path)
    : path_(path), shown_path_(shown_path) {
  const int code = MPI_File_open(comm, path.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file_);
  // Closing is collective, so a file that only some ranks could open stays open on them.
  together(comm, [&] {
    if (code != MPI_SUCCESS) throw ArgumentError(fmt::format("{}: cannot be opened: {}", shown_path_, reason(code)));
    MPI_File_set_errhandler(file_, MPI_ERRORS_RETURN);
  });
}

SharedFile::~SharedFile() {
  if (file_ != MPI_FILE_NULL) MPI_File_close(&file_);
}

void SharedFile::write_at(std::int64_t offset_bytes, const void* bytes, std::int64_t length_bytes) const {
  const char* next = static_cast<const char*>(bytes);
  while (length_bytes > 0) {
    const std::int64_t wanted = std::min(length_bytes, piece_bytes);
    MPI_Status status;
    const int code = MPI_File_write_at(file_, offset_bytes, next, static_cast<int>(wanted), MPI_BYTE, &status);
    if (code != MPI_SUCCESS || moved_bytes(status) != wanted) {
      const std::string why = system_reason(path_, offset_bytes, next, wanted);
      const std::string of_mpi = code != MPI_SUCCESS ? reason(code) : "MPI wrote less, though there is room";
      throw DeviceError(fmt::format("{}: cannot write {} bytes at offset {}: {}", shown_path_, wanted, offset_bytes,
                                    why.empty() ? of_mpi : why));
    }
    offset_bytes += wanted;
    next += wanted;
    length_bytes -= wanted;
  }
}

void SharedFile::flush() const {
  const int code = MPI_File_sync(file_);
  if (code != MPI_SUCCESS) throw DeviceError(fmt::format("{}: cannot flush: {}", shown_path_, reason(code)));
}

}  // namespace stencil
