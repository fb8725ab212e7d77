// SPDX-License-Identifier: Apache-2.0
#include "host/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "host/base/errors.hpp"
#include "host/io/part_name.hpp"

namespace stencil {
namespace {

constexpr unsigned permission_bits = 0777;

OutputTarget file_target(const std::string& path) {
  OutputTarget target = resolve_output(path);
  if (target.kind != OutputTarget::Kind::file) {
    throw ArgumentError(fmt::format("{}: cannot be written, it exists and is not a regular file", path));
  }
  check_replaceable(path, target);
  return target;
}

// False if another process removed the file as an orphan before it was locked.
bool keep(int descriptor, Reach reach) {
  if (reach == Reach::this_machine && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return false;
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(file_target(path)) {
  remove_orphans(target_.path);
  create();
  try {
    keep_owner();
  } catch (...) {
    remove();
    throw;
  }
}

void AtomicFile::create() {
  // A file that replaces one with narrower permissions must not be readable by others before commit().
  const unsigned mode = target_.old ? 0600 : 0666;
  const Reach reach = reach_of(std::filesystem::path(target_.path).parent_path().string());
  for (int tries = 1;; ++tries) {
    temporary_ = part_path(target_.path, fresh_part_name(reach));
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor_ >= 0 && keep(descriptor_, reach)) return;
    const int error = descriptor_ >= 0 ? EBUSY : errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    if ((error == EBUSY || error == EEXIST) && tries < 10) continue;
    throw ArgumentError(fmt::format("{}: cannot create a file there: {}", path_, std::strerror(error)));
  }
}

// Compared with what the file system made of this process's user, which need not be its own number.
void AtomicFile::keep_owner() {
  struct stat mine {};
  if (!target_.old || ::fstat(descriptor_, &mine) != 0) return;
  const auto& [user, group] = std::pair(target_.old->st_uid, target_.old->st_gid);
  if ((mine.st_uid == user && mine.st_gid == group) || ::fchown(descriptor_, user, group) == 0) return;
  throw ArgumentError(
      fmt::format("{}: cannot be replaced: it belongs to user {} and group {}, the file in its place would belong to "
                  "user {} and group {}",
                  path_, user, group, mine.st_uid, mine.st_gid));
}

void AtomicFile::remove() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(descriptor_);
  descriptor_ = -1;
}

AtomicFile::~AtomicFile() {
  remove();
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
  if (target_.old && ::fchmod(descriptor_, target_.old->st_mode & permission_bits) != 0)
    fail("give the file its permissions");
  // Some file systems report a full disk only here.
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail("flush");
  if (std::rename(temporary_.c_str(), target_.path.c_str()) != 0) fail("rename the finished file");
  ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace stencil
