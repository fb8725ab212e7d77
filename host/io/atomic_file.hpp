// A file that appears whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace stencil {

// Written under a temporary name beside its target (TARGET.part.PID) and renamed by commit().
// Without commit the destructor removes it, and what stood at the target before is untouched.
// A target that is a symbolic link is followed; one that exists and is no regular file is refused.
class AtomicFile {
 public:
  // Throws ArgumentError, naming the path and the reason, when no file can be created there.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  // Appends. Throws std::runtime_error when the system takes less (disk full).
  void write(const void* bytes, std::size_t length_bytes);
  void write(const std::string& text) { write(text.data(), text.size()); }

  // Where the bytes are until commit(), for others that write some of them.
  const std::string& temporary_path() const { return temporary_; }

  // Flushes to the disk and renames. Throws std::runtime_error. Nothing may be written afterwards.
  void commit();

 private:
  [[noreturn]] void fail(const char* action) const;

  std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
};

// Finds out before a long run whether AtomicFile(path) would work; leaves nothing behind. Throws ArgumentError.
void check_writable(const std::string& path);

}  // namespace stencil
