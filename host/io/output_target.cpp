// SPDX-License-Identifier: Apache-2.0
#include "host/io/output_target.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw ArgumentError(fmt::format("{}: {}", path, why));
}

bool is_in_procfs(const fs::path& folder) {
  constexpr std::uint32_t procfs = 0x9fa0;
  struct statfs system {};
  return ::statfs(folder.c_str(), &system) == 0 && static_cast<std::uint32_t>(system.f_type) == procfs;
}

// The number N of /proc/PID/fd/N where PID is this process; -1: another name.
int own_descriptor(const fs::path& link) {
  std::error_code failed;
  const fs::path folder = fs::canonical(link.parent_path(), failed);
  const std::string own = fmt::format("/proc/{}/", ::getpid());
  if (failed || folder.filename() != "fd" || folder.string().rfind(own, 0) != 0) return -1;
  const std::string name = link.filename().string();
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : -1;
}

bool is_same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

OutputTarget resolve_output(const std::string& path) {
  constexpr int most_links = 40;
  if (path.empty()) throw ArgumentError("output file: the path is empty");
  std::error_code failed;
  fs::path at = fs::absolute(path, failed);
  if (failed) at = path;
  OutputTarget target;
  for (int links = 0; fs::is_symlink(fs::symlink_status(at, failed)); ++links) {
    if (is_in_procfs(at.parent_path())) {
      target.kind = OutputTarget::Kind::stream;
      target.descriptor = own_descriptor(at);
      target.path = at.string();
      return target;
    }
    fs::path next = fs::read_symlink(at, failed);
    if (!failed && links == most_links) failed = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (failed) refuse(path, fmt::format("cannot be written: {}", std::strerror(failed.value())));
    at = at.parent_path() / next;
  }
  target.path = at.string();
  struct stat status {};
  if (::stat(target.path.c_str(), &status) != 0) {
    // A folder that is missing is one that can be made, but a name that is too long stays so.
    if (errno != ENOENT) refuse(path, fmt::format("cannot create a file there: {}", std::strerror(errno)));
    return target;
  }
  if (S_ISREG(status.st_mode)) {
    target.old = status;
  } else {
    const bool refused = S_ISDIR(status.st_mode) || S_ISSOCK(status.st_mode);
    target.kind = refused ? OutputTarget::Kind::refused : OutputTarget::Kind::stream;
  }
  return target;
}

void check_replaceable(const std::string& path, const OutputTarget& target) {
  if (!target.old) return;
  for (const int standard : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status {};
    if (::fstat(standard, &status) != 0 || !is_same_file(status, *target.old)) continue;
    refuse(path,
           fmt::format("cannot be replaced: standard {} of this process goes there; /dev/std{} names it",
                       standard == STDOUT_FILENO ? "output" : "error", standard == STDOUT_FILENO ? "out" : "err"));
  }
  // Opened, since that knows of more than the permissions, such as files that can only be appended to.
  const int descriptor = ::open(target.path.c_str(), O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) refuse(path, fmt::format("cannot be written: {}", std::strerror(errno)));
  ::close(descriptor);
}

}  // namespace stencil
