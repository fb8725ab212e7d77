// SPDX-License-Identifier: Apache-2.0
#include "host/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "host/errors.hpp"

namespace stencil {
namespace {

std::string resolve_target(const std::string& path) {
  if (path.empty()) throw ArgumentError("output file: the path is empty");
  std::error_code ignored;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
  std::string target = resolved.empty() ? path : resolved.string();
  const auto status = std::filesystem::status(target, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw ArgumentError(fmt::format("{}: cannot be written, it exists and is not a regular file", path));
  }
  return target;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path)
    : path_(resolve_target(path)), temporary_(fmt::format("{}.part.{}", path_, ::getpid())) {
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw ArgumentError(fmt::format("{}: cannot create a file there: {}", path, std::strerror(errno)));
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void AtomicFile::fail(const char* action) const {
  throw std::runtime_error(fmt::format("{}: cannot {}: {}", path_, action, std::strerror(errno)));
}

void AtomicFile::write(const void* bytes, std::size_t length_bytes) {
  if (descriptor_ < 0) throw std::logic_error("AtomicFile::write after commit: " + path_);
  const char* next = static_cast<const char*>(bytes);
  while (length_bytes > 0) {
    const ssize_t written = ::write(descriptor_, next, length_bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    next += written;
    length_bytes -= static_cast<std::size_t>(written);
  }
}

void AtomicFile::commit() {
  if (descriptor_ < 0) throw std::logic_error("AtomicFile::commit twice: " + path_);
  // Some file systems report a full disk only here.
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail("flush");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("rename the finished file");
  ::close(descriptor_);
  descriptor_ = -1;
}

void check_writable(const std::string& path) {
  AtomicFile probe(path);
}

}  // namespace stencil
