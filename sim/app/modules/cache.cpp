// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/cache.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_write(const fs::path& path, const std::string& why) {
  throw ArgumentError(
      fmt::format("{} cannot be written: {}; environment variable STENCIL_CACHE names another folder for built modules",
                  one_line(path.string()), why));
}

std::string absolute_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value == '/' ? value : "";
}

// Waits until the contents of all files are on disk.
void sync_files(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const int descriptor = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    const bool failed = descriptor < 0 || ::fsync(descriptor) != 0;
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (failed) refuse_to_write(entry.path(), std::strerror(error));
  }
}

}  // namespace

fs::path cache_folder() {
  const char* const own = std::getenv("STENCIL_CACHE");
  if (own != nullptr && *own != '\0') {
    if (*own == '/') return own;
    throw ArgumentError(fmt::format("environment variable STENCIL_CACHE is '{}', must be the absolute path of a folder",
                                    one_line(own)));
  }
  const std::string cache = absolute_variable("XDG_CACHE_HOME");
  if (!cache.empty()) return fs::path(cache) / "stencil-cosim" / "rtl";
  const std::string home = absolute_variable("HOME");
  if (!home.empty()) return fs::path(home) / ".cache" / "stencil-cosim" / "rtl";
  throw ArgumentError("a module that is built needs a folder: set STENCIL_CACHE, XDG_CACHE_HOME or HOME");
}

void make_writable(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) refuse_to_write(folder, error.message());
  std::string probe = (folder / "probe-XXXXXX").string();
  const int descriptor = ::mkstemp(probe.data());
  if (descriptor < 0) refuse_to_write(folder, std::strerror(errno));
  const bool full = ::write(descriptor, "probe", 5) != 5;
  const int failure = errno;
  ::close(descriptor);
  ::unlink(probe.c_str());
  if (full) refuse_to_write(folder, std::strerror(failure));
}

CacheLock::CacheLock(const fs::path& file, const std::function<void()>& wait)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) refuse_to_write(file, std::strerror(errno));
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) {
      const int error = errno;
      ::close(descriptor_);
      refuse_to_write(file, std::strerror(error));
    }
    wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

CacheLock::~CacheLock() {
  ::close(descriptor_);
}

PartFolder::PartFolder(const fs::path& base) {
  const std::string begin = base.filename().string() + ".part-";
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(base.parent_path(), none)) {
    if (entry.path().filename().string().rfind(begin, 0) == 0) fs::remove_all(entry.path(), none);
  }
  std::string name = base.string() + ".part-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) refuse_to_write(name, std::strerror(errno));
  path_ = name;
}

PartFolder::~PartFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

void put_in_place(const fs::path& part, const fs::path& folder) {
  try {
    sync_files(part);
    fs::remove_all(folder);
    fs::rename(part, folder);
  } catch (const fs::filesystem_error& error) {
    refuse_to_write(folder, error.code().message());
  }
}

}  // namespace stencil
