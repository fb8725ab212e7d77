// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/shared_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "host/errors.hpp"
#include "host/matrix_io/agreement.hpp"

namespace stencil {
namespace {

// Bytes of one call: its count is an int.
constexpr std::int64_t piece_bytes = std::int64_t{1} << 30;

std::string reason(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  return std::string(text, static_cast<std::size_t>(length));
}

// Open MPI calls a write of nothing a success: what the system says of it can only be found out by asking once more.
std::string system_reason(const std::string& path, std::int64_t offset_bytes, const char* bytes, std::int64_t length) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  while (descriptor >= 0 && length > 0) {
    const ssize_t written = ::pwrite(descriptor, bytes, static_cast<std::size_t>(length), offset_bytes);
    if (written <= 0) break;
    offset_bytes += written;
    bytes += written;
    length -= written;
  }
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  return length == 0 ? "MPI wrote less, though there is room" : std::strerror(error);
}

std::int64_t moved_bytes(const MPI_Status& status) {
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  return count == MPI_UNDEFINED ? 0 : count;
}

}  // namespace

SharedFile::SharedFile(MPI_Comm comm, const std::string& path, Mode mode, const std::string& shown_path)
    : path_(path), shown_path_(shown_path.empty() ? path : shown_path) {
  // MPI_File_open never returns where one rank alone cannot open the file (Open MPI 4.1.4): each tries by itself first.
  together(comm, [&] {
    const int descriptor = ::open(path.c_str(), (mode == Mode::read ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
    if (descriptor < 0) throw ArgumentError(fmt::format("{}: cannot be opened: {}", shown_path_, std::strerror(errno)));
    ::close(descriptor);
  });
  const int access = mode == Mode::read ? MPI_MODE_RDONLY : MPI_MODE_WRONLY;
  const int code = MPI_File_open(comm, path.c_str(), access, MPI_INFO_NULL, &file_);
  // Closing is collective: where only some ranks have opened the file, it stays open on them.
  together(comm, [&] {
    if (code != MPI_SUCCESS) throw ArgumentError(fmt::format("{}: cannot be opened: {}", shown_path_, reason(code)));
    MPI_File_set_errhandler(file_, MPI_ERRORS_RETURN);
  });
}

SharedFile::~SharedFile() {
  if (file_ != MPI_FILE_NULL) MPI_File_close(&file_);
}

void SharedFile::read_at(std::int64_t offset_bytes, void* target, std::int64_t length_bytes) const {
  char* next = static_cast<char*>(target);
  while (length_bytes > 0) {
    const std::int64_t wanted = std::min(length_bytes, piece_bytes);
    MPI_Status status;
    const int code = MPI_File_read_at(file_, offset_bytes, next, static_cast<int>(wanted), MPI_BYTE, &status);
    if (code != MPI_SUCCESS) throw DeviceError(fmt::format("{}: cannot read: {}", shown_path_, reason(code)));
    if (moved_bytes(status) != wanted) {
      throw ArgumentError(fmt::format("{}: cut short while it was read: {} of {} bytes from offset {}", shown_path_,
                                      moved_bytes(status), wanted, offset_bytes));
    }
    offset_bytes += wanted;
    next += wanted;
    length_bytes -= wanted;
  }
}

void SharedFile::write_at(std::int64_t offset_bytes, const void* bytes, std::int64_t length_bytes) const {
  const char* next = static_cast<const char*>(bytes);
  while (length_bytes > 0) {
    const std::int64_t wanted = std::min(length_bytes, piece_bytes);
    MPI_Status status;
    const int code = MPI_File_write_at(file_, offset_bytes, next, static_cast<int>(wanted), MPI_BYTE, &status);
    if (code != MPI_SUCCESS) throw DeviceError(fmt::format("{}: cannot write: {}", shown_path_, reason(code)));
    if (moved_bytes(status) != wanted) {
      throw DeviceError(fmt::format("{}: cannot write {} bytes at offset {}: {}", shown_path_, wanted, offset_bytes,
                                    system_reason(path_, offset_bytes, next, wanted)));
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
