// SPDX-License-Identifier: Apache-2.0
#include "host/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "host/base/errors.hpp"
#include "host/io/part_name.hpp"

namespace stencil {
namespace {

constexpr unsigned permission_bits = 0777;

// The absolute path after following all links, also where no file exists yet.
std::string behind_links(const std::string& path) {
  constexpr int most_links = 40;
  std::error_code failed;
  std::filesystem::path at = std::filesystem::absolute(path, failed);
  if (failed) at = path;
  for (int links = 0; std::filesystem::is_symlink(std::filesystem::symlink_status(at, failed)); ++links) {
    std::filesystem::path next = std::filesystem::read_symlink(at, failed);
    if (!failed && links == most_links) failed = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (failed) throw ArgumentError(fmt::format("{}: cannot be written: {}", path, std::strerror(failed.value())));
    at = at.parent_path() / next;
  }
  return at.string();
}

std::string resolve_target(const std::string& path) {
  if (path.empty()) throw ArgumentError("output file: the path is empty");
  std::string target = behind_links(path);
  std::error_code ignored;
  const auto status = std::filesystem::status(target, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw ArgumentError(fmt::format("{}: cannot be written, it exists and is not a regular file", path));
  }
  return target;
}

std::optional<unsigned> mode_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_mode & permission_bits;
}

// False if another process removed the file as an orphan before it was locked.
bool keep(int descriptor, Reach reach) {
  if (reach == Reach::this_machine && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return false;
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(resolve_target(path)), mode_(mode_of(target_)) {
  remove_orphans(target_);
  create();
}

void AtomicFile::create() {
  // A file that replaces one with narrower permissions must not be readable by others before commit().
  const unsigned mode = mode_ ? 0600 : 0666;
  const Reach reach = reach_of(std::filesystem::path(target_).parent_path().string());
  for (int tries = 1;; ++tries) {
    temporary_ = part_path(target_, fresh_part_name(reach));
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor_ >= 0 && keep(descriptor_, reach)) return;
    const int error = descriptor_ >= 0 ? EBUSY : errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    if ((error == EBUSY || error == EEXIST) && tries < 10) continue;
    throw ArgumentError(fmt::format("{}: cannot create a file there: {}", path_, std::strerror(error)));
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(descriptor_);
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
  if (mode_ && ::fchmod(descriptor_, *mode_) != 0) fail("give the file its permissions");
  // Some file systems report a full disk only here.
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail("flush");
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("rename the finished file");
  ::close(descriptor_);
  descriptor_ = -1;
}

void check_writable(const std::string& path) {
  AtomicFile probe(path);
}

}  // namespace stencil
