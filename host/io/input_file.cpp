// SPDX-License-Identifier: Apache-2.0
#include "host/io/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace stencil {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t settled_ns = 20'000'000;

std::int64_t to_ns(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * second_ns + time.tv_nsec;
}

}  // namespace

// O_NONBLOCK, because open() would wait for the writer of a pipe instead of letting us refuse it.
InputFile::InputFile(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    const int error = errno;
    const std::string text = fmt::format("{}: cannot be opened: {}", path, std::strerror(error));
    if (error == ENOENT || error == ENOTDIR) throw MissingFile(text);
    throw ArgumentError(text);
  }
  try {
    state_ = look();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

FileState InputFile::look() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) {
    throw ArgumentError(fmt::format("{}: cannot be examined: {}", path_, std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) throw ArgumentError(fmt::format("{}: not a regular file", path_));
  return {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino), status.st_size,
          to_ns(status.st_mtim)};
}

void InputFile::read(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const {
  char* next = static_cast<char*>(target);
  while (length_bytes > 0) {
    const ssize_t got = ::pread(descriptor_, next, static_cast<std::size_t>(length_bytes), offset_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw DeviceError(fmt::format("{}: cannot be read: {}", path_, std::strerror(errno)));
    if (got == 0) throw ArgumentError(fmt::format("{}: cut short, it ends inside {}", path_, what));
    next += got;
    offset_bytes += got;
    length_bytes -= got;
  }
}

void InputFile::settle() const {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  if (state_.modified_ns <= to_ns(now) - settled_ns) return;
  timespec rest{0, static_cast<long>(settled_ns)};
  while (::nanosleep(&rest, &rest) != 0 && errno == EINTR) {
  }
  check_unchanged();
}

void InputFile::check_unchanged() const {
  const FileState now = look();
  if (now == state_) return;
  throw ArgumentError(
      fmt::format("{}: changed while it was read: {} bytes, modified at {}.{:09}, were {} bytes, modified at {}.{:09}; "
                  "it must stay as it is, or be replaced by another file",
                  path_, now.size_bytes, now.modified_ns / second_ns, now.modified_ns % second_ns, state_.size_bytes,
                  state_.modified_ns / second_ns, state_.modified_ns % second_ns));
}

}  // namespace stencil
