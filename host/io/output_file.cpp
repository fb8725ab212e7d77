// SPDX-License-Identifier: Apache-2.0
#include "host/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

int dash_descriptor = STDOUT_FILENO;

OutputTarget resolve(const std::string& path) {
  if (path != "-") return resolve_output(path);
  OutputTarget target;
  target.kind = OutputTarget::Kind::stream;
  target.descriptor = dash_descriptor;
  return target;
}

std::string shown(const std::string& path) {
  return path == "-" ? "standard output" : path;
}

[[noreturn]] void refuse(const std::string& path, const char* why) {
  throw ArgumentError(fmt::format("{}: cannot be written: {}", shown(path), why));
}

// Does not open a pipe: its reader would see an end.
void check_stream(const std::string& path, const OutputTarget& target) {
  if (target.kind == OutputTarget::Kind::refused)
    throw ArgumentError(fmt::format("{}: cannot be written, it exists and is not a regular file", path));
  if (target.descriptor < 0) {
    if (::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) refuse(path, std::strerror(errno));
    return;
  }
  const int flags = ::fcntl(target.descriptor, F_GETFL);
  if (flags < 0) refuse(path, std::strerror(errno));
  if ((flags & O_ACCMODE) == O_RDONLY) refuse(path, "it is open for reading only");
}

int open_stream(const std::string& path, const OutputTarget& target) {
  check_stream(path, target);
  // A descriptor of this process opened anew would write at the beginning of its file.
  const int descriptor = target.descriptor >= 0
                             ? ::fcntl(target.descriptor, F_DUPFD_CLOEXEC, 0)
                             : ::open(target.path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) refuse(path, std::strerror(errno));
  return descriptor;
}

bool is_same(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const OutputTarget one = resolve(a);
  const OutputTarget other = resolve(b);
  const auto state_of = [](const OutputTarget& target, struct stat& status) {
    return (target.descriptor >= 0 ? ::fstat(target.descriptor, &status) : ::stat(target.path.c_str(), &status)) == 0;
  };
  struct stat left {};
  struct stat right {};
  const bool there[2]{state_of(one, left), state_of(other, right)};
  if (!there[0] && !there[1]) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(one.path, ignored) ==
           std::filesystem::weakly_canonical(other.path, ignored);
  }
  return there[0] && there[1] && left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  const OutputTarget target = resolve(path);
  if (target.kind == OutputTarget::Kind::file) {
    file_ = std::make_unique<AtomicFile>(path);
  } else {
    descriptor_ = open_stream(path, target);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(const void* bytes, std::size_t length_bytes) {
  if (file_) return file_->write(bytes, length_bytes);
  if (descriptor_ < 0) throw std::logic_error("OutputFile::write after commit: " + path_);
  std::fflush(stdout);  // what was printed before goes before
  const char* next = static_cast<const char*>(bytes);
  while (length_bytes > 0) {
    const ssize_t written = ::write(descriptor_, next, length_bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      pollfd room{descriptor_, POLLOUT, 0};
      ::poll(&room, 1, -1);
      continue;
    }
    if (written < 0) throw std::runtime_error(fmt::format("{}: cannot write: {}", shown(path_), std::strerror(errno)));
    next += written;
    length_bytes -= static_cast<std::size_t>(written);
  }
}

void OutputFile::commit() {
  if (file_) return file_->commit();
  if (descriptor_ < 0) throw std::logic_error("OutputFile::commit twice: " + path_);
  // Some file systems report a full disk only here.
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) throw std::runtime_error(fmt::format("{}: cannot write: {}", shown(path_), std::strerror(errno)));
}

void write_output(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

bool is_stream(const std::string& path) {
  try {
    return resolve(path).kind == OutputTarget::Kind::stream;
  } catch (const ArgumentError&) {
    return false;  // it is refused where it is written
  }
}

void check_writable(const std::string& path) {
  const OutputTarget target = resolve(path);
  if (target.kind != OutputTarget::Kind::file) return check_stream(path, target);
  const AtomicFile probe(path);
}

void refuse_same_outputs(const std::vector<std::pair<std::string, std::string>>& named) {
  for (std::size_t a = 0; a < named.size(); ++a) {
    for (std::size_t b = a + 1; b < named.size(); ++b) {
      if (!is_same(named[a].second, named[b].second)) continue;
      const std::string& name = named[a].second;
      throw ArgumentError(fmt::format("{} and {} both name {}{}, must be different files", named[a].first,
                                      named[b].first, name,
                                      named[b].second == name ? "" : " (" + named[b].second + ")"));
    }
  }
}

int set_dash_descriptor(int descriptor) {
  return std::exchange(dash_descriptor, descriptor);
}

}  // namespace stencil
