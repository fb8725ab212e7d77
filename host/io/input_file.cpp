// SPDX-License-Identifier: Apache-2.0
#include "host/io/input_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace stencil {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t settled_ns = 20'000'000;

std::int64_t to_ns(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * second_ns + time.tv_nsec;
}

// Returns when the clock of the file system shows another time than this one. False: it did already.
bool wait_for_another_tick(std::int64_t time_ns) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  if (time_ns <= to_ns(now) - settled_ns) return false;
  timespec rest{0, static_cast<long>(settled_ns)};
  while (::nanosleep(&rest, &rest) != 0 && errno == EINTR) {
  }
  return true;
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
          to_ns(status.st_mtim), to_ns(status.st_ctim)};
}

void InputFile::read(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const {
  read_range(offset_bytes, target, length_bytes, what);
  pieces_.push_back(
      {offset_bytes, length_bytes, hash_of_piece(offset_bytes, target, static_cast<std::size_t>(length_bytes))});
}

void InputFile::read_range(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const {
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
  if (wait_for_another_tick(std::max(state_.modified_ns, state_.changed_ns))) check_unchanged();
}

bool InputFile::has_lost_its_name() const {
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0) return errno == ENOENT || errno == ENOTDIR;
  return static_cast<std::int64_t>(status.st_dev) != state_.device ||
         static_cast<std::int64_t>(status.st_ino) != state_.inode;
}

// A change after `now` would show, since the clock goes on before anything is compared.
bool InputFile::holds_what_was_read(const FileState& now) const {
  wait_for_another_tick(now.changed_ns);
  std::string bytes;
  for (const Piece& piece : pieces_) {
    bytes.resize(static_cast<std::size_t>(piece.length_bytes));
    read_range(piece.offset_bytes, bytes.data(), piece.length_bytes, "what was read of it");
    if (hash_of_piece(piece.offset_bytes, bytes.data(), bytes.size()) != piece.hash) return false;
  }
  return look() == now;
}

void InputFile::check_unchanged() const {
  const FileState now = look();
  if (now == state_) return;
  const std::string rule = "; it must stay as it is, or be replaced by another file";
  if (now.size_bytes == state_.size_bytes && now.modified_ns == state_.modified_ns) {
    if (has_lost_its_name() && holds_what_was_read(now)) return;
    throw ArgumentError(
        fmt::format("{}: changed while it was read, at {}.{:09}, though its size and time of "
                    "modification are as before{}",
                    path_, now.changed_ns / second_ns, now.changed_ns % second_ns, rule));
  }
  throw ArgumentError(fmt::format(
      "{}: changed while it was read: {} bytes, modified at {}.{:09}, were {} bytes, modified at {}.{:09}{}", path_,
      now.size_bytes, now.modified_ns / second_ns, now.modified_ns % second_ns, state_.size_bytes,
      state_.modified_ns / second_ns, state_.modified_ns % second_ns, rule));
}

std::uint64_t hash_of_piece(std::int64_t offset_bytes, const void* bytes, std::size_t length_bytes) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  std::uint64_t hash = (static_cast<std::uint64_t>(offset_bytes) + 1) * odd;
  for (std::size_t at = 0; at < length_bytes; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const char*>(bytes) + at, std::min(sizeof word, length_bytes - at));
    hash = (hash ^ word) * odd;
    hash ^= hash >> 32;
  }
  return hash;
}

std::string read_whole_file(const std::string& path) {
  const InputFile file(path);
  file.settle();
  std::string text(static_cast<std::size_t>(file.size_bytes()), '\0');
  file.read(0, text.data(), file.size_bytes(), "its contents");
  file.check_unchanged();
  return text;
}

}  // namespace stencil
