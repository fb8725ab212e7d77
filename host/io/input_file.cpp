// SPDX-License-Identifier: Apache-2.0
#include "host/io/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "host/errors.hpp"

namespace stencil {

InputFile::InputFile(const std::string& path) : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw ArgumentError(fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

std::int64_t InputFile::size_bytes() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) {
    throw ArgumentError(fmt::format("{}: cannot be examined: {}", path_, std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) throw ArgumentError(fmt::format("{}: not a regular file", path_));
  return status.st_size;
}

void InputFile::read(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const {
  char* next = static_cast<char*>(target);
  while (length_bytes > 0) {
    const ssize_t got = ::pread(descriptor_, next, static_cast<std::size_t>(length_bytes), offset_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw ArgumentError(fmt::format("{}: cannot be read: {}", path_, std::strerror(errno)));
    if (got == 0) throw ArgumentError(fmt::format("{}: cut short, it ends inside {}", path_, what));
    next += got;
    offset_bytes += got;
    length_bytes -= got;
  }
}

}  // namespace stencil
